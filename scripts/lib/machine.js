import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findChromium, findWholeChromium, inPath } from './chromium.js'

/** What the tests need from the machine beside Node, and the Debian package that brings it. */
const parts = [
  { package: 'chromium', find: findWholeChromium },
  { package: 'chromium-headless-shell', find: () => process.env.CHROMIUM_PATH ?? inPath('chromium-headless-shell') },
  { package: 'postgresql', find: findPostgres },
  { package: 'strace', find: findStrace },
]

/**
 * Finds Chromium, PostgreSQL and strace; as root on Debian installs what is missing.
 * `JARA_TEST_INSTALL=off` installs nothing.
 */
export function prepareMachine() {
  const missing = parts.filter(({ find }) => find() === null)
  if (missing.length > 0 && mayInstall()) installFromDebian(missing.map((part) => part.package))
  return { chromium: findChromium(), postgres: findPostgres(), strace: findStrace() }
}

function mayInstall() {
  return process.getuid?.() === 0 && process.env.JARA_TEST_INSTALL !== 'off' && inPath('apt-get') !== null
}

function installFromDebian(packages) {
  console.log(`Installing from Debian: ${packages.join(', ')} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  // One by one: a package that is not there must not keep the other one away.
  for (const name of packages) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}

function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian) : []
  const complete = versions.find((version) => fs.existsSync(path.join(debian, version, 'bin', 'initdb')))
  return complete === undefined ? inPath('initdb') : path.join(debian, complete, 'bin')
}

/** Null also where a container forbids tracing. */
function findStrace() {
  const found = inPath('strace')
  return found !== null && spawnSync(found, ['-o', '/dev/null', 'true']).status === 0 ? found : null
}
