/**
 * The life of an incoming payment, as data. The use cases in credit-payment.ts, credit-set-aside.ts and
 * restore-deposit.ts follow these tables; so do the tests that walk every path and the tables in
 * docs/reference/orders.md.
 */

export type DepositState =
  | 'unseen'
  | 'credited'
  | 'paid_in'
  | 'quarantined'
  | 'credited_by_operators'
  | 'recalled'
  | 'sent_back'
  | 'restored'

/** What a verification can say of a payment that is booked. */
export const DEPOSIT_PROOFS = ['success', 'pending', 'failed', 'reversed', 'otherwise', 'other-id'] as const
export type DepositProof = (typeof DEPOSIT_PROOFS)[number]

/** The result of a verification, or an agreement of two operators; nothing else happens to a payment. */
export type DepositEvent =
  /** Success of an unbooked payment, for a user's wallet, for a purchase by bank transfer, or for nobody we know. */
  | 'for-wallet'
  | 'for-purchase'
  | 'for-nobody'
  /** Success of a booked payment. */
  | 'success'
  | 'pending'
  | 'failed'
  | 'reversed'
  /** The payment was taken back, or is there again, with another amount than was booked. */
  | 'otherwise'
  /** The payment's reference came in under another id than was booked. */
  | 'other-id'
  /** Two operators agreed on the owner. */
  | 'by-operators'

/** Which ledger transfer a transition posts, in the same transaction. */
export type DepositPosting = 'deposit' | 'pay-in' | 'quarantine' | 'recall' | 'restore'

export type DepositTransition = {
  readonly to: DepositState
  readonly posts: DepositPosting | null
  /** Why the payment stays as it is. Only for transitions that change nothing. */
  readonly because?: string
}

const to = (state: DepositState, posts: DepositPosting | null = null): DepositTransition => ({ to: state, posts })
const stays = (state: DepositState, because: string): DepositTransition => ({ to: state, posts: null, because })

export type DepositTable = Readonly<Record<DepositState, Readonly<Partial<Record<DepositEvent, DepositTransition>>>>>

const AS_KNOWN = 'It says what is booked already. Another amount is a difference that the reconciliation finds.'
const PROVES_NOTHING = 'It proves nothing, and a later proof says more.'
const NOT_BOOKED = 'Nothing is booked: nobody has the money.'
const IS_GONE = 'It is gone already.'

export const LISTED_DEPOSITS = {
  unseen: {
    'for-wallet': to('credited', 'deposit'),
    'for-purchase': to('paid_in', 'pay-in'),
    'for-nobody': to('quarantined', 'quarantine'),
    pending: stays('unseen', NOT_BOOKED),
    failed: stays('unseen', NOT_BOOKED),
    reversed: stays('unseen', NOT_BOOKED),
  },
  credited: {
    success: stays('credited', AS_KNOWN),
    pending: stays('credited', PROVES_NOTHING),
    reversed: to('recalled', 'recall'),
  },
  paid_in: {
    success: stays('paid_in', AS_KNOWN),
    pending: stays('paid_in', PROVES_NOTHING),
    reversed: to('recalled', 'recall'),
  },
  quarantined: {
    success: stays('quarantined', AS_KNOWN),
    pending: stays('quarantined', PROVES_NOTHING),
    reversed: to('sent_back', 'recall'),
    // Nobody was credited, so nobody loses anything by it.
    failed: to('sent_back', 'recall'),
    'by-operators': to('credited_by_operators', 'deposit'),
  },
  credited_by_operators: {
    success: stays('credited_by_operators', AS_KNOWN),
    pending: stays('credited_by_operators', PROVES_NOTHING),
    reversed: to('recalled', 'recall'),
  },
  recalled: {
    reversed: stays('recalled', IS_GONE),
    failed: stays('recalled', IS_GONE),
    pending: stays('recalled', PROVES_NOTHING),
    // Only while the bank gives it again: restore-deposit.ts and a trigger require that.
    'by-operators': to('restored', 'restore'),
  },
  sent_back: {
    reversed: stays('sent_back', IS_GONE),
    failed: stays('sent_back', IS_GONE),
    pending: stays('sent_back', PROVES_NOTHING),
    // The same rule as for `recalled`.
    'by-operators': to('restored', 'restore'),
  },
  restored: { success: stays('restored', AS_KNOWN), pending: stays('restored', PROVES_NOTHING) },
} as const satisfies DepositTable

/** Every transition there is. An event that is not listed for a state changes nothing and raises an alarm. */
export const DEPOSIT_TRANSITIONS: DepositTable = LISTED_DEPOSITS

type DepositFacts = {
  /** What the user sees next to the account number; null if the payment is for something else. */
  readonly shown: 'credited' | 'under-review' | 'taken-back' | null
  /** Where the money is. */
  readonly money: string
  readonly meaning: string
}

export const DEPOSIT_STATES: Readonly<Record<DepositState, DepositFacts>> = {
  unseen: {
    shown: null,
    money: 'not in the books',
    meaning: 'Not booked: it has no row yet. Only proof of success books it.',
  },
  credited: {
    shown: 'credited',
    money: "in the person's wallet",
    meaning: 'Proved, and credited to the owner of the account number.',
  },
  paid_in: {
    shown: null,
    money: 'the price earned, the rest in the wallet',
    meaning: 'Proved, and paid for a purchase by bank transfer.',
  },
  quarantined: {
    shown: 'under-review',
    money: 'in suspense',
    meaning: 'Proved, but it cannot be credited automatically. Operators are alerted.',
  },
  credited_by_operators: {
    shown: 'credited',
    money: "in the person's wallet",
    meaning: 'Proved, set aside, then credited to its owner as two operators agreed.',
  },
  recalled: {
    shown: 'taken-back',
    money: 'gone: from the wallet as far as it was there, the rest is a debt',
    meaning:
      'Proved taken back by the bank after it was credited or paid in. What it bought stays bought. Operators are alerted.',
  },
  sent_back: {
    shown: 'taken-back',
    money: 'gone from suspense',
    meaning: 'Proved taken back by the bank, or failed, before anybody was credited. Operators are alerted.',
  },
  restored: {
    shown: 'credited',
    money: "in the person's wallet, a debt repaid first",
    meaning: 'Taken back by the bank, given again, and credited once more as two operators agreed.',
  },
}

/** The transition for an event, or null when that event means nothing in this state. */
export function depositTransition(state: DepositState, event: DepositEvent): DepositTransition | null {
  return DEPOSIT_TRANSITIONS[state][event] ?? null
}
