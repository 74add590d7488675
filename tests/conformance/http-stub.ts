import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'

type Seen = { readonly method: string; readonly url: string; readonly headers: object; readonly body: string }
export type Reaction = (response: http.ServerResponse, seen: Seen) => void

/** A provider that replies as the test says, and records its requests. */
export type Stub = {
  readonly baseUrl: string
  readonly seen: Seen[]
  reaction: Reaction
  close(): Promise<void>
}

/** Starts a raw HTTP server on a free port. */
export async function startStub(): Promise<Stub> {
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8')
    })
    request.on('end', () => {
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      stub.seen.push(seen)
      stub.reaction(response, seen)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stub: Stub = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    reaction: (response) => response.destroy(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stub
}

/** Responds with JSON and a status. */
export function json(status: number, body: unknown): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

/** Responds with these bytes, a status and a content type. */
export function raw(status: number, body: string | Buffer, contentType = 'application/json'): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType })
    response.end(body)
  }
}

/** A clock that stays still until a test moves it. */
export function handClock(): Clock & { advance(ms: number): void } {
  let nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
  }
}

/** Keeps every line as text, to search for what must not be in it. */
export function memoryLog(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (...parts: unknown[]): void => {
    lines.push(JSON.stringify(parts))
  }
  return { lines, debug: write, info: write, warn: write, error: write }
}
