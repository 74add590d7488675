import type { Logger } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { EndedSpan } from './otlp.ts'

/** The outcome of a batch. `later`: it may be retried. `cause` is in our own words: never an address or a header. */
export type Posted =
  | { readonly outcome: 'accepted'; readonly rejected: number }
  | { readonly outcome: 'refused'; readonly cause: string }
  | { readonly outcome: 'later'; readonly cause: string; readonly afterMs: number | null }

export type PostSpans = (spans: readonly EndedSpan[]) => Promise<Posted>

export type SpanQueue = {
  /** Takes a span, or drops it while too many wait. Never waits. */
  add(span: EndedSpan): void
  /** Sends the remaining spans once, for a short time; drops the rest. */
  close(): Promise<void>
}

/** At most some 4 MB. */
const WAITING_MAX = 4_096
const BATCH_MAX = 512
/** How long a span waits to be batched, ms. */
const COLLECT_MS = 1_000
const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 60_000
/** The longest delay of a process's shutdown, ms. */
const CLOSE_MS = 1_500

export type SpanQueueLimits = { readonly waitingMax: number; readonly collectMs: number }

/**
 * The queue of spans for a collector: a bounded number waits, one batch at a time is in flight, and an unreachable collector is
 * retried at growing intervals. Spans without room, refused, or unsent at shutdown are dropped and counted.
 */
export function createSpanQueue(
  { post, metrics, log }: { post: PostSpans; metrics: Pick<Metrics, 'countSpans'>; log: Pick<Logger, 'info' | 'warn'> },
  { waitingMax = WAITING_MAX, collectMs = COLLECT_MS }: Partial<SpanQueueLimits> = {},
): SpanQueue {
  const waiting: EndedSpan[] = []
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null
  /** The number of failed tries in a row. */
  let failures = 0
  let isOut = false
  let isClosed = false

  function sendIn(ms: number): void {
    if (isClosed || timer !== undefined || underWay !== null) return
    timer = setTimeout(() => {
      timer = undefined
      underWay = sendBatch().then((restInMs) => {
        underWay = null
        if (waiting.length > 0) sendIn(restInMs)
      })
    }, ms)
    timer.unref()
  }

  /** Sends one batch, and returns when to send the next: at once if it is full, or after a pause if the collector wants one. */
  async function sendBatch(): Promise<number> {
    const batch = waiting.slice(0, BATCH_MAX)
    const posted = await post(batch)
    noteOutage(posted.outcome === 'accepted' ? null : posted.cause)
    if (posted.outcome === 'later') {
      const doubledMs = PAUSE_MIN_MS * 2 ** Math.min(failures++, 10)
      return Math.min(PAUSE_MAX_MS, Math.max(posted.afterMs ?? 0, doubledMs))
    }
    failures = 0
    waiting.splice(0, batch.length)
    const dropped = posted.outcome === 'refused' ? batch.length : Math.min(posted.rejected, batch.length)
    count('dropped', dropped)
    count('sent', batch.length - dropped)
    return waiting.length < BATCH_MAX ? collectMs : 0
  }

  /** Logs the start and the end of an outage, once each. */
  function noteOutage(cause: string | null): void {
    if (cause !== null && !isOut) log.warn({ cause }, 'the collector does not take traces')
    if (cause === null && isOut) log.info('the collector takes traces again')
    isOut = cause !== null
  }

  function count(outcome: 'sent' | 'dropped', spans: number): void {
    if (spans > 0) metrics.countSpans(outcome, spans)
  }

  async function sendRest(): Promise<void> {
    await underWay
    failures = 0
    while (waiting.length > 0 && failures === 0) await sendBatch()
  }

  return {
    add(span) {
      if (isClosed || waiting.length >= waitingMax) return count('dropped', 1)
      waiting.push(span)
      sendIn(collectMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const late = Promise.withResolvers<void>()
      const limit = setTimeout(late.resolve, CLOSE_MS)
      await Promise.race([sendRest(), late.promise])
      clearTimeout(limit)
      count('dropped', waiting.splice(0).length)
    },
  }
}
