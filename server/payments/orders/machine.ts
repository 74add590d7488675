import type { OrderState } from '#contract/orders.ts'
import type { TransactionStatus } from '#contract/transactions.ts'

/**
 * The life of an order, as data. The engine in order-worker.ts, the tests that walk every path and the tables in
 * docs/reference/orders.md all use these tables. The rules in docs/reference/orders.md say why.
 */

/** What a verification can say about an order. Nothing else can say it. */
export const PROOFS = ['paid', 'failed', 'reversed', 'still-pending', 'not-found', 'mismatch'] as const
export type Proof = (typeof PROOFS)[number]

/** Events of an order: results of verifications, and steps of our own. `…-by-operators` are steps of two people. */
export type OrderEvent =
  /** The worker has durably recorded that the request goes out. From here on a crash means "maybe sent". */
  | 'send'
  /** Like `send`, under another reference: nothing arrived under the earlier one, and nothing can any more (R13). */
  | 'send-anew'
  /** Proved absent (R13) and no longer sold, so it is not sent again. */
  | 'never-arrived'
  /** The provider accepted the request, which proves nothing. */
  | 'accepted'
  /** No answer, or one that proves nothing. */
  | 'unanswered'
  /** Conclusively refused, before or at the first request, and verification knows nothing of it (R6). */
  | 'refused'
  /** The user cancelled it before anything was sent. */
  | 'cancelled'
  /** No proof within ORDER_REVIEW_AFTER_MS: a person looks, the money stays held. */
  | 'overdue'
  /** Paid at the bank, or delivered to the phone or meter; for a purchase by bank transfer: its price has come in. */
  | 'paid'
  | 'failed'
  | 'reversed'
  | 'still-pending'
  | 'not-found'
  /** Proof of something other than what was agreed: another amount, currency or recipient. */
  | 'mismatch'
  /** The account number of a purchase by bank transfer takes no more money. Moves no money. */
  | 'expired'
  /** The user returns a purchase, in time and unused. */
  | 'given-back'
  /** Paid from the wallet for our own product, delivered in the same transaction. */
  | 'fulfilled'
  /**
   * Two operators agree that it was paid or delivered, or was not, where the provider proves neither or contradicts
   * itself.
   */
  | 'paid-by-operators'
  | 'not-paid-by-operators'
  /** Proof that it failed, after two operators ended it as paid. */
  | 'failed-after-all'
  /** Two operators refund a purchase that the user can no longer return. */
  | 'refunded-by-operators'

/** Which ledger transfer a transition posts, in the same transaction. */
export type Posting = 'settle' | 'release' | 'return' | 'late-success'

export type Transition = {
  readonly to: OrderState
  readonly posts: Posting | null
  /** Why the order stays as it is. Only for transitions that change nothing. */
  readonly because?: string
}

const to = (state: OrderState, posts: Posting | null = null): Transition => ({ to: state, posts })
const stays = (state: OrderState, because: string): Transition => ({ to: state, posts: null, because })

const VERIFIED = {
  paid: to('settled', 'settle'),
  failed: to('released', 'release'),
  reversed: to('released', 'release'),
} as const

const AS_KNOWN = 'It says what is booked already.'
const PROVES_NOTHING = 'It proves nothing, and a later proof says more.'
const WITH_CUSTOMER = 'The customer has the money, and nothing says that it was carried out.'
const STILL_REVIEWED = 'It proves nothing, and people are looking already.'

export const LISTED = {
  awaiting_payment: { paid: to('settled', 'settle'), expired: to('expired') },
  // Paid in time but reported late: the purchase counts.
  expired: { paid: to('settled', 'settle'), expired: stays('expired', AS_KNOWN) },
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
    mismatch: to('manual_review'),
    ...VERIFIED,
  },
  pending: {
    'still-pending': stays('pending', PROVES_NOTHING),
    'not-found': to('unknown'),
    overdue: to('manual_review'),
    mismatch: to('manual_review'),
    ...VERIFIED,
  },
  unknown: {
    send: to('in_flight'),
    'send-anew': to('in_flight'),
    'never-arrived': to('released', 'release'),
    'still-pending': to('pending'),
    'not-found': stays('unknown', PROVES_NOTHING),
    overdue: to('manual_review'),
    mismatch: to('manual_review'),
    ...VERIFIED,
  },
  manual_review: {
    'still-pending': stays('manual_review', STILL_REVIEWED),
    'not-found': stays('manual_review', STILL_REVIEWED),
    mismatch: stays('manual_review', 'People are looking at it already, and end it if no other proof comes.'),
    'paid-by-operators': to('settled', 'settle'),
    'not-paid-by-operators': to('released', 'release'),
    ...VERIFIED,
  },
  settled: {
    reversed: to('returned', 'return'),
    'given-back': to('returned', 'return'),
    'failed-after-all': to('returned', 'return'),
    'refunded-by-operators': to('returned', 'return'),
    // Only while the provider contradicts its own proof: end-review.ts and a trigger require that.
    'not-paid-by-operators': to('returned', 'return'),
    paid: stays('settled', AS_KNOWN),
    'still-pending': stays('settled', PROVES_NOTHING),
  },
  released: {
    paid: to('late_success', 'late-success'),
    failed: stays('released', AS_KNOWN),
    // Paid and taken back without our learning of the payment: nothing is owed.
    reversed: stays('released', WITH_CUSTOMER),
    'not-found': stays('released', WITH_CUSTOMER),
    'still-pending': stays('released', PROVES_NOTHING),
  },
  returned: {
    reversed: stays('returned', AS_KNOWN),
    failed: stays('returned', WITH_CUSTOMER),
    'not-found': stays('returned', WITH_CUSTOMER),
    'still-pending': stays('returned', PROVES_NOTHING),
  },
  late_success: {
    reversed: to('returned', 'return'),
    // The same rule as for `settled`.
    'not-paid-by-operators': to('returned', 'return'),
    paid: stays('late_success', AS_KNOWN),
    'still-pending': stays('late_success', PROVES_NOTHING),
  },
} as const satisfies Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>>

/** All transitions. An event that is not listed for a state changes nothing and raises an alarm. */
export const TRANSITIONS: Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>> = LISTED

export type StateFacts = {
  /** The status that people see. */
  readonly status: TransactionStatus
  /** True while money of the wallet is reserved. */
  readonly open: boolean
  /** What we wait for in this state, and where success and failure lead. */
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
    meaning: 'Proved paid or delivered, or ended as paid by two operators. A proved reversal or a return can follow.',
  },
  released: {
    status: 'failed',
    open: false,
    meaning: 'Proved not paid or not delivered, or ended as not paid by two operators. The money is available again.',
  },
  returned: {
    status: 'reversed',
    open: false,
    meaning: 'Was paid, or paid after all, and came back. The money is available again.',
  },
  late_success: {
    status: 'completed',
    open: false,
    meaning:
      'Was released and turned out to be paid after all. The amount was taken again, any rest is a debt; operators are alerted. A proved reversal can follow.',
  },
}

export const OPEN_STATES = (Object.keys(STATES) as OrderState[]).filter((state) => STATES[state].open)

/** The transition for an event, or null when that event means nothing in this state. */
export function transitionFor(state: OrderState, event: OrderEvent): Transition | null {
  return TRANSITIONS[state][event] ?? null
}
