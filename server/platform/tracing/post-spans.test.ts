import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Collector, startCollector } from '#tests/support/collector.ts'
import type { EndedSpan } from './otlp.ts'
import { postSpansTo } from './post-spans.ts'

const RESOURCE = { 'service.name': 'jara', 'service.version': '1', 'jara.role': 'worker' }
const SPAN: EndedSpan = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: null,
  name: 'order work',
  kind: 'consumer',
  startMs: 1_796_000_000_000,
  endMs: 1_796_000_000_007.4,
  facts: { orderId: 'ord_1', attempt: 1, failure: 'x'.repeat(500) },
  hasFailed: true,
  link: { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) },
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function collect(): Promise<{ collector: Collector; post: ReturnType<typeof postSpansTo> }> {
  const collector = await startCollector()
  const post = postSpansTo({ url: `${collector.endpoint}/v1/traces`, headers: { 'x-key': 'k' } }, RESOURCE)
  closing.push(post.end, collector.close)
  return { collector, post }
}

it('posts spans in a collector’s format, with texts cut to the length of an id or a code', async () => {
  const { collector, post } = await collect()
  expect(await post([SPAN, SPAN])).toEqual({ outcome: 'accepted', rejected: 0 })
  expect(await post([SPAN])).toEqual({ outcome: 'accepted', rejected: 0 })
  expect(collector.spans).toHaveLength(3)
  expect(collector.spans[0]).toMatchObject({
    ...{ traceId: SPAN.traceId, spanId: SPAN.spanId, parentId: null, name: 'order work', kind: 5, hasFailed: true },
    ...{ startNs: 1_796_000_000_000_000_000n, endNs: 1_796_000_000_007_000_000n, links: [SPAN.link] },
    facts: { 'jara.order.id': 'ord_1', 'jara.job.attempt': '1', 'error.type': 'x'.repeat(120) },
    process: { 'service.name': 'jara', 'jara.role': 'worker' },
  })
  expect(collector.requests[0]?.headers).toMatchObject({ 'x-key': 'k', 'user-agent': 'jara' })
})

it.each([
  [429, { outcome: 'later', cause: 'http 429', afterMs: null }],
  [503, { outcome: 'later', cause: 'http 503', afterMs: null }],
  [500, { outcome: 'refused', cause: 'http 500' }],
  [400, { outcome: 'refused', cause: 'http 400' }],
  [401, { outcome: 'refused', cause: 'http 401' }],
  [302, { outcome: 'refused', cause: 'http 302' }],
])('%s is %j', async (status, posted) => {
  const { collector, post } = await collect()
  collector.mood = status
  expect(await post([SPAN])).toEqual(posted)
})

it.each([
  ['{"partialSuccess":{"rejectedSpans":"3","errorMessage":"no"}}', 3],
  ['{"partialSuccess":{"rejectedSpans":2}}', 2],
  ['{"partialSuccess":{"rejectedSpans":"-1"}}', 0],
  ['', 0],
  ['null', 0],
  ['<html>', 0],
])('a response of %s rejects %i', async (answer, rejected) => {
  const { collector, post } = await collect()
  collector.answer = answer
  expect(await post([SPAN])).toEqual({ outcome: 'accepted', rejected })
})

it('reports only a code if nobody answers or the connection breaks', async () => {
  const away = postSpansTo({ url: 'http://127.0.0.1:9/v1/traces', headers: {} }, RESOURCE)
  expect(await away([SPAN])).toEqual({ outcome: 'later', cause: 'ECONNREFUSED', afterMs: null })
  const breaking = net.createServer((socket) => socket.destroy())
  const cutting = net.createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}'))
  })
  for (const server of [breaking, cutting]) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
    expect(await postSpansTo({ url, headers: {} }, RESOURCE)([SPAN])).toMatchObject({
      outcome: 'later',
      cause: expect.stringMatching(/^ECONN|^EPIPE/),
    })
  }
})

it('waits five seconds for an answer, and reads only the beginning of a long one', async () => {
  const server = http.createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    const more = setInterval(() => response.write('x'.repeat(request.headers['x-size'] === 'large' ? 100_000 : 1)), 100)
    response.on('close', () => clearInterval(more))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  const large = postSpansTo({ url, headers: { 'x-size': 'large' } }, RESOURCE)
  expect(await large([SPAN])).toEqual({ outcome: 'accepted', rejected: 0 })
  const startedMs = performance.now()
  expect(await postSpansTo({ url, headers: {} }, RESOURCE)([SPAN])).toEqual({
    ...{ outcome: 'later', cause: 'no answer within 5000 ms', afterMs: null },
  })
  expect(performance.now() - startedMs).toBeLessThan(8_000)
})
