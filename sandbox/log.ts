import fs from 'node:fs'
import path from 'node:path'
import { decodeEvent, encodeEvent } from './event-codec.ts'
import type { WorldEvent } from './events.ts'

/** The truth log on disk: one JSON object per line, append-only. */
export type TruthLog = {
  /** Writes before it returns. Several facts are one write: after a crash all of them are there, or none. */
  append(facts: readonly WorldEvent[]): void
  close(): void
}

/** A log that stores nothing, for worlds that end with their process. */
export const forgetfulLog: TruthLog = { append: () => undefined, close: () => undefined }

/**
 * Opens a log, passes every fact in it to `onFact` in order, and cuts off a last line that a crash left unfinished.
 *
 * @throws Error naming the line if one in the middle is unreadable: somebody edited the file
 */
export function openLog(file: string, onFact: (fact: WorldEvent) => void): TruthLog {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const handle = fs.openSync(file, 'a+', 0o600)
  const text = fs.readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) fs.ftruncateSync(handle, Buffer.byteLength(whole))
  let number = 0
  for (const line of whole.split('\n')) {
    number++
    if (line !== '') onFact(readLine(file, line, number))
  }
  return {
    append: (facts) => appendWhole(handle, Buffer.from(facts.map((fact) => `${encodeEvent(fact)}\n`).join(''))),
    close: () => fs.closeSync(handle),
  }
}

/** Writes all bytes or none: half a line in the middle, left by a full disk, would keep the world from starting. */
function appendWhole(handle: number, bytes: Buffer): void {
  const { size } = fs.fstatSync(handle)
  try {
    for (let written = 0; written < bytes.length; ) written += fs.writeSync(handle, bytes, written)
  } catch (cause) {
    fs.ftruncateSync(handle, size)
    throw cause
  }
}

function readLine(file: string, line: string, number: number): WorldEvent {
  try {
    return decodeEvent(line)
  } catch (cause) {
    throw new Error(`line ${number} of ${file} cannot be read; move the file away to begin another world`, { cause })
  }
}
