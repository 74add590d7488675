import fs from 'node:fs'
import os from 'node:os'

const MEMORY = '/dev/shm'
/** What a run of all tests needs at most, with room to spare, bytes. */
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3

/** Whether this machine has a folder in memory with enough room for the data of every test. */
export function hasRoomInMemory(): boolean {
  if (!fs.existsSync(MEMORY)) return false
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_NEEDED_BYTES
}

/** A parent for temporary folders whose data nobody has to find after a power cut: flushing and copying cost almost nothing in memory. */
export function withoutDisk(): string {
  return hasRoomInMemory() ? MEMORY : os.tmpdir()
}
