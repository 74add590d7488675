import fs from 'node:fs'
import os from 'node:os'

const MEMORY = '/dev/shm'
/** The most that a run of all tests needs, with room to spare, bytes. */
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3

/** Whether this machine has a folder in memory with enough room for the data of every test. */
export function hasRoomInMemory(): boolean {
  if (!fs.existsSync(MEMORY)) return false
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_NEEDED_BYTES
}

/** A parent for temporary folders that need not survive a power cut: in memory, flushing and copying cost little. */
export function withoutDisk(): string {
  return hasRoomInMemory() ? MEMORY : os.tmpdir()
}
