import type { OrderState } from '#contract/orders.ts'
import { type OrderEvent, type Posting, STATES } from '#server/orders/machine.ts'
import type { Explored, Table } from './order-explorer.ts'
import { type Step, walk } from './situations.ts'

/** Small numbers that keep "less", "exactly" and "more" apart. */
const PRICE = 2
const AMOUNTS = { less: 1, exact: 2, more: 3 } as const
const PAYMENTS_MAX = 3

type Payment = {
  readonly amount: keyof typeof AMOUNTS
  /** Made before the account number stopped taking money, whenever we hear of it. */
  readonly inTime: boolean
  readonly booked: boolean
}

/** A purchase by bank transfer: the order, what was paid outside, and where the books have put it. */
type Situation = {
  readonly order: OrderState
  /** The account number takes no more money for it. */
  readonly over: boolean
  readonly payments: readonly Payment[]
  readonly posted: Readonly<Record<Posting, number>>
  readonly escrow: number
  readonly wallet: number
  readonly revenue: number
  readonly code: 'none' | 'held' | 'returned'
}

const START: Situation = {
  order: 'awaiting_payment',
  over: false,
  payments: [],
  posted: { settle: 0, release: 0, return: 0, 'late-success': 0 },
  escrow: 0,
  wallet: 0,
  revenue: 0,
  code: 'none',
}

/**
 * Walks through everything that can become of a purchase paid by bank transfer: up to three payments of any amount, in
 * time or late, heard of in any order; expiry before, between and after; the return of what was bought.
 */
export function explorePurchase(table: Table): Explored {
  const { situations, violations } = walk<Situation>({
    starts: [START],
    world: worldSteps,
    own: (from) => [...bookings(table, from), ...events(table, from)],
    broken: brokenRule,
    atRest: isAtRest,
    over: ({ over }) => over,
  })
  return { situations: situations.length, orderStates: new Set(situations.map(({ order }) => order)), violations }
}

function worldSteps(from: Situation): Step<Situation>[] {
  const steps: Step<Situation>[] = from.over ? [] : [['the time is over', { ...from, over: true }]]
  if (from.payments.length === PAYMENTS_MAX) return steps
  for (const amount of ['less', 'exact', 'more'] as const) {
    const payment = { amount, inTime: !from.over, booked: false }
    const name = `${amount} paid${from.over ? ' late' : ''}`
    steps.push([name, { ...from, payments: [...from.payments, payment] }])
  }
  return steps
}

/** A verified payment is booked: it pays for the purchase or goes to the wallet, all of it in one transaction. */
function bookings(table: Table, from: Situation): Step<Situation>[] {
  return from.payments.flatMap((payment, index): Step<Situation>[] => {
    if (payment.booked) return []
    const paid = AMOUNTS[payment.amount]
    const known = { ...from, payments: from.payments.with(index, { ...payment, booked: true }) }
    const settles = table[from.order].paid?.posts === 'settle'
    if (!settles || !payment.inTime || paid < PRICE) {
      return [[`${payment.amount} to the wallet`, { ...known, wallet: known.wallet + paid }]]
    }
    const delivered = apply(table, { ...known, escrow: known.escrow + paid, code: 'held' }, 'paid')
    const rest = paid - PRICE
    const { escrow, wallet } = delivered
    return [[`${payment.amount} pays`, { ...delivered, escrow: escrow - rest, wallet: wallet + rest }]]
  })
}

function events(table: Table, from: Situation): Step<Situation>[] {
  const steps: Step<Situation>[] = []
  // No number could be issued, or it takes no more money.
  if (table[from.order].expired !== undefined) steps.push(['expired', apply(table, from, 'expired')])
  if (from.code === 'held' && table[from.order]['given-back'] !== undefined) {
    steps.push(['given back', apply(table, { ...from, code: 'returned' }, 'given-back')])
  }
  return steps
}

function apply(table: Table, from: Situation, event: OrderEvent): Situation {
  const transition = table[from.order][event]
  if (transition === undefined) return from
  const { to, posts } = transition
  if (posts === null) return { ...from, order: to }
  const moved: Partial<Record<Posting, Partial<Situation>>> = {
    settle: { escrow: from.escrow - PRICE, revenue: from.revenue + PRICE },
    release: { escrow: from.escrow - PRICE, wallet: from.wallet + PRICE },
    return: { revenue: from.revenue - PRICE, wallet: from.wallet + PRICE },
    'late-success': { wallet: from.wallet - PRICE, revenue: from.revenue + PRICE },
  }
  return { ...from, ...moved[posts], order: to, posted: { ...from.posted, [posts]: from.posted[posts] + 1 } }
}

function brokenRule(situation: Situation): string | null {
  const { order, payments, posted, escrow, wallet, revenue, code } = situation
  if (STATES[order].open) return 'reserves money of the wallet'
  if (posted.settle > 1) return 'settled twice'
  if (posted.return > 1) return 'returned twice'
  if (posted.return > posted.settle) return 'returned without having been settled'
  if (posted.release > 0 || posted['late-success'] > 0) return 'posts what only an order of the wallet posts'
  if (escrow !== 0) return 'leaves something between'
  const booked = payments.filter((each) => each.booked).reduce((sum, each) => sum + AMOUNTS[each.amount], 0)
  if (revenue + wallet !== booked) return 'a verified payment is neither in the price nor in the wallet'
  if (wallet < 0 || revenue < 0) return 'takes what is not there'
  const paysForIt = payments.some((each) => each.booked && each.inTime && each.amount !== 'less')
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

/** Everything that was paid is booked, and nobody waits for a payment that may not come any more. */
function isAtRest({ order, payments }: Situation): boolean {
  return order !== 'awaiting_payment' && payments.every((each) => each.booked)
}
