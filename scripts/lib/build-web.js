import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { environmentFor, PlainError, root } from './runtime.js'

const built = path.join(root, 'web', 'dist')
const stampFile = path.join(built, '.stamp')
const sources = ['web', 'contract', 'package-lock.json', 'scripts/compress.ts']

/** Builds the web app when one of its sources changed since the last build. */
export function buildWebIfNeeded(runtime) {
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hashOf(sources)) return
  console.log('Building the web app …')
  buildWeb(runtime)
}

/** The stamp is what the sources were before the build: a change during it is built the next time. */
export function buildWeb(runtime) {
  const stamp = hashOf(sources)
  run(runtime, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'])
  run(runtime, ['scripts/compress.ts'])
  fs.writeFileSync(stampFile, stamp)
}

function run(runtime, command) {
  const { status } = spawnSync(runtime, command, { cwd: root, stdio: 'inherit', env: environmentFor(runtime) })
  if (status !== 0) throw new PlainError('The web app could not be built: see the lines above.')
}

function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) addTo(hash, path.join(root, place))
  return hash.digest('hex')
}

function addTo(hash, place) {
  if (place === built || path.basename(place) === 'node_modules') return
  if (!fs.statSync(place).isDirectory()) {
    hash.update(path.relative(root, place)).update('\0').update(fs.readFileSync(place)).update('\0')
    return
  }
  for (const name of fs.readdirSync(place).sort()) addTo(hash, path.join(place, name))
}
