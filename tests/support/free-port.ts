import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Below the system's ephemeral port range, so that no other program can be given ours. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES_MAX = 50

/**
 * A port nobody uses, and that no other test is given while this process lives: also not before its program listens
 * there, or between its end and its next start. Taken, it would answer for that program with another test's wallet.
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

/** Holds the UDP port of the same number, which nothing else here uses: the system gives it to one, until its process ends. */
async function isReserved(port: number): Promise<boolean> {
  const mark = dgram.createSocket('udp4').unref()
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  return await once(mark, 'listening').then(
    () => true,
    () => false,
  )
}
