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
  function send(body: Buffer, signal: AbortSignal): Promise<http.IncomingMessage> {
    const own = { 'content-type': 'application/json', 'content-length': body.length, 'user-agent': 'jara' }
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { ...headers, ...own }, signal }
      const sending = transport.request(address, options, resolve)
      // Stays on: a request may fail once more after its response has begun, and an unheard error ends the process.
      sending.on('error', reject)
      sending.on('close', () => reject(new Error('closed without a response')))
      sending.end(body)
    })
  }
  const post: PostSpans = async (spans) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const answer = await send(Buffer.from(otlpBody(resource, spans)), signal)
      const text = await textOf(answer)
      signal.throwIfAborted()
      return postedBy(answer, text)
    } catch (error) {
      return later(signal.aborted ? `no answer within ${TIMEOUT_MS} ms` : causeOf(error))
    }
  }
  return Object.assign(post, { end: () => agent.destroy() })
}

/** The text of a response, or nothing of one that is too long. */
async function textOf(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function postedBy({ statusCode = 0, headers }: http.IncomingMessage, text: string): Posted {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'accepted', rejected: rejectedIn(text) }
  const cause = `http ${statusCode}`
  if (!LATER.has(statusCode)) return { outcome: 'refused', cause }
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
function causeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'the request failed'
}
