import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TestJara } from './jara.ts'

/** A reader that asks and then reads nothing, and the responses it leaves unread, in the order asked. */
export type StalledReader = { readonly socket: Socket; readonly responses: readonly ServerResponse[] }

type Asked = { readonly cookie: string; readonly body?: object; readonly touched?: boolean }

/** A request as it is on the wire: `GET /api/wallet`. HOST is filled in when it is sent. */
export function requestTo(name: string, { cookie, body }: Asked): string {
  const head = `${name} HTTP/1.1\r\nhost: HOST\r\ncookie: ${cookie}\r\n`
  if (body === undefined) return `${head}\r\n`
  const json = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}

// Outside of every function: one inside would keep the responses for as long as its socket.
const ignore = () => undefined

/** Sends requests over a connection of its own, all at once, and never reads from it. Ends when the server has begun on all. */
export async function stall(jara: TestJara, requests: readonly string[]): Promise<StalledReader> {
  // On a busy machine a connection may be idle for too long before its requests are read: then it is lost, and another one asks.
  for (;;) {
    const reader = await tryToStall(jara, requests)
    if (reader !== null) return reader
  }
}

/** Null when the server closed the connection before it had begun on all. */
async function tryToStall(jara: TestJara, requests: readonly string[]): Promise<StalledReader | null> {
  const { host, hostname, port } = new URL(jara.url)
  const socket = connect({ port: Number(port), host: hostname })
  // It is dropped by the server, or by its test.
  socket.on('error', ignore).pause()
  const responses: ServerResponse[] = []
  const { server } = jara.app
  // One for each reader who is still connecting.
  server.setMaxListeners(0)
  const { promise: begun, resolve } = Promise.withResolvers<boolean>()
  const listen = (asked: IncomingMessage, response: ServerResponse) => {
    if (asked.socket.remotePort !== socket.localPort) return
    responses.push(response)
    if (responses.length === requests.length) resolve(true)
  }
  const watch = (accepted: Socket) => {
    // A closed connection has no port any more.
    const { remotePort } = accepted
    accepted.once('close', () => remotePort === socket.localPort && resolve(false))
  }
  server.on('request', listen).on('connection', watch)
  socket.write(requests.join('').replaceAll('HOST', host))
  const hasBegun = await begun
  server.off('request', listen).off('connection', watch)
  if (hasBegun) return { socket, responses }
  socket.destroy()
  return null
}

/** Whether something of it waits for its reader, or the reader has lost the connection already. */
export const isUnread = (response: ServerResponse) => response.writableLength > 0 || response.destroyed
