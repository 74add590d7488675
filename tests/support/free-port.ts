import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Below the system's ephemeral port range, so that no other program is assigned ours. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES_MAX = 50

/**
 * A free port that no other test gets while this process lives, even before its program listens on it, or between its
 * end and its next start. Otherwise another test's product could answer in its place.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if ((await isFree(port)) && (await isReserved(port))) return port
  }
  throw new Error('no free port was found')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, 'localhost', () => server.close(() => resolve(true)))
  })
}

/** Reserves the port by holding the UDP port of the same number, unused otherwise, until the process ends. */
async function isReserved(port: number): Promise<boolean> {
  const mark = dgram.createSocket('udp4').unref()
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  return await once(mark, 'listening').then(
    () => true,
    () => false,
  )
}
