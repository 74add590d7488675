import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 200

/**
 * Lets one process at a time install or build in a checkout; the others print that they are waiting. A listening socket
 * is the lock, as for the data folder (server/platform/db/folder-lock.ts): the kernel closes it however the process
 * ends, even mid-build.
 */
export async function oneAtATime(checkout, work) {
  const address = addressFor(checkout)
  let lock = await take(address)
  if (lock === null) console.log('Another start is installing or building here: waiting for it …')
  while (lock === null) {
    await sleep(LOOK_EVERY_MS)
    lock = await take(address)
  }
  try {
    return await work()
  } finally {
    await new Promise((resolve) => lock.close(resolve))
  }
}

/** On Linux an abstract name, not a file; on Windows a pipe; elsewhere a file, removed once nobody listens on it. */
function addressFor(checkout) {
  const name = `jara-start-${createHash('sha256').update(fs.realpathSync(checkout)).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`)
}

/** Null while another process holds it. */
async function take(address) {
  const isFile = path.isAbsolute(address) && process.platform !== 'win32'
  if (isFile && fs.existsSync(address) && !(await answers(address))) fs.rmSync(address, { force: true })
  return await new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.end())
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen({ path: address }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(address) {
  return new Promise((resolve) => {
    const probe = net.connect({ path: address })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
