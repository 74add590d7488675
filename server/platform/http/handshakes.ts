import type { Server } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Logger } from '#server/platform/log.ts'

/**
 * Closes a connection whose TLS handshake failed: plain http, a version that is too old, a proxy that rejects the
 * certificate, silence. Nothing is sent, because nothing could be encrypted; the log says why. A plain http server
 * never has one.
 */
export function endFailedHandshakes(server: Server, log: Pick<Logger, 'warn'>): void {
  // Runs before node:https passes the error to the handler for unreadable HTTP.
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    // ECONNRESET: only a port probe.
    if (error.code !== 'ECONNRESET')
      log.warn({ address: socket.remoteAddress ?? '', cause: error.code ?? 'unknown' }, 'a TLS handshake failed')
    socket.destroy()
  })
}
