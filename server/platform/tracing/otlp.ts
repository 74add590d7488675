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
export type Resource = {
  readonly version: string
  readonly instance: string
  readonly role: string
  readonly mode: string
}

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
export function otlpBody({ version, instance, role, mode }: Resource, spans: readonly EndedSpan[]): string {
  const resource = {
    attributes: [
      text('service.name', 'jara'),
      text('service.version', version),
      text('service.instance.id', instance),
      text('deployment.environment.name', mode),
      text('jara.role', role),
    ],
  }
  const scopeSpans = [{ scope: { name: 'jara', version }, spans: spans.map(otlpSpan) }]
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] })
}

function otlpSpan({ traceId, spanId, parentId, name, kind, startMs, endMs, facts, hasFailed, link }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(facts).flatMap(([fact, value]) =>
      value === undefined ? [] : [attribute(ATTRIBUTES[fact as keyof SpanFacts], value)],
    ),
    ...(link === null ? {} : { links: [link] }),
    status: hasFailed ? { code: STATUS_ERROR } : {},
  }
}

function attribute(key: string, value: string | number) {
  return typeof value === 'number' ? { key, value: { intValue: String(value) } } : text(key, value)
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value.slice(0, TEXT_MAX_LENGTH) } }
}

/** Text, because a number cannot hold the digits exactly. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`
}
