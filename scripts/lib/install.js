import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { environmentForNpm, PlainError, root } from './runtime.js'

const lockFile = path.join(root, 'package-lock.json')
const installedLockFile = path.join(root, 'node_modules', '.package-lock.json')
const stampFile = path.join(root, 'node_modules', '.jara-installed')

/** Installs the packages when there are none or when the lock file names others. Quick when there is nothing to do. */
export function installIfNeeded() {
  const wanted = createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted) return
  if (!installedMatchesLock()) install()
  fs.writeFileSync(stampFile, wanted)
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

function install() {
  console.log('Installing packages (the first time takes a minute) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
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
