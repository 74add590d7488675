import fs from 'node:fs'
import path from 'node:path'

export type Inode = number
/** What happened to a folder on a disk. Names are relative to it. */
export type Operation =
  | { readonly kind: 'link'; readonly name: string; readonly inode: Inode; readonly folder: boolean }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'write'; readonly inode: Inode; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly inode: Inode; readonly size: number }
  /** `since`: the operation count when the flush was requested, if other operations came before it ended. */
  | { readonly kind: 'flush'; readonly inode: Inode; readonly since?: number }

const PAGE_BYTES = 4096

export const flushesIn = (operations: readonly Operation[]): number =>
  operations.filter((each) => each.kind === 'flush').length

/**
 * Writes into `target` what a disk holds if power fails after these operations. `survives` decides for each 4 KiB of
 * unflushed data, and for the last renames, whether it reached the disk anyway.
 *
 * The rules are those of a journaling file system (ext4, XFS): a flush makes the file's own bytes and all earlier name
 * changes durable. Later name changes survive as a prefix of their order; unflushed bytes survive page by page.
 */
export function writeAfterPowerLoss(operations: readonly Operation[], survives: () => boolean, target: string): void {
  writeImage(imageOf(operations, survives), target)
}

type Content = { bytes: Buffer; size: number }
type Image = { names: Map<string, { inode: Inode; folder: boolean }>; contents: Map<Inode, Content> }

function imageOf(operations: readonly Operation[], survives: () => boolean): Image {
  const lastFlush = new Map<Inode, number>()
  operations.forEach((each, at) => {
    if (each.kind === 'flush') lastFlush.set(each.inode, each.since ?? at)
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

/** Bytes beyond `size` are always zero, so that a file that grows again shows a hole and no old content. */
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
export function renameIn<Value>(names: Map<string, Value>, from: string, to: string): void {
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
    // A name is unreachable if its folder never reached the disk.
    if (!fs.existsSync(path.dirname(full))) continue
    if (folder) fs.mkdirSync(full, { recursive: true, mode: 0o700 })
    else fs.writeFileSync(full, bytesOf(image.contents.get(inode)), { mode: 0o600 })
  }
}

function bytesOf(content: Content | undefined): Uint8Array {
  return content === undefined ? new Uint8Array(0) : content.bytes.subarray(0, content.size)
}
