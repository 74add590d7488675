import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { traceOfOrder } from './order-trace.ts'
import type { EndedSpan } from './otlp.ts'
import type { FollowedRequest, Span, SpanFacts, SpanStart, TracedOrder, Tracing } from './tracing.ts'
import { watchRequests } from './watch-requests.ts'

/** Further spans of one request are dropped and counted. */
const HELD_MAX = 64

/** The subject of a trace: an order, or a request that may turn out to be about one. */
type Trace = {
  /** Null: not known yet. */
  traceId: string | null
  orderId: string | null
  /** The parent of its first span. */
  parentId: string | null
  /** Ended spans that wait for `traceId`; null: they are sent at once. */
  held: Waiting[] | null
}
type Waiting = Omit<EndedSpan, 'traceId'>
type Moment = Pick<Waiting, 'name' | 'spanId' | 'startMs'>
type Here = { readonly trace: Trace; readonly spanId: string }

export type FollowParts = {
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  /** Takes ended spans. */
  readonly add: (span: EndedSpan) => void
  /** Counts dropped spans. */
  readonly drop: (spans: number) => void
}

/** Traces orders and requests through this process. Ended spans go to `add`. */
export function follow({ clock, randomBytes, add, drop }: FollowParts): Omit<Tracing, 'close'> {
  const store = new AsyncLocalStorage<Here>()
  const nowMs = () => clock.now().getTime()
  const hex = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('hex')

  function end(trace: Trace, span: Waiting): void {
    if (trace.held === null) {
      // The request left no span, and its connection broke before this, so its trace is unknown.
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

  /** Makes the current request part of an order's trace; false if it already belongs to another. */
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
        // The metrics count requests that ask no provider and are about no order. A flood of them leaves the queue to orders.
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

  /** A moment in an order's life: part of the current trace, or else linked to it and a child of `parentId`. */
  function mark({ id, kind, state }: TracedOrder, span: Moment, parentId: string | null): void {
    const here = store.getStore()
    // A request that ended without a trace left no span to be a child of.
    const cause = here?.trace.held === null && here.trace.traceId === null ? undefined : here
    const isOwn = cause !== undefined && bind(cause, id, parentId)
    const ended: Waiting = {
      ...span,
      kind: 'internal',
      parentId: isOwn ? cause.spanId : parentId,
      endMs: nowMs(),
      facts: { orderId: id, orderKind: kind, orderState: state },
      hasFailed: false,
      // If one approval has several orders, the request belongs to the first one's trace.
      link: !isOwn && cause !== undefined ? { traceId: cause.trace.traceId ?? '', spanId: cause.spanId } : null,
    }
    if (isOwn) end(cause.trace, ended)
    else add({ ...ended, traceId: traceOfOrder(id).traceId })
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
      const startMs = since.getTime()
      for (const order of orders)
        mark(order, { name: 'order placed', spanId: traceOfOrder(order.id).approvalId, startMs }, null)
    },
    reached(order) {
      const span = { name: `order ${order.state}`, spanId: hex(8), startMs: nowMs() }
      mark(order, span, traceOfOrder(order.id).approvalId)
    },
    setOrder(orderId) {
      const here = store.getStore()
      if (here !== undefined) bind(here, orderId, traceOfOrder(orderId).approvalId)
    },
    outside: (work) => store.exit(work),
  }
}

/** A refusal's code, or a fault's class: the message may name a person. */
function failureOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.constructor.name : 'thrown'
}
