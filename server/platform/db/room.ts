import fs from 'node:fs'
import path from 'node:path'
import { isSqlError } from './database.ts'

/**
 * A server that refused a write because its disk is full counts as full this long, ms. Each refusal restarts the time.
 */
const FULL_FOR_MS = 30_000
/** More than the free part of a file's last block. */
const PROBE_BYTES = 64 * 1024
const PROBE = 'room.probe'

const CODES = ['53100', '58030', 'ENOSPC', 'EDQUOT']

/** Whether a statement or a file write failed because the disk is full or failing. The transaction was rolled back. */
export function isOutOfRoom(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return CODES.some((code) => isSqlError(error, code)) || isOutOfRoom(error.cause)
}

/** An error like that of a statement that met a full disk. */
function outOfRoom(place: string, cause?: unknown): Error {
  return Object.assign(new Error(`there is no room on the disk of ${place}`, { cause }), { code: '53100' })
}

/** @throws when nothing can be written to this folder */
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

/** Remembers whether the server's disk was full lately. */
export function watchRoom() {
  let refusedAtMs = Number.NEGATIVE_INFINITY
  return {
    /** Runs a statement and notes when the disk was full. */
    async noting<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await work()
      } catch (error) {
        if (isOutOfRoom(error)) refusedAtMs = performance.now()
        throw error
      }
    },
    /** @throws when a write was refused less than FULL_FOR_MS ago */
    requireRoom() {
      if (performance.now() - refusedAtMs < FULL_FOR_MS) throw outOfRoom('the database')
    },
  }
}
