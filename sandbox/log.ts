import fs from 'node:fs'
import path from 'node:path'
import { decodeEvent, encodeEvent } from './event-codec.ts'
import type { WorldEvent } from './events.ts'

/** The truth on disk: one JSON object per line, only ever appended to. */
export type TruthLog = {
  /** Writes before it returns. Several facts go down in one write: all of them or, after a crash, none. */
  append(facts: readonly WorldEvent[]): void
  close(): void
}

/** A log that keeps nothing, for worlds that need not outlive their process. */
export const forgetfulLog: TruthLog = { append: () => undefined, close: () => undefined }

/**
 * Opens a log, hands every fact in it to `onFact` in order, and cuts off a last line that a crash left unfinished.
 *
 * @throws Error naming the line when a line in the middle cannot be read: somebody edited the file
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

/** All of the bytes or none: half a line in the middle, left by a full disk, would keep the world from starting again. */
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
