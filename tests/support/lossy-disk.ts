import fs from 'node:fs'
import path from 'node:path'
import { flushesIn, type Inode, type Operation, renameIn, writeAfterPowerLoss } from './disk-image.ts'

/** Everything that happened to a folder, in order, as the disk under it saw it. */
export type Recording = {
  /** The number of operations so far: a point at which the power can fail. */
  length(): number
  /** The number of flushes between two points. */
  flushesBetween(from: number, to: number): number
  /** Puts the real file system functions back. */
  stop(): void
  /**
   * Writes into `target` what a disk holds if power fails after `operationCount` operations. `survives` decides for
   * each 4 KiB of unflushed data, and for the last renames, whether it reached the disk anyway; `() => false` is a disk
   * that wrote only what it had to.
   */
  afterPowerLoss(operationCount: number, survives: () => boolean, target: string): void
}

/**
 * Records what this process does to an empty folder from now on, by replacing the `node:fs` functions that PGlite's
 * file system calls; the operations still happen.
 */
export function recordDisk(root: string): Recording {
  const operations: Operation[] = []
  const inodes = new Map<string, Inode>()
  const handles = new Map<number, Inode>()
  const real = { ...fs }
  let nextInode: Inode = 1

  const within = (file: fs.PathLike) => path.resolve(String(file)).startsWith(`${path.resolve(root)}${path.sep}`)
  const nameOf = (file: fs.PathLike) => path.relative(root, path.resolve(String(file)))
  function link(file: fs.PathLike, folder: boolean): Inode {
    const inode = nextInode++
    inodes.set(nameOf(file), inode)
    operations.push({ kind: 'link', name: nameOf(file), inode, folder })
    return inode
  }
  function unlink(file: fs.PathLike): void {
    inodes.delete(nameOf(file))
    operations.push({ kind: 'unlink', name: nameOf(file) })
  }
  function truncate(inode: Inode | undefined, size: number): void {
    if (inode !== undefined) operations.push({ kind: 'truncate', inode, size })
  }

  const replaced: Partial<typeof fs> = {
    mkdirSync: ((file: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
      const existed = fs.existsSync(file)
      const answer = real.mkdirSync(file, options)
      if (!existed && within(file)) link(file, true)
      return answer
    }) as typeof fs.mkdirSync,
    openSync(file, flags, mode) {
      const existed = fs.existsSync(file)
      const handle = real.openSync(file, flags, mode)
      if (!within(file)) return handle
      const inode = existed ? (inodes.get(nameOf(file)) ?? link(file, false)) : link(file, false)
      handles.set(handle, inode)
      if (existed && typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0) truncate(inode, 0)
      return handle
    },
    closeSync(handle) {
      handles.delete(handle)
      real.closeSync(handle)
    },
    writeFileSync(file, data, options) {
      if (typeof file === 'number' || !within(file as fs.PathLike)) return real.writeFileSync(file, data, options)
      if (data !== '') throw new Error('the recording knows writeFileSync only as the making of an empty file')
      real.writeFileSync(file, data, options)
      link(file as fs.PathLike, false)
    },
    writeSync: ((handle: number, buffer: Int8Array, offset: number, length: number, position: number) => {
      const written = real.writeSync(handle, buffer, offset, length, position)
      const inode = handles.get(handle)
      if (inode !== undefined) {
        const bytes = Buffer.from(buffer.slice(offset, offset + written).buffer)
        operations.push({ kind: 'write', inode, position, bytes })
      }
      return written
    }) as typeof fs.writeSync,
    ftruncateSync(handle, size) {
      real.ftruncateSync(handle, size)
      truncate(handles.get(handle), size ?? 0)
    },
    truncateSync(file, size) {
      real.truncateSync(file, size)
      if (within(file)) truncate(inodes.get(nameOf(file)), size ?? 0)
    },
    renameSync(from, to) {
      real.renameSync(from, to)
      if (within(from)) moveNames(nameOf(from), nameOf(to))
    },
    unlinkSync(file) {
      real.unlinkSync(file)
      if (within(file)) unlink(file)
    },
    rmdirSync(file, options) {
      real.rmdirSync(file, options)
      if (within(file)) unlink(file)
    },
    fsyncSync(handle) {
      real.fsyncSync(handle)
      const inode = handles.get(handle)
      if (inode !== undefined) operations.push({ kind: 'flush', inode })
    },
  }
  function moveNames(from: string, to: string): void {
    operations.push({ kind: 'rename', from, to })
    renameIn(inodes, from, to)
  }

  Object.assign(fs, replaced)
  return {
    length: () => operations.length,
    flushesBetween: (from, to) => flushesIn(operations.slice(from, to)),
    stop: () =>
      void Object.assign(
        fs,
        Object.fromEntries(Object.keys(replaced).map((name) => [name, real[name as keyof typeof real]])),
      ),
    afterPowerLoss: (operationCount, survives, target) =>
      writeAfterPowerLoss(operations.slice(0, operationCount), survives, target),
  }
}
