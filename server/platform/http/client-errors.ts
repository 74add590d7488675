import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { servedFor } from '#server/platform/log.ts'

/** After its answer a connection gets this long to take it, ms: a caller that never closes their side must not keep ours. */
const LINGER_MS = 1_000

type Answer = { readonly line: string; readonly code: 'request.invalid' | 'request.too-large' }

/** Node's parser names what it could not read. Anything else is simply not readable. */
const BY_PARSER_CODE: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'request.too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'request.invalid' },
}
const UNREADABLE: Answer = { line: '400 Bad Request', code: 'request.invalid' }

/**
 * Responds to what is not a valid request: the application never sees it, and the response has the same headers and format. `newId`
 * makes the id of a refusal. Its line in the log says nothing of what was sent: nobody knows what it was.
 */
export function handleClientError(
  newId: () => string,
  log: Pick<Logger, 'info'>,
  headers: Readonly<Record<string, string>>,
): (error: ConnectionError, socket: Socket) => void {
  const carried = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { line, code } = BY_PARSER_CODE[error.code] ?? UNREADABLE
    const id = newId()
    const status = Number.parseInt(line, 10)
    servedFor({ requestId: id, address: socket.remoteAddress ?? '' }, () => log.info({ code, status }, 'refused'))
    const body = JSON.stringify(new AppError(code).toBody(id))
    const own = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
    const head = [`HTTP/1.1 ${line}`, ...carried, ...own, 'cache-control: no-store', 'connection: close']
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(lingering))
  }
}
