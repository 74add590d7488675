import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findWholeChromium, inPath } from './chromium.js'

/** What the tests need besides Node, the Debian package that provides it, and how to install it if not by apt alone. */
const parts = [
  { package: 'chromium', find: findWholeChromium },
  { package: 'chromium-headless-shell', find: () => process.env.CHROMIUM_PATH ?? inPath('chromium-headless-shell') },
  { package: 'postgresql', find: findPostgres },
  { package: 'strace', find: findStrace },
  { package: 'prometheus', find: findPromtool, install: extractPromtool },
]

const INSTALLER = fileURLToPath(new URL('../install-for-tests.js', import.meta.url))

/**
 * Finds Chromium, PostgreSQL, strace and promtool. As root on Debian, a separate process first installs what is
 * missing; `JARA_TEST_INSTALL=off` installs nothing.
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
  // One by one: an unavailable package must not block the others.
  for (const part of missing) {
    if (part.install !== undefined) part.install(options)
    else spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', part.package], options)
  }
}

/** Extracts only this program from the package: once installed, the package would start a Prometheus on port 9090. */
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

/** Also null where a container forbids tracing. */
function findStrace() {
  const found = inPath('strace')
  return found !== null && spawnSync(found, ['-o', '/dev/null', 'true']).status === 0 ? found : null
}

export function findPromtool() {
  return ['/usr/local/bin/promtool', inPath('promtool')].find((file) => file !== null && fs.existsSync(file)) ?? null
}
