import http from 'node:http'
import type { MetricsAddress } from '#server/platform/config/metrics.ts'
import type { Logger } from '#server/platform/log.ts'
import type { MetricsRegistry } from './instruments.ts'

export type MetricsServer = { readonly port: number; close(): Promise<void> }

/** Most scrapers connected at once. */
const CONNECTIONS_MAX = 32
/** A scraper that is slower than this with its request is given up, ms. */
const REQUEST_MS = 5_000
/** A connection idle this long is closed, ms: a scraper that reads nothing must not keep its slot. */
const SILENT_MS = 10_000
/** Longest request head: a line and a few headers. */
const HEAD_MAX_BYTES = 8_192

/**
 * Serves `GET /metrics` and nothing else, on its own address: the app's port never shows metrics. `update` refreshes
 * the registry before each scrape.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  of: { readonly registry: MetricsRegistry; readonly update: () => Promise<void>; readonly log: Logger },
  silentMs = SILENT_MS,
): Promise<MetricsServer> {
  const server = http.createServer({
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    maxHeaderSize: HEAD_MAX_BYTES,
  })
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(silentMs)
  server.on('request', (request, response) => {
    // Without a listener the error would end the process.
    response.on('error', (error) => of.log.warn({ err: error }, 'a scrape broke off'))
    respond(request, response, of).catch((error: unknown) => {
      of.log.error({ err: error }, 'a scrape failed')
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  { method, url }: http.IncomingMessage,
  response: http.ServerResponse,
  { registry, update }: { readonly registry: MetricsRegistry; readonly update: () => Promise<void> },
): Promise<void> {
  if (url !== '/metrics') return void response.writeHead(404).end()
  if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
  await update()
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
}
