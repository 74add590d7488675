import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number }
type EmscriptenModule = { NODEFS?: { stream_ops: { fsync?: (stream: Stream) => number } } }

/**
 * PGlite's Node file system with a real fsync.
 *
 * As shipped, PGlite acknowledges commits that live in the page cache only: its file system has no fsync operation,
 * and a power cut loses the database. This adds the operation; `openPglite` switches fsync on and checks at every
 * start that commits really reach it. Bound to the exact version in package.json: run the durability tests on a bump.
 */
export class DurableNodeFS extends NodeFS {
  /** How many times the database has flushed a file to the disk. */
  fsyncCount = 0

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...args)
    const addFsync = (module: EmscriptenModule): void => {
      if (module.NODEFS === undefined) throw new Error('this PGlite build has no NODEFS: durability cannot be provided')
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) {
          fs.fsyncSync(stream.nfd)
          this.fsyncCount++
        }
        return 0
      }
    }
    const options = started.emscriptenOpts as { preRun?: unknown[] }
    options.preRun = [...(options.preRun ?? []), addFsync]
    return started
  }
}

/** Flushes every file and folder of a fresh cluster: its first files were written before anything asked for fsync. */
export function fsyncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(full)
    else if (entry.isFile()) fsyncPath(full)
  }
  fsyncPath(folder)
}

/** Flushes one file, or which names a folder holds. */
export function fsyncPath(fileOrFolder: string): void {
  const handle = fs.openSync(fileOrFolder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
