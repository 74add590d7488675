import http from 'node:http'
import https from 'node:https'
import type { TraceCollector } from '#server/platform/config/traces.ts'
import { otlpBody, type Resource } from './otlp.ts'
import type { Posted, PostSpans } from './span-queue.ts'

const TIMEOUT_MS = 5_000
/** A response is a few words; a longer one is not read. */
const ANSWER_MAX_BYTES = 65_536
/** OTLP: only these refusals may be retried. */
const LATER = new Set([429, 502, 503, 504])

/** Posts spans to a collector as OTLP/HTTP in JSON, over one persistent connection. Never throws, follows no redirect. */
export function postSpansTo({ url, headers }: TraceCollector, resource: Resource): PostSpans & { end(): void } {
  const address = new URL(url)
  const transport = address.protocol === 'https:' ? https : http
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 1 })
  const post: PostSpans = (spans) => {
    const body = otlpBody(resource, spans)
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(later(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
      const options = {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'jara',
        },
      }
      const sending = transport.request(address, options, (answer) => readAnswer(answer, settle))
      function settle(posted: Posted, isWhole = false): void {
        clearTimeout(timer)
        resolve(posted)
        if (!isWhole) sending.destroy()
      }
      sending.on('error', (error) => settle(later(causeOf(error))))
      sending.end(body)
    })
  }
  return Object.assign(post, { end: () => agent.destroy() })
}

function readAnswer(answer: http.IncomingMessage, settle: (posted: Posted, isWhole?: boolean) => void): void {
  const { statusCode = 0 } = answer
  const chunks: Buffer[] = []
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) settle(postedBy(statusCode, answer.headers, ''))
    else chunks.push(chunk)
  })
  answer.on('error', (error) => settle(later(causeOf(error))))
  answer.on('end', () => settle(postedBy(statusCode, answer.headers, Buffer.concat(chunks).toString('utf8')), true))
}

function postedBy(status: number, headers: http.IncomingHttpHeaders, text: string): Posted {
  if (status >= 200 && status < 300) return { outcome: 'accepted', rejected: rejectedIn(text) }
  const cause = `http ${status}`
  if (!LATER.has(status)) return { outcome: 'refused', cause }
  const seconds = Number(headers['retry-after'])
  return { outcome: 'later', cause, afterMs: Number.isFinite(seconds) ? seconds * 1_000 : null }
}

/** The number of spans that a collector reports as rejected: `{"partialSuccess": {"rejectedSpans": "3"}}`. */
function rejectedIn(text: string): number {
  try {
    const rejected = Number(JSON.parse(text)?.partialSuccess?.rejectedSpans ?? 0)
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0
  } catch {
    return 0
  }
}

function later(cause: string): Posted {
  return { outcome: 'later', cause, afterMs: null }
}

/** Only a code, because messages name hosts and paths. */
function causeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'the request failed'
}
