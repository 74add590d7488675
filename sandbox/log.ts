import fs from 'node:fs'
import path from 'node:path'
import type { SandboxEmail, WorldEvent } from './events.ts'

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
    append: (facts) => {
      fs.writeSync(handle, facts.map((fact) => `${JSON.stringify(fact, bigintAsText)}\n`).join(''))
    },
    close: () => fs.closeSync(handle),
  }
}

function readLine(file: string, line: string, number: number): WorldEvent {
  try {
    return current(JSON.parse(line, koboAsBigint))
  } catch (cause) {
    throw new Error(`line ${number} of ${file} cannot be read; move the file away to begin another world`, { cause })
  }
}

/** Logs written before have emails under another name. */
function current(event: WorldEvent | { at: string; type: 'letter.received'; letter: SandboxEmail }): WorldEvent {
  return event.type === 'letter.received' ? { at: event.at, type: 'email.received', email: event.letter } : event
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function koboAsBigint(key: string, value: unknown): unknown {
  return key.endsWith('Kobo') && typeof value === 'string' ? BigInt(value) : value
}
