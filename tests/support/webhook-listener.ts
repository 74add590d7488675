import http from 'node:http'
import { text } from 'node:stream/consumers'

export type Received = { readonly url: string; readonly headers: http.IncomingHttpHeaders; readonly body: string }

export type WebhookListener = {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** How it responds from now on. */
  respondWith(status: number, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

/** An operator's own system on this machine, which accepts whatever is posted to it. */
export async function listenForWebhooks(): Promise<WebhookListener> {
  const received: Received[] = []
  let [status, headers]: [number, Readonly<Record<string, string>>] = [204, {}]
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/alarms?key=k1`,
    port,
    received,
    respondWith(nextStatus, nextHeaders = {}) {
      status = nextStatus
      headers = nextHeaders
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
