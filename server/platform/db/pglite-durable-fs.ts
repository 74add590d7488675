import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number; path?: string }
type StreamOperations = {
  fsync?: (stream: Stream) => number
  write: (stream: Stream, ...rest: unknown[]) => number
}
type NodeOperations = { setattr: (node: unknown, attributes: { mode?: number }) => void }
type EmscriptenModule = { NODEFS?: { stream_ops: StreamOperations; node_ops: NodeOperations } }

/** A file's kind and what its owner may do. */
const OWNERS_ALONE = ~0o077

/** The write-ahead log: what cannot be written there cannot be committed. */
const LOG_FOLDER = '/pg_wal/'

/**
 * PGlite's Node file system with a real fsync and owner-only files.
 *
 * As shipped, PGlite acknowledges commits that exist only in the page cache: its file system has no fsync operation, so
 * a power cut loses the database. This adds the operation; `openPglite` enables fsync and checks at every start that
 * commits reach it. It is tied to the exact version in package.json: run the durability tests on a bump.
 *
 * As shipped, PGlite also makes each new file readable and writable for everyone: it sets the mode after creation,
 * bypassing the umask.
 *
 * When a flush or a log write fails, the disk's content is unknown. PostgreSQL then stops at once and recovers from the
 * log at its next start. Inside this process that would hang, so the process exits instead.
 */
export class DurableNodeFS extends NodeFS {
  /** How many times the database has flushed a file to the disk. */
  fsyncCount = 0

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...args)
    const adapt = (module: EmscriptenModule): void => {
      if (module.NODEFS === undefined) throw new Error('this PGlite build has no NODEFS: durability cannot be provided')
      const operations = module.NODEFS.stream_ops
      operations.fsync = ({ nfd }) => {
        if (nfd !== undefined) orEnd(() => fs.fsyncSync(nfd))
        this.fsyncCount++
        return 0
      }
      const { write } = operations
      operations.write = (stream, ...rest) =>
        stream.path?.includes(LOG_FOLDER) === true ? orEnd(() => write(stream, ...rest)) : write(stream, ...rest)
      const nodes = module.NODEFS.node_ops
      const { setattr } = nodes
      nodes.setattr = (node, attributes) =>
        setattr(
          node,
          attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & OWNERS_ALONE },
        )
    }
    const options = started.emscriptenOpts as { preRun?: unknown[] }
    options.preRun = [...(options.preRun ?? []), adapt]
    return started
  }
}

/** Runs work that a commit depends on; if it fails, exits the process. */
function orEnd<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    // Not through the console: nothing may delay the exit.
    fs.writeSync(process.stderr.fd, `${whyItEnds(error)}\n`)
    process.exit(1)
  }
}

function whyItEnds(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return `The disk under the data folder is full or fails (${code}), so nothing more can be kept safely and Jara has stopped. Nothing that was confirmed is lost. Make room on the disk, then start Jara again.`
}

/** Flushes every file and folder of a fresh cluster: its first files were written before fsync was on. */
export function fsyncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(full)
    else if (entry.isFile()) fsyncPath(full)
  }
  fsyncPath(folder)
}

/** Flushes one file, or a folder's list of names. */
export function fsyncPath(fileOrFolder: string): void {
  const handle = fs.openSync(fileOrFolder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
