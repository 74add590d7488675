import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { traceOfOrder } from './order-trace.ts'
import type { EndedSpan } from './otlp.ts'
import type { FollowedRequest, Span, SpanFacts, SpanStart, TracedOrder, Tracing } from './tracing.ts'
import { watchRequests } from './watch-requests.ts'

/** Parts of one request beyond these are dropped and counted. */
const HELD_MAX = 64

/** What is followed: an order, or a request that may turn out to be about one. */
type Trace = {
  /** Null: nobody knows yet which it is a part of. */
  traceId: string | null
  orderId: string | null
  /** What its first span hangs from. */
  parentId: string | null
  /** Ended spans that wait for `traceId`; null: they go at once. */
  held: Waiting[] | null
}
type Waiting = Omit<EndedSpan, 'traceId'>
type Here = { readonly trace: Trace; readonly spanId: string }

export type FollowParts = {
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  /** Takes what has ended. */
  readonly add: (span: EndedSpan) => void
  /** Counts what finds no room. */
  readonly drop: (spans: number) => void
}

/** Follows orders and requests through this process. What has ended goes to `add`. */
export function follow({ clock, randomBytes, add, drop }: FollowParts): Omit<Tracing, 'close'> {
  const store = new AsyncLocalStorage<Here>()
  const nowMs = () => clock.now().getTime()
  const hex = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('hex')

  function end(trace: Trace, span: Waiting): void {
    if (trace.held === null) {
      // A request that left no span, and its connection broke before this: nothing says which trace it was.
      if (trace.traceId !== null) add({ ...span, traceId: trace.traceId })
    } else if (trace.held.length < HELD_MAX) trace.held.push(span)
    else drop(1)
  }

  async function run<T>(
    trace: Trace,
    parentId: string | null,
    { name, kind = 'internal', ...start }: SpanStart,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const spanId = hex(8)
    const startMs = nowMs()
    let facts: SpanFacts = start
    let hasFailed = false
    const note = (more: SpanFacts) => {
      facts = { ...facts, ...more }
    }
    try {
      return await store.run({ trace, spanId }, () => work({ note }))
    } catch (error) {
      hasFailed = true
      note({ failure: failureOf(error) })
      throw error
    } finally {
      hasFailed ||= facts.failure !== undefined
      end(trace, { spanId, parentId, name, kind, startMs, endMs: nowMs(), facts, hasFailed, link: null })
    }
  }

  /** From now on the present request is a part of an order's trace; false where it is one of another already. */
  function bind({ trace }: Here, orderId: string, parentId: string | null): boolean {
    if (trace.traceId !== null) return trace.orderId === orderId
    Object.assign(trace, { traceId: traceOfOrder(orderId).traceId, orderId, parentId })
    return true
  }

  function followRequest(facts: SpanFacts): FollowedRequest {
    const spanId = hex(8)
    const startMs = nowMs()
    const trace: Trace = { traceId: null, orderId: null, parentId: null, held: [] }
    const here = { trace, spanId }
    return {
      serve: (work) => store.run(here, work),
      end(of) {
        const held = trace.held ?? []
        trace.held = null
        // The metrics count what asked no provider and is about no order. A flood of it leaves the queue to orders.
        if (trace.traceId === null && held.length === 0 && !of.isFault) return
        trace.traceId ??= hex(16)
        const about = trace.orderId === null ? {} : { orderId: trace.orderId }
        const { parentId } = trace
        const endMs = nowMs()
        const { name, hasFailed } = of
        held.push({
          ...{ spanId, parentId, name, kind: 'server', startMs, endMs, hasFailed, link: null },
          facts: { ...facts, ...about, ...of.facts },
        })
        for (const span of held) end(trace, span)
      },
    }
  }

  function place({ id, kind, state }: TracedOrder, startMs: number): void {
    const { traceId, approvalId } = traceOfOrder(id)
    const here = store.getStore()
    // A request that has ended unseen left no span to hang from.
    const isSeen = here !== undefined && (here.trace.held !== null || here.trace.traceId !== null)
    const isOwn = isSeen && bind(here, id, null)
    const span: Waiting = {
      spanId: approvalId,
      parentId: isOwn ? here.spanId : null,
      name: 'order placed',
      kind: 'internal',
      startMs,
      endMs: nowMs(),
      facts: { orderId: id, orderKind: kind, orderState: state },
      hasFailed: false,
      // Several orders of one approval: the request is a part of the first one's trace.
      link: !isOwn && isSeen ? { traceId: here.trace.traceId ?? '', spanId: here.spanId } : null,
    }
    if (isOwn) end(here.trace, span)
    else add({ ...span, traceId })
  }

  return {
    watchRequests: (app) => watchRequests(app, followRequest),
    step(start, work) {
      const here = store.getStore()
      return here === undefined ? work({ note: () => undefined }) : run(here.trace, here.spanId, start, work)
    },
    forOrder(orderId, start, work) {
      const { traceId, approvalId } = traceOfOrder(orderId)
      const trace = { traceId, orderId, parentId: approvalId, held: null }
      return run(trace, approvalId, { ...start, orderId }, work)
    },
    placed(orders, since) {
      for (const order of orders) place(order, since.getTime())
    },
    reached({ id, kind, state }) {
      const { traceId, approvalId } = traceOfOrder(id)
      const here = store.getStore()
      const isOwn = here !== undefined && bind(here, id, approvalId)
      const atMs = nowMs()
      const span: Waiting = {
        ...{ spanId: hex(8), parentId: isOwn ? here.spanId : approvalId, name: `order ${state}`, kind: 'internal' },
        ...{ startMs: atMs, endMs: atMs, hasFailed: false, link: null },
        facts: { orderId: id, orderKind: kind, orderState: state },
      }
      if (isOwn) end(here.trace, span)
      else add({ ...span, traceId })
    },
    isAbout(orderId) {
      const here = store.getStore()
      if (here !== undefined) bind(here, orderId, traceOfOrder(orderId).approvalId)
    },
    outside: (work) => store.exit(work),
  }
}

/** A refusal by its code, a fault by its class: the words may be about a person. */
function failureOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.constructor.name : 'thrown'
}
