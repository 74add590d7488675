import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** The part of OTLP/HTTP in JSON (opentelemetry-proto, trace/v1) that Jara sends. Anything else is refused. */
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
])
const attributes = z.array(z.strictObject({ key: z.string(), value }))
const spanSchema = z.strictObject({
  traceId: hex(16),
  spanId: hex(8),
  parentSpanId: hex(8).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes,
  links: z.array(z.strictObject({ traceId: hex(16), spanId: hex(8) })).optional(),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
})
const bodySchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(spanSchema).min(1),
        }),
      ),
    }),
  ),
})

type Facts = Readonly<Record<string, string>>
/** A span at the collector, with the attributes of its process. */
export type CollectedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: number
  readonly startNs: bigint
  readonly endNs: bigint
  readonly facts: Facts
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly hasFailed: boolean
  readonly process: Facts
}

/** `hang`: accepts the request and never replies. A number: that HTTP status. */
export type Mood = 'takes' | 'hang' | number

export type Collector = {
  readonly endpoint: string
  readonly spans: CollectedSpan[]
  /** Each request: its headers and its body. */
  readonly requests: { readonly headers: http.IncomingHttpHeaders; readonly text: string }[]
  mood: Mood
  /** Its response when it accepts spans. */
  answer: string
  /** The spans of one trace, by name; the first of each. */
  trace(traceId: string): CollectedSpan[]
  close(): Promise<void>
}

/** A strict collector of traces: accepts OTLP over HTTP in JSON. */
export async function startCollector(): Promise<Collector> {
  const server = http.createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    mood: 'takes',
    answer: '{"partialSuccess":{}}',
    trace: (traceId) => collector.spans.filter((each) => each.traceId === traceId),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url, method, headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    collector.requests.push({ headers, text })
    if (collector.mood === 'hang') return
    if (typeof collector.mood === 'number') return void response.writeHead(collector.mood).end('{"message":"no"}')
    if (method !== 'POST' || url !== '/v1/traces' || headers['content-type'] !== 'application/json')
      return void response.writeHead(404).end()
    const parsed = bodySchema.safeParse(JSON.parse(text))
    if (!parsed.success) return void response.writeHead(400).end(parsed.error.message)
    collector.spans.push(...spansIn(parsed.data))
    response.writeHead(200, { 'content-type': 'application/json' }).end(collector.answer)
  }
}

function spansIn({ resourceSpans }: z.infer<typeof bodySchema>): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...{ traceId: span.traceId, spanId: span.spanId, parentId: span.parentSpanId ?? null },
        ...{ name: span.name, kind: span.kind, links: span.links ?? [], hasFailed: span.status.code === 2 },
        startNs: BigInt(span.startTimeUnixNano),
        endNs: BigInt(span.endTimeUnixNano),
        facts: factsIn(span.attributes),
        process: factsIn(resource.attributes),
      })),
    ),
  )
}

function factsIn(list: z.infer<typeof attributes>): Facts {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, 'intValue' in value ? value.intValue : value.stringValue]),
  )
}
