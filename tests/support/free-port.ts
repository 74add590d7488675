import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the range from which the system gives ports to everybody who asks for any: none of those can take ours. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES_MAX = 50

/** A port nobody uses at this moment, and that nobody gets by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isFree(port)) return port
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
