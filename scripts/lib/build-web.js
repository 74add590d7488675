import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { environmentFor, environmentForBuild, PlainError, root } from './runtime.js'

const built = path.join(root, 'web', 'dist')
const builtForServer = path.join(root, 'web', 'dist-server')
const stampFile = path.join(built, '.stamp')
const sources = [
  'web',
  'contract',
  'package-lock.json',
  'scripts/compress.ts',
  'scripts/check-web-size.ts',
  'scripts/check-browsers.ts',
  'scripts/lib/find-newer.ts',
  'scripts/lib/newer-built-ins.ts',
  'scripts/lib/newer-styles.ts',
]

/** Whether a finished build exists, from any version of the sources. */
export function isWebBuilt() {
  return fs.existsSync(stampFile)
}

/** Builds the web app when one of its sources changed since the last build. */
export function buildWebIfNeeded(runtime) {
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hashOf(sources)) return
  console.log('Building the web app …')
  buildWeb(runtime)
}

/**
 * Builds the browser app, then the pages that the server fills in itself, and checks their size. The stamp is the hash
 * of the sources before the build, so a change during it triggers the next one.
 */
export function buildWeb(runtime) {
  refuseUnbuildable(root)
  const stamp = hashOf(sources)
  build(runtime, 'vite.config.ts')
  fs.rmSync(builtForServer, { recursive: true, force: true })
  fs.mkdirSync(builtForServer)
  for (const page of ['page.html', 'console.html'])
    fs.renameSync(path.join(built, page), path.join(builtForServer, page))
  build(runtime, 'vite.prerender.config.ts')
  run(runtime, ['scripts/check-web-size.ts', '--quiet'])
  run(runtime, ['scripts/check-browsers.ts'])
  run(runtime, ['scripts/compress.ts'])
  fs.writeFileSync(stampFile, stamp)
}

/** The build tools read paths as addresses, patterns or source text. A build made elsewhere still runs there. */
export function refuseUnbuildable(folder) {
  const [found] = /[#?'$\\]/.exec(folder.replaceAll(path.sep, '/')) ?? []
  if (found === undefined) return
  throw new PlainError(
    `The web app cannot be built in ${folder}, because of the "${found}" in its path: move or rename the folder, and start again.`,
  )
}

function build(runtime, config) {
  run(runtime, ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', `web/${config}`, '--logLevel', 'warn'])
}

/** Every build, including the one for tests, is what customers get. */
function run(runtime, command) {
  const env = environmentFor(runtime, { NODE_ENV: 'production' }, environmentForBuild())
  const { status } = spawnSync(runtime, command, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) throw new PlainError('The web app could not be built: see the lines above.')
}

function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) addTo(hash, path.join(root, place))
  return hash.digest('hex')
}

function addTo(hash, place) {
  if (place === built || place === builtForServer || path.basename(place) === 'node_modules') return
  if (!fs.statSync(place).isDirectory()) {
    hash.update(path.relative(root, place)).update('\0').update(fs.readFileSync(place)).update('\0')
    return
  }
  for (const name of fs.readdirSync(place).sort()) addTo(hash, path.join(place, name))
}
