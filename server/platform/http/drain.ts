import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests in hand get this long to end once the server stops, ms. Shorter than what a supervisor waits before it kills. */
const DRAIN_MS = 8_000

/**
 * Makes the end of the server come soon. node:http waits a minute for a connection that has never carried a request,
 * and browsers open such connections ahead of need: they are closed at once. Requests in hand may end, for a while, and
 * take their connections with them.
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

/** Of a connection, by its two ends: with TLS a request knows another socket than the one that came in. */
function nameOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ')
}
