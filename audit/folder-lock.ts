import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** The program that keeps money in this folder is running. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Holds the data folder's exclusive lock, the same one the app takes, while `work` copies it. The lock is a listening
 * socket named after the folder's real path; the kernel releases it whenever its process ends.
 *
 * @throws FolderInUseError when the app has the folder open
 */
export async function whileLocked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const name = `jara-${createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)}`
  const onLinux = process.platform === 'linux'
  const address = onLinux ? `\0${name}` : path.join(os.tmpdir(), `${name}.sock`)
  const server = net.createServer((socket) => socket.end())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new FolderInUseError(`${folder} is in use`, { cause: error }) : error),
    )
    server.listen({ path: address }, resolve)
  })
  try {
    return await work()
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
