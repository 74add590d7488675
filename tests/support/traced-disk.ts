import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Inode, type Operation, renameIn } from './disk-image.ts'

const CALLS = [
  ...['openat', 'pwrite64', 'pwritev', 'pwritev2', 'write', 'writev', 'lseek', 'copy_file_range'],
  ...['fsync', 'fdatasync', 'ftruncate', 'truncate', 'fallocate', 'rename', 'renameat', 'renameat2', 'unlink'],
  ...['unlinkat', 'mkdir', 'mkdirat', 'rmdir', 'link', 'linkat', 'sendto'],
]

/** Whether strace is installed and may trace: a container can forbid it. */
export const canTrace = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** The prefix that makes a command write everything it does to files into `file`. The command keeps its process id. */
export const traceInto = (file: string): string[] => [
  ...['strace', '-D', '-f', '-y', '-xx', '-s', '4000000', '-o', file, '-e', `trace=${CALLS.join(',')}`],
]

/** What a traced PostgreSQL did to its data folder, and after how many operations it sent a client "COMMIT". */
export type Traced = { readonly operations: readonly Operation[]; readonly acknowledgedAt: readonly number[] }

/** Reads the trace of a server on `data`, which at the start held `base`, all of it flushed. */
export function readTrace(trace: string, data: string, base: string): Traced {
  const disk = replay(data)
  disk.take(base)
  const unfinished = new Map<string, { call: string; since: number }>()
  for (const line of trace.slice(0, trace.lastIndexOf('\n')).split('\n')) {
    const [, process = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1]
    if (begun !== undefined) {
      unfinished.set(process, { call: begun, since: disk.operations.length })
      // A client may receive its reply before the call that sends it returns.
      if (begun.startsWith('sendto(')) disk.acknowledge(begun)
      continue
    }
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    const before = resumed === undefined ? undefined : unfinished.get(process)
    const call = before === undefined ? rest : before.call + resumed
    if (call.startsWith('sendto(')) {
      if (before === undefined) disk.acknowledge(call)
    } else disk.apply(process, call, before?.since)
  }
  return disk
}

/** The call, its arguments with all text still in hexadecimal, and its result. */
const CALL = /^(\w+)\((.*)\) += (-?\d+)/

function replay(data: string) {
  const operations: Operation[] = []
  const acknowledgedAt: number[] = []
  const inodes = new Map<string, Inode>()
  /** The file positions of calls that write where the last one stopped. */
  const places = new Map<string, number>()
  let next: Inode = 1

  const nameOf = (full: string): string | null => {
    const absolute = path.resolve(data, full)
    return absolute.startsWith(`${data}${path.sep}`) ? path.relative(data, absolute) : null
  }
  function link(name: string, folder: boolean): Inode {
    const inode = next++
    inodes.set(name, inode)
    operations.push({ kind: 'link', name, inode, folder })
    return inode
  }
  function write(inode: Inode, position: number, bytes: Buffer): void {
    operations.push({ kind: 'write', inode, position, bytes })
  }

  function apply(process: string, line: string, since: number | undefined): void {
    const [, call = '', args = '', answer = '-1'] = CALL.exec(line) ?? []
    const result = Number(answer)
    if (result < 0) return
    const [descriptor = ''] = args.split('<', 1)
    const opened = /^\d+<([^>]*)>/.exec(args)?.[1]
    const texts = [...args.matchAll(/"([^"]*)"/g)].map((found) => bytesOf(found[1] ?? ''))
    const named = texts.map((text) => nameOf(text.toString()))
    const inode = opened === undefined ? undefined : inodes.get(nameOf(bytesOf(opened).toString()) ?? '')
    const place = `${process}/${descriptor}`
    const numbers = args.split(',').map((each) => Number(each.trim()))
    switch (call) {
      case 'openat': {
        const [name] = named
        if (name === undefined || name === null || !/O_(WRONLY|RDWR)/.test(args)) return
        places.set(`${process}/${result}`, 0)
        if (!inodes.has(name) && args.includes('O_CREAT')) link(name, false)
        else if (args.includes('O_TRUNC')) operations.push({ kind: 'truncate', inode: inodes.get(name) ?? 0, size: 0 })
        return
      }
      case 'lseek':
        places.set(place, result)
        return
      case 'write':
      case 'writev': {
        const position = places.get(place) ?? 0
        places.set(place, position + result)
        if (inode !== undefined) write(inode, position, Buffer.concat(texts).subarray(0, result))
        return
      }
      case 'pwrite64':
      case 'pwritev':
      case 'pwritev2': {
        const position = numbers.at(call === 'pwritev2' ? -2 : -1) ?? Number.NaN
        if (inode !== undefined) write(inode, position, Buffer.concat(texts).subarray(0, result))
        return
      }
      case 'fsync':
      case 'fdatasync':
        // A folder's names, which every flush makes durable.
        operations.push({ kind: 'flush', inode: inode ?? 0, ...(since === undefined ? {} : { since }) })
        return
      case 'ftruncate':
        if (inode !== undefined) operations.push({ kind: 'truncate', inode, size: numbers.at(-1) ?? 0 })
        return
      case 'rename':
      case 'renameat':
      case 'renameat2': {
        const [from, to] = named
        if (from == null || to == null) return
        operations.push({ kind: 'rename', from, to })
        renameIn(inodes, from, to)
        return
      }
      case 'unlink':
      case 'unlinkat':
      case 'rmdir': {
        const [name] = named
        if (name == null) return
        operations.push({ kind: 'unlink', name })
        inodes.delete(name)
        return
      }
      case 'mkdir':
      case 'mkdirat':
        if (named[0] != null) link(named[0], true)
        return
      default:
        if (inode !== undefined) throw new Error(`a call the trace does not know: ${line.slice(0, 200)}`)
    }
  }

  return {
    operations,
    acknowledgedAt,
    apply,
    acknowledge(call: string): void {
      const [, sent = ''] = /"([^"]*)"/.exec(call) ?? []
      if (bytesOf(sent).includes('COMMIT\0')) acknowledgedAt.push(operations.length)
    },
    /** Adds everything in a folder as if it had just been written and flushed. */
    take(base: string): void {
      for (const entry of fs.readdirSync(base, { recursive: true, withFileTypes: true })) {
        const full = path.join(entry.parentPath, entry.name)
        const inode = link(path.relative(base, full), entry.isDirectory())
        if (entry.isFile()) write(inode, 0, fs.readFileSync(full))
        operations.push({ kind: 'flush', inode })
      }
    },
  }
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
