import fs from 'node:fs'
import path from 'node:path'
import { isSqlError } from './database.ts'

/** A server that refused to write for want of room counts as full this long, ms. The next refusal begins it again. */
const FULL_FOR_MS = 30_000
/** More than what is left over in the last block of a file. */
const PROBE_BYTES = 64 * 1024
const PROBE = 'room.probe'

const CODES = ['53100', '58030', 'ENOSPC', 'EDQUOT']

/** Whether a statement or a file write failed because the disk is full or failing. The transaction was rolled back. */
export function isOutOfRoom(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return CODES.some((code) => isSqlError(error, code)) || isOutOfRoom(error.cause)
}

/** Looks like the error of a statement that found no room. */
function outOfRoom(place: string, cause?: unknown): Error {
  return Object.assign(new Error(`there is no room on the disk of ${place}`, { cause }), { code: '53100' })
}

/** @throws when nothing can be added to this folder */
export function requireRoomIn(folder: string): void {
  const file = path.join(folder, PROBE)
  try {
    const handle = fs.openSync(file, 'w')
    try {
      fs.writeSync(handle, Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0)
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    throw outOfRoom(folder, error)
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/** What a process knows of the room on a server's disk: whether it was refused lately. */
export function watchRoom() {
  let refusedAtMs = Number.NEGATIVE_INFINITY
  return {
    /** Runs a statement, and notes that there was no room for it. */
    async noting<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await work()
      } catch (error) {
        if (isOutOfRoom(error)) refusedAtMs = performance.now()
        throw error
      }
    },
    /** @throws when it was refused less than FULL_FOR_MS ago */
    requireRoom() {
      if (performance.now() - refusedAtMs < FULL_FOR_MS) throw outOfRoom('the database')
    },
  }
}
