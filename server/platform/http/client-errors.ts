import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { runWithCaller } from '#server/platform/log.ts'

/** How long a connection may take to read its answer, ms: a caller that never closes must not keep ours open. */
const LINGER_MS = 1_000

type Answer = { readonly line: string; readonly code: 'request.invalid' | 'request.too-large' }

/** Node's parser names the fault. Anything else is just unreadable. */
const BY_PARSER_CODE: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'request.too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'request.invalid' },
}
const UNREADABLE: Answer = { line: '400 Bad Request', code: 'request.invalid' }

/**
 * Responds to unparsable requests, which the application never sees, with the same headers and format. `newId` makes
 * the refusal's id. The log line repeats nothing of the request: its content is unknown.
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
    runWithCaller({ requestId: id, address: socket.remoteAddress ?? '' }, () => log.info({ code, status }, 'refused'))
    const body = JSON.stringify(new AppError(code).toBody(id))
    const own = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
    const head = [`HTTP/1.1 ${line}`, ...carried, ...own, 'cache-control: no-store', 'connection: close']
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(lingering))
  }
}
