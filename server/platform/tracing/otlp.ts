import type { SpanFacts, SpanKind } from './tracing.ts'

/** A span that has ended. Times in milliseconds since 1970, ids in hexadecimal. */
export type EndedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: SpanKind
  readonly startMs: number
  readonly endMs: number
  readonly facts: SpanFacts
  readonly hasFailed: boolean
  /** A span of another trace that caused this one. */
  readonly link: { readonly traceId: string; readonly spanId: string } | null
}

/** The attributes that all spans of a process share. */
export type Resource = Readonly<Record<'service.name' | 'service.version', string> & Record<string, string>>

/** Names from OpenTelemetry's conventions where they exist. */
const ATTRIBUTES: Readonly<Record<keyof SpanFacts, string>> = {
  orderId: 'jara.order.id',
  orderKind: 'jara.order.kind',
  orderState: 'jara.order.state',
  requestId: 'jara.request.id',
  provider: 'jara.provider',
  operation: 'jara.provider.operation',
  finding: 'jara.finding',
  attempt: 'jara.job.attempt',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  failure: 'error.type',
}
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, consumer: 5 }
const STATUS_ERROR = 2
/** Longer than any id, route or code. */
const TEXT_MAX_LENGTH = 120

/** The body of a POST to `/v1/traces`: ExportTraceServiceRequest in JSON. */
export function otlpBody(resource: Resource, spans: readonly EndedSpan[]): string {
  const attributes = Object.entries(resource).map(([key, value]) => attribute(key, value))
  const scope = { name: resource['service.name'], version: resource['service.version'] }
  const scopeSpans = [{ scope, spans: spans.map(otlpSpan) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] })
}

/** JSON leaves out what is undefined. */
function otlpSpan({ parentId, kind, startMs, endMs, facts, hasFailed, link, ...span }: EndedSpan) {
  return {
    ...span,
    parentSpanId: parentId ?? undefined,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesOf(facts),
    links: link === null ? undefined : [link],
    status: hasFailed ? { code: STATUS_ERROR } : {},
  }
}

/** Only of facts that have a name here. */
function attributesOf(facts: SpanFacts) {
  return Object.entries(ATTRIBUTES).flatMap(([fact, key]) => {
    const value = facts[fact as keyof SpanFacts]
    return value === undefined ? [] : [attribute(key, value)]
  })
}

function attribute(key: string, value: string | number) {
  const isNumber = typeof value === 'number'
  return { key, value: isNumber ? { intValue: String(value) } : { stringValue: value.slice(0, TEXT_MAX_LENGTH) } }
}

/** Text, because a number cannot hold the digits exactly. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`
}
