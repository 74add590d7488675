import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { environmentForNpm, isNewEnough, PlainError, root, runtimePackage } from './runtime.js'

const lockFile = path.join(root, 'package-lock.json')
const installedLockFile = path.join(root, 'node_modules', '.package-lock.json')
const stampFile = path.join(root, 'node_modules', '.jara-installed')

/** Installs the packages if they are missing or differ from the lock file. Quick if there is nothing to do. */
export function installIfNeeded() {
  const wanted = createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')
  const isStamped = fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted
  if (isStamped && !lacksRuntime()) return
  if (lacksRuntime() || !installedMatchesLock()) install()
  fs.writeFileSync(stampFile, wanted)
}

/** The runtime is an optional package for this machine and is missing, and no other Node here is new enough. */
function lacksRuntime() {
  const wanted = JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages
  const place = runtimePackage()
  return wanted[place] !== undefined && !fs.existsSync(path.join(root, place)) && !isNewEnough(process.versions.node)
}

/** True when npm itself recorded every wanted package as installed, after a manual `npm install`. */
function installedMatchesLock() {
  if (!fs.existsSync(installedLockFile)) return false
  const installed = JSON.parse(fs.readFileSync(installedLockFile, 'utf8')).packages
  const wanted = JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || installed[place]?.version === version || (optional === true && installed[place] === undefined),
  )
}

/**
 * Overrides whatever this machine's npm is set to omit or refuse (`omit`, NODE_ENV, `engine-strict`). The web app is
 * built with development packages, the runtime is an optional package, and the other packages' engines refer to that
 * runtime.
 */
export const NPM_FLAGS = [
  ...['--include=prod', '--include=dev', '--include=optional', '--include=peer', '--engine-strict=false'],
  ...['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
]

function install() {
  console.log('Installing packages (the first time takes a minute) …')
  const { status, error } = spawnSync('npm', ['ci', ...NPM_FLAGS], {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    throw new PlainError(
      `The packages could not be installed${error ? ` (${error.message})` : ''}: see the lines above.`,
    )
  }
}
