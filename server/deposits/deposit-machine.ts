/**
 * The life of a payment that comes in as data. The use cases in credit-payment.ts and credit-set-aside.ts, the tests that walk every path and the
 * tables in docs/orders.md are made from these two tables.
 */

export type DepositState =
  | 'unseen'
  | 'credited'
  | 'paid_in'
  | 'quarantined'
  | 'credited_by_operators'
  | 'recalled'
  | 'sent_back'

/** The result of a verification, or an agreement of two operators; nothing else happens to a payment. */
export type DepositEvent =
  /** Success, not booked before, and whose it is: a user's wallet, a purchase by bank transfer, or nobody's we know. */
  | 'for-wallet'
  | 'for-purchase'
  | 'for-nobody'
  /** Success of one that is booked. */
  | 'success'
  | 'pending'
  | 'failed'
  | 'reversed'
  /** Two operators agreed on the owner. */
  | 'by-operators'

/** Which ledger transfer a transition posts, in the same transaction. */
export type DepositPosting = 'deposit' | 'pay-in' | 'quarantine' | 'recall'

export type DepositTransition = { readonly to: DepositState; readonly posts: DepositPosting | null }

const to = (state: DepositState, posts: DepositPosting | null = null): DepositTransition => ({ to: state, posts })

export type DepositTable = Readonly<Record<DepositState, Readonly<Partial<Record<DepositEvent, DepositTransition>>>>>

/** Every transition there is. An event that is not listed for a state changes nothing and raises an alarm. */
export const DEPOSIT_TRANSITIONS: DepositTable = {
  unseen: {
    'for-wallet': to('credited', 'deposit'),
    'for-purchase': to('paid_in', 'pay-in'),
    'for-nobody': to('quarantined', 'quarantine'),
    pending: to('unseen'),
    failed: to('unseen'),
    reversed: to('unseen'),
  },
  credited: { success: to('credited'), pending: to('credited'), reversed: to('recalled', 'recall') },
  paid_in: { success: to('paid_in'), pending: to('paid_in'), reversed: to('recalled', 'recall') },
  quarantined: {
    success: to('quarantined'),
    pending: to('quarantined'),
    reversed: to('sent_back', 'recall'),
    'by-operators': to('credited_by_operators', 'deposit'),
  },
  credited_by_operators: {
    success: to('credited_by_operators'),
    pending: to('credited_by_operators'),
    reversed: to('recalled', 'recall'),
  },
  // One that the bank takes back and gives again is listed nowhere: it is rare enough for a person, and the alarm calls one.
  recalled: { reversed: to('recalled'), pending: to('recalled') },
  sent_back: { reversed: to('sent_back'), pending: to('sent_back') },
}

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
    meaning: 'Proved taken back by the bank before anybody was credited. Operators are alerted.',
  },
}

/** The transition for an event, or null when that event means nothing in this state. */
export function depositTransition(state: DepositState, event: DepositEvent): DepositTransition | null {
  return DEPOSIT_TRANSITIONS[state][event] ?? null
}
