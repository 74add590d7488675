import fs from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..', '..')

/** A sentence for the person at the keyboard: shown as it is, without a stack. */
export class PlainError extends Error {}

/**
 * The Node that runs the product: the one that came with the packages, else the current one when it is new enough.
 *
 * @throws PlainError when there is none
 */
export function findRuntime() {
  const packaged = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (fs.existsSync(packaged)) return packaged
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new PlainError(
    `Jara needs Node 22.22 or newer on this kind of machine; this is ${process.version}. Install it from https://nodejs.org and start again.`,
  )
}

/** The environment in which `node` and every tool of node_modules run on that runtime. */
export function environmentFor(runtime, extra = {}) {
  const folders = [path.dirname(runtime), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  return { ...process.env, PATH: folders.join(path.delimiter), ...extra }
}
