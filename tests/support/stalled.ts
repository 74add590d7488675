import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TestJara } from './jara.ts'

/** A reader that sends requests and reads nothing, and its unread responses, in order of the requests. */
export type StalledReader = { readonly socket: Socket; readonly responses: readonly ServerResponse[] }

type Asked = { readonly cookie: string; readonly body?: object; readonly touched?: boolean }

/** A request in wire format: `GET /api/wallet`. HOST is filled in on sending. */
export function requestTo(name: string, { cookie, body }: Asked): string {
  const head = `${name} HTTP/1.1\r\nhost: HOST\r\ncookie: ${cookie}\r\n`
  if (body === undefined) return `${head}\r\n`
  const json = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}

// At module level: a closure would keep the responses alive as long as its socket.
const ignore = () => undefined

/** Sends requests over one new connection, all at once, and never reads. Resolves once the server began them all. */
export async function stall(jara: TestJara, requests: readonly string[]): Promise<StalledReader> {
  // On a busy machine the connection may time out before its requests are read: then another one tries.
  for (;;) {
    const reader = await tryToStall(jara, requests)
    if (reader !== null) return reader
  }
}

/** Null if the server closed the connection before it had begun all of them. */
async function tryToStall(jara: TestJara, requests: readonly string[]): Promise<StalledReader | null> {
  const { host, hostname, port } = new URL(jara.url)
  const socket = connect({ port: Number(port), host: hostname })
  // Either the server or the test drops the connection.
  socket.on('error', ignore).pause()
  const responses: ServerResponse[] = []
  const { server } = jara.app
  // One listener for each reader still connecting.
  server.setMaxListeners(0)
  const { promise: begun, resolve } = Promise.withResolvers<boolean>()
  const listen = (asked: IncomingMessage, response: ServerResponse) => {
    if (asked.socket.remotePort !== socket.localPort) return
    responses.push(response)
    if (responses.length === requests.length) resolve(true)
  }
  const watch = (accepted: Socket) => {
    // A closed connection has no port.
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

/** Whether the response still waits for its reader, or its connection is already lost. */
export const isUnread = (response: ServerResponse) => response.writableLength > 0 || response.destroyed
