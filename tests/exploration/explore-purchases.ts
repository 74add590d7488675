import type { OrderState } from '#contract/orders.ts'
import { DEPOSIT_TRANSITIONS, type DepositState } from '#server/deposits/deposit-machine.ts'
import { type OrderEvent, type Posting, STATES } from '#server/payments/orders/machine.ts'
import type { Explored } from './explore-orders.ts'
import type { Table } from './order-situation.ts'
import { type Step, walk } from './situations.ts'

/** Small numbers that keep "less", "exactly" and "more" apart. */
const PRICE = 2
const AMOUNTS = { less: 1, exact: 2, more: 3 } as const

type Payment = {
  readonly amount: keyof typeof AMOUNTS
  /** Paid before the account number stopped accepting money, even if we learn of it later. */
  readonly inTime: boolean
  /** The bank has recalled it. */
  readonly back: boolean
  readonly state: DepositState
}

/** A bought BPC: the order, what was paid outside, and where the books put it. */
type Situation = {
  readonly order: OrderState
  /** The account number no longer accepts money. */
  readonly over: boolean
  readonly payments: readonly Payment[]
  readonly posted: Readonly<Record<Posting, number>>
  readonly escrow: number
  /** The wallet's balance at the start. */
  readonly began: number
  readonly wallet: number
  readonly owed: number
  /** The amount taken out of the wallet, all at once. */
  readonly spent: number
  readonly revenue: number
  readonly code: 'none' | 'held' | 'returned'
  /** Two operators are agreeing on its refund: one of them saw the code unused. */
  readonly agreed: boolean
}

const START: Situation = {
  order: 'awaiting_payment',
  over: false,
  payments: [],
  posted: { settle: 0, release: 0, return: 0, 'late-success': 0 },
  escrow: 0,
  began: 0,
  wallet: 0,
  owed: 0,
  spent: 0,
  revenue: 0,
  code: 'none',
  agreed: false,
}

export type PurchaseOptions = {
  readonly payments: number
  readonly recalls: boolean
  /** Mutant: refunds a code that was still held when an operator looked. */
  readonly refundsWhatWasSeen?: boolean
}

/**
 * Explores everything that can happen to a BPC bought from the wallet or by bank transfer. Payments of any amount come
 * in time or late; we learn of them in any order, or again; the bank recalls them before or after. The order expires
 * before, between and after them. The owner returns the code, or two operators refund it, one of whom looked long
 * before. Money is spent in between.
 */
export function explorePurchase(table: Table, options: PurchaseOptions, untilBroken = false): Explored {
  const { situations, transitions, violations } = walk<Situation>(
    {
      starts: [START, boughtFromWallet(table)],
      world: (from) => worldSteps(from, options),
      own: (from) => [...bookings(table, from), ...events(table, from, options)],
      broken: brokenRule,
      atRest: isAtRest,
      over: ({ over }) => over,
    },
    untilBroken,
  )
  return {
    situations: situations.length,
    transitions,
    states: new Set(situations.map(({ order }) => order)),
    violations,
  }
}

/** A BPC from the wallet is held, settled and delivered in one transaction: nothing is ever seen between. */
function boughtFromWallet(table: Table): Situation {
  const paid = {
    ...START,
    order: 'held',
    over: true,
    began: PRICE + 1,
    wallet: 1,
    escrow: PRICE,
    code: 'held',
  } as const
  return apply(table, paid, 'fulfilled')
}

function worldSteps(from: Situation, options: { payments: number; recalls: boolean }): Step<Situation>[] {
  const steps: Step<Situation>[] = from.over ? [] : [['the time is over', { ...from, over: true }]]
  if (options.recalls && from.wallet > 0 && from.spent === 0)
    steps.push(['all is spent', { ...from, wallet: 0, spent: from.wallet }])
  for (const [index, payment] of from.payments.entries()) {
    if (payment.back || !options.recalls) continue
    const payments = from.payments.with(index, { ...payment, back: true })
    steps.push([`${payment.amount} is taken back`, { ...from, payments }])
  }
  if (from.payments.length === options.payments || from.began > 0) return steps
  for (const amount of ['less', 'exact', 'more'] as const) {
    const payment: Payment = { amount, inTime: !from.over, back: false, state: 'unseen' }
    const name = `${amount} paid${from.over ? ' late' : ''}`
    steps.push([name, { ...from, payments: [...from.payments, payment] }])
  }
  return steps
}

