import type { OrderState } from '#contract/orders.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { OrderEvent, Posting, Transition } from '#server/payments/orders/machine.ts'
import type { Step } from './situations.ts'

export type Table = Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>>

/**
 * A request's state at the provider. `hidden`: it is there, but a lookup does not find it yet. `other`: paid, but not
 * as agreed.
 */
export type Truth = 'absent' | 'hidden' | 'underway' | 'paid' | 'failed' | 'reversed' | 'other'

/** One reference at the provider, with the number of its requests still in transit. */
export type Reference = { readonly truth: Truth; readonly travelling: number }

/** Which of an order's references: the first, or the second that R13 allows. */
export type Which = 0 | 1

/** Where a worker is between two durable steps; the name includes what it holds in memory. */
export type Hand =
  | 'asleep'
  | 'prepare'
  /** As prepare, for a request under the second reference. */
  | 'anew'
  /** Recorded as going out under the first or second reference, but not sent yet. */
  | 'send'
  | 'send second'
  | 'wait'
  | 'refused'
  | 'verify'
  | `write ${'send' | 'send-anew' | 'never-arrived' | 'refused' | 'accepted' | 'unanswered'}`
  | `found ${VerificationResult['event'] | 'absent'}`

export type Worker = {
  readonly hand: Hand
  /** The order's state when the worker read it. */
  readonly read: OrderState
  /** The reference it was found under, if not the order's current one. */
  readonly under?: Which
  /** The provider has it under both references. */
  readonly twice?: true
}

/** One situation: the order, the provider, the workers, and the postings so far. */
export type Situation = {
  readonly order: OrderState
  readonly sends: number
  /** How long the provider has not known it: not at all, recently, or as long as R8 requires. */
  readonly missing: 0 | 1 | 2
  /** A day has passed. */
  readonly old: boolean
  /** The order's references; the second exists once R13, or a mutant, has created it. */
  readonly references: readonly [Reference, Reference]
  /** The order's current reference. */
  readonly own: Which
  /** The first reference's day, by the provider's clock: today, over, or over for longer than any delay. */
  readonly day: 0 | 1 | 2
  /** The provider has said often enough that it does not know a reference which it no longer accepts. */
  readonly absent: boolean
  /** How many requests went out under the first reference before the second was created. */
  readonly earlier: number
  /** Operators were alerted that the provider has it twice, or that proof fits nothing. */
  readonly told: boolean
  readonly worker: Worker
  /** A worker whose lease expired and that will wake at some time. */
  readonly sleeper: Worker | null
  readonly posted: Readonly<Record<Posting, number>>
  /** The user spent the released money on a second try, which was paid. */
  readonly triedAgain: boolean
  readonly owes: boolean
  /** Money came in, and all of it repaid the debt. */
  readonly cameIn: boolean
  /** Money returned after a late success repaid the debt. */
  readonly repaid: boolean
  /** The provider contradicts its earlier proof: operators were alerted and may give the money back. */
  readonly contradicted: boolean
  /** Two operators are ending the review with this outcome: one has looked, the other has not confirmed yet. */
  readonly agreed: 'paid' | 'not-paid' | null
  /** Operators ended it with this outcome. */
  readonly endedByPeople: 'paid' | 'not-paid' | null
  /** Operators gave the money back while the provider contradicted itself. */
  readonly undone: boolean
}

