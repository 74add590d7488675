import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findWholeChromium, inPath } from './chromium.js'

/** What the tests need from the machine beside Node, the Debian package that brings it, and how, where it is not simply installed. */
const parts = [
  { package: 'chromium', find: findWholeChromium },
  { package: 'chromium-headless-shell', find: () => process.env.CHROMIUM_PATH ?? inPath('chromium-headless-shell') },
  { package: 'postgresql', find: findPostgres },
  { package: 'strace', find: findStrace },
  { package: 'prometheus', find: findPromtool, install: extractPromtool },
]

const INSTALLER = fileURLToPath(new URL('../install-for-tests.js', import.meta.url))

/**
 * Finds Chromium, PostgreSQL, strace and promtool; as root on Debian a process beside this one first installs what is missing.
 * `JARA_TEST_INSTALL=off` installs nothing.
 */
export async function prepareMachine() {
  if (missingParts().length > 0 && mayInstall()) {
    await once(spawn(process.execPath, [INSTALLER], { stdio: ['ignore', 'inherit', 'inherit'] }), 'close')
  }
  return { chromium: findChromium(), postgres: findPostgres(), strace: findStrace(), promtool: findPromtool() }
}

function missingParts() {
  return parts.filter(({ find }) => find() === null)
}

function mayInstall() {
  return process.getuid?.() === 0 && process.env.JARA_TEST_INSTALL !== 'off' && inPath('apt-get') !== null
}

/** Installs what tests need and this machine lacks from Debian's packages. */
export function installFromDebian() {
  const missing = missingParts()
  console.log(`Installing from Debian: ${missing.map((part) => part.package).join(', ')} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  // One by one: a package that is not there must not keep the other one away.
  for (const part of missing) {
    if (part.install !== undefined) part.install(options)
    else spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', part.package], options)
  }
}

/** Only this program is taken out of the package: installed, it would start a Prometheus that takes port 9090. */
function extractPromtool(options) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-promtool-'))
  const here = { ...options, cwd: scratch }
  spawnSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', 'prometheus'], here)
  const file = fs.readdirSync(scratch).find((name) => name.endsWith('.deb'))
  if (file !== undefined && spawnSync('dpkg-deb', ['-x', file, 'content'], here).status === 0) {
    fs.copyFileSync(path.join(scratch, 'content/usr/bin/promtool'), '/usr/local/bin/promtool')
  }
  fs.rmSync(scratch, { recursive: true })
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

export function findPromtool() {
  return ['/usr/local/bin/promtool', inPath('promtool')].find((file) => file !== null && fs.existsSync(file)) ?? null
}