/** Books a verified payment, in one transaction: it pays for the purchase or goes to the wallet. */
function bookings(table: Table, from: Situation): Step<Situation>[] {
  return from.payments.flatMap((payment, index): Step<Situation>[] => {
    const paid = AMOUNTS[payment.amount]
    const settles = table[from.order].paid?.posts === 'settle' && payment.inTime && paid >= PRICE
    const isNew = payment.state === 'unseen' && !payment.back
    const event = isNew ? (settles ? 'for-purchase' : 'for-wallet') : payment.back ? 'reversed' : 'success'
    const transition = DEPOSIT_TRANSITIONS[payment.state][event]
    if (transition === undefined || transition.to === payment.state) return []
    const known = { ...from, payments: from.payments.with(index, { ...payment, state: transition.to }) }
    if (transition.posts === 'recall') return [[`${payment.amount} recalled`, recall(known, paid)]]
    if (transition.posts === 'deposit') return [[`${payment.amount} to the wallet`, credit(known, paid)]]
    const delivered = apply(table, { ...known, escrow: known.escrow + paid, code: 'held' }, 'paid')
    const rest = paid - PRICE
    return [[`${payment.amount} pays`, credit({ ...delivered, escrow: delivered.escrow - rest }, rest)]]
  })
}

/** Whatever becomes available repays debt first. */
function credit(from: Situation, amount: number): Situation {
  const repaid = Math.min(from.owed, amount)
  return { ...from, wallet: from.wallet + amount - repaid, owed: from.owed - repaid }
}

function recall(from: Situation, amount: number): Situation {
  const taken = Math.min(from.wallet, amount)
  return { ...from, wallet: from.wallet - taken, owed: from.owed + amount - taken }
}

function events(table: Table, from: Situation, options: PurchaseOptions): Step<Situation>[] {
  const steps: Step<Situation>[] = []
  // No number could be issued, or it no longer accepts money.
  if (table[from.order].expired !== undefined) steps.push(['expired', apply(table, from, 'expired')])
  if (from.code === 'held' && table[from.order]['given-back'] !== undefined) {
    steps.push(['given back', apply(table, { ...from, code: 'returned' }, 'given-back')])
  }
  // As in refund-code.ts: one operator looks; another confirms at any later time, if the code is still held.
  if (from.code === 'held' && !from.agreed) steps.push(['an operator looks', { ...from, agreed: true }])
  if (from.agreed && (from.code === 'held' || options.refundsWhatWasSeen)) {
    steps.push(['refunded', apply(table, { ...from, code: 'returned', agreed: false }, 'refunded-by-operators')])
  }
  return steps
}

function apply(table: Table, from: Situation, event: OrderEvent): Situation {
  const transition = table[from.order][event]
  if (transition === undefined) return from
  const { to, posts } = transition
  const next = { ...from, order: to }
  if (posts === null) return next
  const posted = { ...next, posted: { ...from.posted, [posts]: from.posted[posts] + 1 } }
  switch (posts) {
    case 'settle':
      return { ...posted, escrow: from.escrow - PRICE, revenue: from.revenue + PRICE }
    case 'release':
      return credit({ ...posted, escrow: from.escrow - PRICE }, PRICE)
    case 'return':
      return credit({ ...posted, revenue: from.revenue - PRICE }, PRICE)
    case 'late-success':
      return { ...posted, wallet: from.wallet - PRICE, revenue: from.revenue + PRICE }
  }
}

function brokenRule(situation: Situation): string | null {
  const { order, payments, posted, escrow, began, wallet, owed, spent, revenue, code } = situation
  if (STATES[order].open) return 'reserves money of the wallet'
  if (posted.settle > 1) return 'settled twice'
  if (posted.return > 1) return 'returned twice'
  if (posted.return > posted.settle) return 'returned without having been settled'
  if (posted.release > 0 || posted['late-success'] > 0) return 'posts what only an order of the wallet posts'
  if (escrow !== 0) return 'leaves something between'
  const booked = payments.filter(({ state }) => state === 'credited' || state === 'paid_in')
  const inBooks = booked.reduce((sum, each) => sum + AMOUNTS[each.amount], 0)
  if (revenue + wallet + spent - owed !== began + inBooks)
    return 'a verified payment is neither in the price nor in the wallet'
  if (wallet < 0 || revenue < 0 || owed < 0) return 'takes more money than there is'
  if (wallet > 0 && owed > 0) return 'has money to spend and owes'
  const paysForIt =
    began > 0 || payments.some((each) => each.state !== 'unseen' && each.inTime && each.amount !== 'less')
  if (posted.settle > 0 && !paysForIt) return 'settled without its price having come in'
  if (posted.settle === 0 && paysForIt) return 'its price came in and it was not delivered'
  if ((code === 'none') !== (posted.settle === 0) || (code === 'returned') !== (posted.return === 1)) {
    return 'the code is not where its price is'
  }
  if ((order === 'settled') !== (code === 'held') || (order === 'returned') !== (code === 'returned')) {
    return 'the order says something else than its code'
  }
  return null
}

/** Every payment is booked unless recalled, and nobody waits for a payment that can no longer come. */
function isAtRest({ order, payments }: Situation): boolean {
  if (order === 'awaiting_payment') return false
  return payments.every(({ back, state }) => back === (state === 'unseen' || state === 'recalled'))
}
