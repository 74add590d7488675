import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_SETTINGS, SHARED_SETTINGS } from './setting-names.js'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A sentence for the person at the keyboard: shown as it is, without a stack. */
export class PlainError extends Error {}

/**
 * The Node that runs the product: the one that came with the packages, else the current one when it is new enough.
 *
 * @throws PlainError when there is none
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

/** The first with Argon2, by which passwords are hashed. server/platform/node-version.ts says so to who starts without this. */
export const NODE_MIN = '24.7'

/** Whether the product runs on this version of Node, such as `24.21.0`. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMin = 0, minorMin = 0] = NODE_MIN.split('.').map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
}

/** What building needs of the environment: where things are, the way out, what a terminal can. */
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

/** npm's own settings, which may hold the way into a private registry. */
const NPM_MAY_SEE = /^(?:npm_\w+|NPM_TOKEN|NODE_AUTH_TOKEN)$/i

/** The environment without this installation's settings: no key and no password of it reaches the build. */
export function environmentForBuild(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => TOOLS_MAY_SEE.test(name)))
}

/** As for the build, plus npm's registry settings. */
export function environmentForNpm(env = process.env) {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => NPM_MAY_SEE.test(name)))
  return { ...environmentForBuild(env), ...own }
}

/** What Node and its parts read by themselves. */
const PROGRAMS_MAY_SEE = /^(?:UV_THREADPOOL_SIZE|NODE_(?!AUTH_TOKEN$)\w+)$/

/** The settings of the sandbox world: those it shares with the app, and whom it brings webhooks to. */
const SANDBOX_SETTINGS = [...SHARED_SETTINGS, 'SANDBOX_WEBHOOK_URL', 'SANDBOX_VTPASS_CALLBACK_URL']

/** What a part of the product is started with: what every program needs, and the settings that are its own. */
export function environmentForPart(script, env = process.env) {
  const isSandbox = script.startsWith('sandbox/')
  const own = new Set(isSandbox ? SANDBOX_SETTINGS : APP_SETTINGS)
  // The database driver reads those beside the address.
  const isOwn = (name) =>
    own.has(name) ||
    own.has(name.replace(/_FILE$/, '')) ||
    PROGRAMS_MAY_SEE.test(name) ||
    TOOLS_MAY_SEE.test(name) ||
    (!isSandbox && name.startsWith('PG'))
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => isOwn(name))), ...pastProxy(env) }
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** A proxy that Node is told to use (NODE_USE_ENV_PROXY) is the way out: app and sandbox world reach each other without it. */
function pastProxy(env) {
  const own = (env.no_proxy || env.NO_PROXY || '').split(',').filter((each) => each.trim() !== '')
  const names = [...new Set([...own, ...THIS_MACHINE])].join(',')
  return { NO_PROXY: names, no_proxy: names }
}

/** The environment in which `node` and every tool of node_modules run on that runtime. */
export function environmentFor(runtime, extra = {}, env = process.env) {
  const folders = [path.dirname(runtime), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  return { ...env, PATH: folders.join(path.delimiter), ...extra }
}
