import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Another process has this data folder open. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Jara process. Stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUseError'
  }
}

/**
 * Takes the one exclusive lock on a data folder and holds it until released or until this process ends, however it ends.
 * A listening socket is the lock: the kernel closes it even on kill -9, so there is never a stale one to clear by hand.
 * On Linux the name is abstract (no file); elsewhere a socket file, removed when no process listens on it.
 *
 * @throws FolderInUseError when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = `jara-${createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)}`
  const abstract = process.platform === 'linux'
  const address = abstract ? `\0${name}` : path.join(os.tmpdir(), `${name}.sock`)
  if (!abstract && fs.existsSync(address) && !(await answers(address))) fs.rmSync(address, { force: true })

  // Sockets are destroyed at once, so no client can cause an error here.
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new FolderInUseError(folder) : error),
    )
    server.listen({ path: address }, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect({ path: address })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
