/**
 * What a process counts as it works. Every label is one of a fixed list (route patterns, kinds, states, providers), never
 * something a user typed, so the number of series is bounded and none of them is about a person.
 */
export type Metrics = {
  countRequest(of: RequestFacts): void
  /** An order has reached a state, committed. */
  countOrder(of: { readonly kind: string; readonly state: string }): void
  /** How long it took from an approval to the provider's proof, either way. */
  timeProof(provider: string, ms: number): void
  /** How long it took from an approval to the provider's first webhook about the order. */
  timeWebhook(provider: string, ms: number): void
  /** How many commands shared one transaction. */
  countGroup(batch: 'approvals', commands: number): void
  /** An SMS that the provider accepted, refused or did not answer, or that was given up. */
  countSms(of: { readonly provider: string; readonly outcome: SmsOutcome }): void
  /** An SMS that was charged to its reader. */
  countSmsCharge(provider: string): void
  /** The outcome of spans: sent to the collector, or lost. */
  countSpans(outcome: 'sent' | 'dropped', spans: number): void
}

export type SmsOutcome = 'sent' | 'refused' | 'unknown' | 'given-up'

export type RequestFacts = {
  readonly method: string
  /** The pattern of the route; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly tookMs: number
}

const ignored = () => undefined

/** For a process that serves no metrics: counting costs a call. */
export const NO_METRICS: Metrics = {
  countRequest: ignored,
  countOrder: ignored,
  timeProof: ignored,
  timeWebhook: ignored,
  countGroup: ignored,
  countSms: ignored,
  countSmsCharge: ignored,
  countSpans: ignored,
}
