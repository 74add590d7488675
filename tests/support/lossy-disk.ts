import fs from 'node:fs'
import path from 'node:path'

type Inode = number
type Operation =
  | { readonly kind: 'link'; readonly name: string; readonly inode: Inode; readonly folder: boolean }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'write'; readonly inode: Inode; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly inode: Inode; readonly size: number }
  | { readonly kind: 'flush'; readonly inode: Inode }

/** Everything that happened to a folder, in order, as the disk under it saw it. */
export type Recording = {
  /** How many operations there were so far: a point in time at which the power may go. */
  length(): number
  /** How many flushes happened between two points in time. */
  flushesBetween(from: number, to: number): number
  /** Puts the real file system functions back. */
  stop(): void
  /**
   * Writes into `target` what a disk holds when the power goes after `operationCount` operations.
   * `survives` decides for each 4 KiB of each write that was never flushed, and for the tail of the changes of names,
   * whether it happened to reach the disk anyway; `() => false` is the disk that wrote only what it had to.
   */
  afterPowerLoss(operationCount: number, survives: () => boolean, target: string): void
}

const PAGE_BYTES = 4096

/**
 * Records what this process does to a folder from now on, which must be empty. Works by replacing the functions of
 * `node:fs` that PGlite's file system calls; the operations still happen.
 *
 * The rules of the disk are those of a journaling file system (ext4, XFS): a flush makes the file's own bytes and all
 * earlier changes of names last. Later names survive as a prefix of their order; bytes that were not flushed survive
 * or not, page by page.
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
    flushesBetween: (from, to) => operations.slice(from, to).filter((each) => each.kind === 'flush').length,
    stop: () =>
      void Object.assign(
        fs,
        Object.fromEntries(Object.keys(replaced).map((name) => [name, real[name as keyof typeof real]])),
      ),
    afterPowerLoss: (operationCount, survives, target) =>
      writeImage(imageOf(operations.slice(0, operationCount), survives), target),
  }
}

type Content = { bytes: Buffer; size: number }
type Image = { names: Map<string, { inode: Inode; folder: boolean }>; contents: Map<Inode, Content> }

function imageOf(operations: readonly Operation[], survives: () => boolean): Image {
  const lastFlush = new Map<Inode, number>()
  operations.forEach((each, at) => {
    if (each.kind === 'flush') lastFlush.set(each.inode, at)
  })
  const namesUntil = operations.findLastIndex((each) => each.kind === 'flush')
  const image: Image = { names: new Map(), contents: new Map() }
  let namesLast = true
  operations.forEach((each, at) => {
    if (each.kind === 'flush') return
    if (each.kind === 'write' || each.kind === 'truncate') {
      applyBytes(image, each, at < (lastFlush.get(each.inode) ?? -1) ? () => true : survives)
      return
    }
    if (at > namesUntil) namesLast &&= survives()
    if (namesLast) applyName(image, each)
  })
  return image
}

function applyName(image: Image, operation: Extract<Operation, { kind: 'link' | 'rename' | 'unlink' }>): void {
  if (operation.kind === 'link') image.names.set(operation.name, operation)
  else if (operation.kind === 'unlink') image.names.delete(operation.name)
  else renameIn(image.names, operation.from, operation.to)
}

function applyBytes(
  image: Image,
  operation: Extract<Operation, { kind: 'write' | 'truncate' }>,
  survives: () => boolean,
): void {
  const content = image.contents.get(operation.inode) ?? { bytes: Buffer.alloc(PAGE_BYTES), size: 0 }
  image.contents.set(operation.inode, content)
  if (operation.kind === 'truncate') {
    if (survives()) resize(content, operation.size)
    return
  }
  for (let offset = 0; offset < operation.bytes.length; offset += PAGE_BYTES) {
    if (!survives()) continue
    const page = operation.bytes.subarray(offset, offset + PAGE_BYTES)
    const start = operation.position + offset
    resize(content, Math.max(content.size, start + page.length))
    page.copy(content.bytes, start)
  }
}

/** Bytes beyond `size` are always zero, so that growing again shows a hole and not what was there before. */
function resize(content: Content, size: number): void {
  if (size < content.size) content.bytes.fill(0, size)
  if (size > content.bytes.length) {
    const larger = Buffer.alloc(size * 2)
    content.bytes.copy(larger)
    content.bytes = larger
  }
  content.size = size
}

/** Renames a file, or a folder with everything under it. */
function renameIn<Value>(names: Map<string, Value>, from: string, to: string): void {
  for (const [name, value] of [...names]) {
    if (name !== from && !name.startsWith(from + path.sep)) continue
    names.delete(name)
    names.set(to + name.slice(from.length), value)
  }
}

function writeImage(image: Image, target: string): void {
  fs.mkdirSync(target, { recursive: true })
  const sorted = [...image.names].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, { inode, folder }] of sorted) {
    const full = path.join(target, name)
    // A name whose folder never reached the disk is out of reach.
    if (!fs.existsSync(path.dirname(full))) continue
    if (folder) fs.mkdirSync(full, { recursive: true, mode: 0o700 })
    else fs.writeFileSync(full, bytesOf(image.contents.get(inode)), { mode: 0o600 })
  }
}

function bytesOf(content: Content | undefined): Uint8Array {
  return content === undefined ? new Uint8Array(0) : content.bytes.subarray(0, content.size)
}
