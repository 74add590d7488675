import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_SETTINGS, SHARED_SETTINGS } from './setting-names.js'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A message for the person at the keyboard: shown as it is, without a stack. */
export class PlainError extends Error {}

/**
 * The Node that runs the product: the one installed with the packages, otherwise the current one if it is new enough.
 *
 * @throws PlainError if neither exists
 */
export function findRuntime() {
  const packaged = path.join(root, runtimePackage(), 'bin', 'node')
  if (fs.existsSync(packaged)) return packaged
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new PlainError(
    `Jara needs Node ${NODE_MIN} or newer on this kind of machine; this is ${process.version}. Install it from https://nodejs.org and start again.`,
  )
}

/** Where npm puts the runtime for this kind of machine, if there is one. */
export function runtimePackage() {
  return `node_modules/node-${process.platform}-${process.arch}`
}

/** The first with Argon2, which hashes passwords; server/platform/node-version.ts reports it to other starters. */
export const NODE_MIN = '24.7'

/** Whether the product runs on this version of Node, such as `24.21.0`. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMin = 0, minorMin = 0] = NODE_MIN.split('.').map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
}

/** What a build needs from the environment: locations, network access and terminal features. */
const TOOLS_MAY_SEE = new RegExp(
  `^(?:${[
    'PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|LANG|LANGUAGE|TZ|TMPDIR|TMP|TEMP',
    'HTTPS?_PROXY|ALL_PROXY|NO_PROXY|SSL_CERT_(?:FILE|DIR)|LD_LIBRARY_PATH',
    'NODE_(?:OPTIONS|EXTRA_CA_CERTS|COMPILE_CACHE)',
    'SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|HOMEDRIVE|HOMEPATH',
    'PROGRAMFILES|PROGRAMDATA|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE',
  ].join('|')}|(?:LC|XDG)_\\w+)$`,
  'i',
)

/** npm's own settings, which may hold credentials for a private registry. */
const NPM_MAY_SEE = /^(?:npm_\w+|NPM_TOKEN|NODE_AUTH_TOKEN)$/i

/** The environment without this installation's settings: none of its keys and passwords reach the build. */
export function environmentForBuild(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => TOOLS_MAY_SEE.test(name)))
}

/** Like environmentForBuild, plus npm's registry settings. */
export function environmentForNpm(env = process.env) {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => NPM_MAY_SEE.test(name)))
  return { ...environmentForBuild(env), ...own }
}

/** Variables that Node and its components read themselves. */
const PROGRAMS_MAY_SEE = /^(?:UV_THREADPOOL_SIZE|NODE_(?!AUTH_TOKEN$)\w+)$/

/** The sandbox world's settings: those it shares with the app, and where it sends webhooks. */
const SANDBOX_SETTINGS = [...SHARED_SETTINGS, 'SANDBOX_WEBHOOK_URL', 'SANDBOX_VTPASS_CALLBACK_URL']

/** A part's environment: what every program needs, and the part's own settings. */
export function environmentForPart(script, env = process.env) {
  const isSandbox = script.startsWith('sandbox/')
  const own = new Set(isSandbox ? SANDBOX_SETTINGS : APP_SETTINGS)
  // The database driver reads the PG… variables besides the address.
  const isOwn = (name) =>
    own.has(name) ||
    own.has(name.replace(/_FILE$/, '')) ||
    PROGRAMS_MAY_SEE.test(name) ||
    TOOLS_MAY_SEE.test(name) ||
    (!isSandbox && name.startsWith('PG'))
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => isOwn(name))), ...pastProxy(env) }
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** If Node is told to use a proxy (NODE_USE_ENV_PROXY), app and sandbox world still reach each other directly. */
function pastProxy(env) {
  const own = (env.no_proxy || env.NO_PROXY || '').split(',').filter((each) => each.trim() !== '')
  const names = [...new Set([...own, ...THIS_MACHINE])].join(',')
  return { NO_PROXY: names, no_proxy: names }
}

/** The environment in which `node` and every tool of node_modules use that runtime. */
export function environmentFor(runtime, extra = {}, env = process.env) {
  const folders = [path.dirname(runtime), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  return { ...env, PATH: folders.join(path.delimiter), ...extra }
}