export type Options = {
  /** The provider reports failure and pays later. */
  readonly failedMayTurnPaid?: boolean
  /** The provider refuses the first request, says it does not know it, and pays later. */
  readonly refusalMayLie?: boolean
  /** The first reply says that it was accepted, but nothing is there. */
  readonly acceptanceMayLie?: boolean
  /** References expire with their day, as a purchase's do (R13). */
  readonly referencesEnd?: boolean
  /** The provider reports payment, and later failure. */
  readonly paidMayTurnFailed?: boolean
  /** Operators end a review with a false outcome. */
  readonly operatorsMayErr?: boolean
  /** The provider breaks its word: a request accepted in time becomes visible only long after the day is over. */
  readonly seenFarTooLate?: boolean
  /** Mutants: plausible mistakes in a hurried change. */
  readonly trustsWebhooks?: boolean
  readonly newReferenceOnRetry?: boolean
  /** Sends under a new reference after a plain "not found", while the old one may still be accepted. */
  readonly sendsAnewAtOnce?: boolean
  /** Sends under a new reference as soon as the day is over, while a timely request may still be invisible. */
  readonly sendsAnewAtMidnight?: boolean
  readonly forgetsEarlierReference?: boolean
  readonly unfenced?: boolean
  readonly sendsBeforeItSaysSo?: boolean
  readonly anyRefusalCounts?: boolean
  readonly forgetsAfterCrash?: boolean
  /** Ends a review while a worker holds an older reply. */
  readonly endsBesideWorker?: boolean
  /** Ends what was a review when an operator looked, whatever has been proved since. */
  readonly endsWhatWasSeen?: boolean
  /** Money returned after a late success goes to the wallet, whatever is owed. */
  readonly lateReturnForgetsDebt?: boolean
  /** Gives back the money of any order that a provider proved paid. */
  readonly undoesWhatStands?: boolean
  /** Includes workers whose lease expired before a write, which the fence refuses. Many more situations. */
  readonly everySleeper?: boolean
}

const NOTHING: Reference = { truth: 'absent', travelling: 0 }
export const ASLEEP: Worker = { hand: 'asleep', read: 'held' }
export const START: Situation = {
  order: 'held',
  sends: 0,
  missing: 0,
  old: false,
  references: [NOTHING, NOTHING],
  own: 0,
  day: 0,
  absent: false,
  earlier: 0,
  told: false,
  worker: ASLEEP,
  sleeper: null,
  posted: { settle: 0, release: 0, return: 0, 'late-success': 0 },
  triedAgain: false,
  owes: false,
  cameIn: false,
  repaid: false,
  contradicted: false,
  agreed: null,
  endedByPeople: null,
  undone: false,
}
export const NOW = new Date('2026-11-21T12:00:00Z')
export const before = (ms: number) => new Date(NOW.getTime() - ms)

export const isAboutToSend = (worker: Worker | null) => worker?.hand === 'send' || worker?.hand === 'send second'
export const isUnderway = (truth: Truth) => truth === 'hidden' || truth === 'underway'
export const isPaid = (truth: Truth) => truth === 'paid' || truth === 'other'

/** The wallet started with exactly the order's price: 1. */
export function availableKobo({ posted, triedAgain, owes, cameIn, repaid }: Situation): number {
  const held = 1 - posted.settle - posted.release
  const taken = posted['late-success'] - Number(owes || repaid)
  const given = posted.return - Number(repaid) + Number(cameIn)
  return 1 - (held + posted.settle) + given - taken - Number(triedAgain)
}

export function withReference(from: Situation, which: number, reference: Reference): Situation {
  const [first, second] = from.references
  return { ...from, references: which === 0 ? [reference, second] : [first, reference] }
}

/** Puts a request in transit under one of the references. */
export function leave(from: Situation, latest: Which, options: Options): Situation {
  const which = options.newReferenceOnRetry && from.sends > 1 ? 1 : latest
  const reference = from.references[which]
  return withReference(from, which, { ...reference, travelling: reference.travelling + 1 })
}

/** One transition of the table, with its postings. */
export function advance(
  table: Table,
  from: Situation,
  event: OrderEvent,
  name: string,
  options: Options = {},
): Step<Situation>[] {
  const transition = table[from.order][event]
  if (transition === undefined) return []
  const { to, posts } = transition
  const contradicted = from.contradicted && to === from.order && event !== 'paid'
  if (posts === null) return [[name, { ...from, order: to, contradicted }]]
  const posted = { ...from.posted, [posts]: Math.min(from.posted[posts] + 1, 2) }
  // Money that was taken again goes back the way it came.
  const repays = posts === 'return' && from.order === 'late_success' && from.owes && !options.lateReturnForgetsDebt
  const owes = (from.owes && !repays) || (posts === 'late-success' && availableKobo(from) === 0)
  return [[name, { ...from, order: to, posted, owes, repaid: from.repaid || repays, contradicted }]]
}
