import type { Server } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Logger } from '#server/platform/log.ts'

/**
 * Ends a connection on which no TLS came about: plain http, a version that is too old, a proxy that does not believe the
 * certificate, silence. Nothing is answered, because nothing could be said in secret; the log says why. A server of plain
 * http has no such connection.
 */
export function endFailedHandshakes(server: Server, log: Pick<Logger, 'warn'>): void {
  // Before node:https passes it to the handler for unreadable HTTP.
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    // Somebody looked whether the port is open.
    if (error.code !== 'ECONNRESET')
      log.warn({ address: socket.remoteAddress ?? '', cause: error.code ?? 'unknown' }, 'a TLS handshake failed')
    socket.destroy()
  })
}
