import type { OrderState } from '#contract/orders.ts'
import type { TransactionStatus } from '#contract/transactions.ts'

/**
 * The life of an order as data. The engine in work.ts, the tests that walk every path and the tables in docs/orders.md
 * are made from these two tables. The rules of docs/orders.md say why.
 */

/** What can happen to an order. `paid` to `not-found` come from a verification and nothing else, `…-by-operators` from two people. */
export type OrderEvent =
  /** The worker has durably said that the request goes out now. From here on a crash means "maybe sent". */
  | 'send'
  /** The same, under a reference of its own: it is proved that nothing arrived under the one before, or can any more (R13). */
  | 'send-anew'
  /** As proved (R13), and what was agreed to is not sold any more, so it is not sent again. */
  | 'never-arrived'
  /** The provider took the request; nothing is proved by that. */
  | 'accepted'
  /** No answer, or one that proves nothing. */
  | 'unanswered'
  /** A conclusive no before or at the first request, and verification knows nothing of it (R6). */
  | 'refused'
  /** The user took it back before anything was sent. */
  | 'cancelled'
  /** No proof within ORDER_REVIEW_AFTER_MS, or proof that contradicts the order: a person looks, the money stays held. */
  | 'overdue'
  /** Paid at the bank, delivered to the phone or the meter, or, for a purchase by bank transfer, its price has come in. */
  | 'paid'
  | 'failed'
  | 'reversed'
  | 'still-pending'
  | 'not-found'
  /** The account number of a purchase by bank transfer takes no more money. Moves none. */
  | 'expired'
  /** The user returns what they bought, in time and unused. */
  | 'given-back'
  /** Paid from the wallet for something of our own, delivered in the same transaction. */
  | 'fulfilled'
  /** Two operators agree that it was paid or delivered, or that it was not, where the provider proves neither. */
  | 'paid-by-operators'
  | 'not-paid-by-operators'
  /** Proof that it failed, after two operators ended it as paid. */
  | 'failed-after-all'
  /** Two operators refund what the user can no longer return themselves. */
  | 'refunded-by-operators'

/** Which ledger transfer a transition posts, in the same transaction. */
export type Posting = 'settle' | 'release' | 'return' | 'late-success'

export type Transition = { readonly to: OrderState; readonly posts: Posting | null }

const to = (state: OrderState, posts: Posting | null = null): Transition => ({ to: state, posts })

const VERIFIED = {
  paid: to('settled', 'settle'),
  failed: to('released', 'release'),
  reversed: to('released', 'release'),
} as const

/** Every transition there is. An event that is not listed for a state changes nothing and raises an alarm. */
export const TRANSITIONS: Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>> = {
  awaiting_payment: { paid: to('settled', 'settle'), expired: to('expired') },
  // Paid in time and heard of late: the purchase counts.
  expired: { paid: to('settled', 'settle'), expired: to('expired') },
  held: {
    send: to('in_flight'),
    fulfilled: to('settled', 'settle'),
    refused: to('released', 'release'),
    cancelled: to('released', 'release'),
  },
  in_flight: {
    accepted: to('pending'),
    unanswered: to('unknown'),
    refused: to('released', 'release'),
    'still-pending': to('pending'),
    'not-found': to('unknown'),
    overdue: to('manual_review'),
    ...VERIFIED,
  },
  pending: { 'still-pending': to('pending'), 'not-found': to('unknown'), overdue: to('manual_review'), ...VERIFIED },
  unknown: {
    send: to('in_flight'),
    'send-anew': to('in_flight'),
    'never-arrived': to('released', 'release'),
    'still-pending': to('pending'),
    'not-found': to('unknown'),
    overdue: to('manual_review'),
    ...VERIFIED,
  },
  manual_review: {
    'still-pending': to('manual_review'),
    'not-found': to('manual_review'),
    'paid-by-operators': to('settled', 'settle'),
    'not-paid-by-operators': to('released', 'release'),
    ...VERIFIED,
  },
  settled: {
    reversed: to('returned', 'return'),
    'given-back': to('returned', 'return'),
    'failed-after-all': to('returned', 'return'),
    'refunded-by-operators': to('returned', 'return'),
    paid: to('settled'),
    'still-pending': to('settled'),
  },
  released: {
    paid: to('late_success', 'late-success'),
    failed: to('released'),
    reversed: to('released'),
    'not-found': to('released'),
    'still-pending': to('released'),
  },
  returned: { reversed: to('returned') },
  // A reversal after that is listed nowhere: it is rare enough for a person, and the alarm calls one.
  late_success: { paid: to('late_success'), 'still-pending': to('late_success') },
}

export type StateFacts = {
  /** The word a person sees. */
  readonly status: TransactionStatus
  /** True while money of the wallet is reserved. */
  readonly open: boolean
  /** What we wait for here, and where success and failure lead. */
  readonly meaning: string
}

export const STATES: Readonly<Record<OrderState, StateFacts>> = {
  awaiting_payment: {
    status: 'pending',
    open: false,
    meaning: 'To be paid by bank transfer into the account number issued for it. No money in the wallet is reserved.',
  },
  expired: {
    status: 'failed',
    open: false,
    meaning: 'Its account number accepts no more money for it. Late payments go to the wallet.',
  },
  held: {
    status: 'pending',
    open: true,
    meaning: 'Agreed and reserved; nothing has been sent. Waits for the worker, and can still be cancelled.',
  },
  in_flight: {
    status: 'pending',
    open: true,
    meaning: 'The request is going out or went out. After a crash: maybe sent, so verify before anything else.',
  },
  pending: { status: 'pending', open: true, meaning: 'The provider has it. Waits for proof of payment or failure.' },
  unknown: {
    status: 'pending',
    open: true,
    meaning: 'No reply, or one that proves nothing. The money stays reserved until a verification is conclusive.',
  },
  manual_review: {
    status: 'pending',
    open: true,
    meaning:
      'No proof for a day, or proof that contradicts the order. Operators are alerted; verification continues, and two operators may end it.',
  },
  settled: {
    status: 'completed',
    open: false,
    meaning:
      'Proved paid or delivered, or ended as paid by two operators. Only a proved reversal or a return can follow.',
  },
  released: {
    status: 'failed',
    open: false,
    meaning: 'Proved not paid or not delivered, or ended as not paid by two operators. The money is available again.',
  },
  returned: { status: 'reversed', open: false, meaning: 'Was paid and came back. The money is available again.' },
  late_success: {
    status: 'completed',
    open: false,
    meaning:
      'Was released and turned out to be paid after all. The amount was taken again, any rest is a debt; operators are alerted.',
  },
}

export const OPEN_STATES = (Object.keys(STATES) as OrderState[]).filter((state) => STATES[state].open)

/** The transition for an event, or null when that event means nothing in this state. */
export function transitionFor(state: OrderState, event: OrderEvent): Transition | null {
  return TRANSITIONS[state][event] ?? null
}
