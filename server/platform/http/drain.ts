import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long requests in progress may run after the server stops, ms. Shorter than a supervisor's wait before it kills.
 */
const DRAIN_MS = 8_000

/**
 * Makes the server close soon. node:http waits a minute for a connection that has never carried a request, and browsers
 * open such connections in advance: these are closed at once. Requests in progress get `drainMs` to finish, and their
 * connections close with them.
 */
export function drainOnClose<Server extends HttpServer>(
  app: Pick<FastifyInstance<Server>, 'server' | 'addHook'>,
  drainMs = DRAIN_MS,
): void {
  const unused = new Map<string, Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy()
      return
    }
    const name = nameOf(socket)
    unused.set(name, socket)
    socket.once('close', () => unused.delete(name))
  })
  app.server.prependListener('request', ({ socket }: IncomingMessage) => {
    if (unused.size > 0) unused.delete(nameOf(socket))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused.values()) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })
}

/** Identifies a connection by its two ends: with TLS, a request's socket is not the one that arrived. */
function nameOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ')
}
