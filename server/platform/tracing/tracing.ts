import type { App } from '#server/platform/http/app.ts'

/**
 * The only facts that a span may contain: each comes from a list in the code, or is an id that means nothing outside this
 * installation. There is no field for an amount, a name, or a number of a person or an account.
 */
export type SpanFacts = {
  readonly orderId?: string
  readonly orderKind?: string
  readonly orderState?: string
  readonly requestId?: string
  readonly provider?: string
  /** The provider's operation, as its adapter names it. */
  readonly operation?: string
  /** The result of a verification. */
  readonly finding?: string
  readonly method?: string
  /** The pattern of the route. */
  readonly route?: string
  /** The HTTP status. */
  readonly status?: number
  /** 1 for the first try of a job. */
  readonly attempt?: number
  /** One of our codes or the name of an error's class, never its message. */
  readonly failure?: string
}

export type Span = {
  /** Adds facts to the span. */
  note(facts: SpanFacts): void
}

/** `client`: a request to somebody else. `consumer`: taken from a queue. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type SpanStart = { readonly name: string; readonly kind?: SpanKind } & SpanFacts

export type TracedOrder = { readonly id: string; readonly kind: string; readonly state: string }

/** A request that is being traced. */
export type FollowedRequest = {
  /** Runs a function, and everything it starts, as part of this request. */
  serve(work: () => void): void
  /** The response or its connection has ended. `isFault`: something unexpected happened. */
  end(of: { name: string; hasFailed: boolean; isFault: boolean; facts: SpanFacts }): void
}

/**
 * Traces an order from its approval to its proof, across all processes that touch it. The trace id is derived from the order's id
 * (`order-trace.ts`), so nothing has to be stored or passed on. Nothing here throws or waits for a collector.
 */
export type Tracing = {
  /** Traces each request of this app. */
  watchRequests(app: App): void
  /** Runs a step of the current trace. Without one, just runs it. */
  step<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Runs work on an order as part of its trace. */
  forOrder<T>(orderId: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Approved quotes became these orders, and that is committed. The rest of each trace descends from this span. */
  placed(orders: readonly TracedOrder[], since: Date): void
  /** An order has reached a state, and that is committed. */
  reached(order: TracedOrder): void
  /** The current request turned out to be about this order. */
  setOrder(orderId: string): void
  /** Runs something that starts here but is not part of the current trace. */
  outside(work: () => void): void
  /** Sends the remaining spans, for a short time. */
  close(): Promise<void>
}

const nothing = () => undefined
const NO_SPAN: Span = { note: nothing }

/** For an installation without a collector: each call costs next to nothing. */
export const NO_TRACING: Tracing = {
  watchRequests: nothing,
  step: (_start, work) => work(NO_SPAN),
  forOrder: (_orderId, _start, work) => work(NO_SPAN),
  placed: nothing,
  reached: nothing,
  setOrder: nothing,
  outside: (work) => work(),
  close: () => Promise.resolve(),
}
