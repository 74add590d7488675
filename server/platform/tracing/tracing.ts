import type { App } from '#server/platform/http/app.ts'

/**
 * What a span may say, and nothing else: each of these comes from a list in the code or is an id that means nothing outside
 * of this installation. No amount, no name, no number of a person or an account has a field.
 */
export type SpanFacts = {
  readonly orderId?: string
  readonly orderKind?: string
  readonly orderState?: string
  readonly requestId?: string
  readonly provider?: string
  /** Of the provider, as its adapter calls it. */
  readonly operation?: string
  /** What a verification found. */
  readonly finding?: string
  readonly method?: string
  /** The pattern of the route. */
  readonly route?: string
  /** Of HTTP. */
  readonly status?: number
  /** 1 for the first try of a job. */
  readonly attempt?: number
  /** A code of ours or the name of an error's class, never its words. */
  readonly failure?: string
}

export type Span = {
  /** Adds to what the span says. */
  note(facts: SpanFacts): void
}

/** `client`: somebody else is asked. `consumer`: taken from a queue. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type SpanStart = { readonly name: string; readonly kind?: SpanKind } & SpanFacts

export type TracedOrder = { readonly id: string; readonly kind: string; readonly state: string }

/** A request that is being followed. */
export type FollowedRequest = {
  /** Does something, and whatever that starts, for this request. */
  serve(work: () => void): void
  /** The response has ended, or its connection has. `isFault`: nobody expected what happened. */
  end(of: { name: string; hasFailed: boolean; isFault: boolean; facts: SpanFacts }): void
}

/**
 * Follows an order from its approval to its proof, through whichever processes touch it. Its trace has an id that follows from
 * its own (`order-trace.ts`), so nothing has to be stored or passed on. Nothing here throws or waits for a collector.
 */
export type Tracing = {
  /** Follows each request of this app. */
  watchRequests(app: App): void
  /** Does a part of what is followed now. Where nothing is, only does it. */
  step<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Does work on an order, as a part of its trace. */
  forOrder<T>(orderId: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Approved quotes became these orders, and that is committed. The rest of each trace hangs from this span. */
  placed(orders: readonly TracedOrder[], since: Date): void
  /** An order has reached a state, and that is committed. */
  reached(order: TracedOrder): void
  /** The present request turned out to be about this order. */
  isAbout(orderId: string): void
  /** Does what only begins here and is no part of what is followed now. */
  outside(work: () => void): void
  /** Sends what is left, for a short time. */
  close(): Promise<void>
}

const nothing = () => undefined
const NO_SPAN: Span = { note: nothing }

/** For an installation without a collector: following costs a call. */
export const NO_TRACING: Tracing = {
  watchRequests: nothing,
  step: (_start, work) => work(NO_SPAN),
  forOrder: (_orderId, _start, work) => work(NO_SPAN),
  placed: nothing,
  reached: nothing,
  isAbout: nothing,
  outside: (work) => work(),
  close: () => Promise.resolve(),
}
