import type { OrderState } from '#contract/orders.ts'
import type { TwoPersonAct } from '#server/identity/operators/requests.ts'
import type { LISTED, OrderEvent, Proof } from './machine.ts'

/**
 * A proof that fits nothing: it moves nothing and alerts operators. Later proofs listed in `proofs` end the alarm;
 * otherwise two operators end it by one of `acts`.
 */
export type Alarm = {
  readonly because: string
  readonly proofs: readonly Proof[]
  readonly acts: readonly TwoPersonAct[]
}

/**
 * A proof that never comes, because no provider is asked. If it came anyway, it would move nothing and alert operators.
 */
export type Unasked = { readonly unasked: string }

const BY_DEPOSITS: Unasked = {
  unasked: 'No provider carries it out. What is paid in for it is verified as a deposit, and only that pays for it.',
}
const NOT_SENT: Unasked = { unasked: 'Nothing was sent, so nothing is verified.' }

/**
 * Contradicts what was proved: the customer paid and may have received nothing. What was paid all the same is a
 * difference.
 */
const undoable = (because: string): Alarm => ({
  because,
  proofs: ['paid', 'reversed'],
  acts: ['end-review', 'close-difference', 'close-differences'],
})
const CHANGED_ITS_MIND = undoable('It was proved paid before: people find out which of the two is true.')
const LOST_THERE = undoable('It was proved paid before, and proves nothing now: people find out where it is.')
const OTHERWISE = undoable('It was proved paid as agreed before: people find out what was paid.')

/** The customer has their money back. What the provider has taken anyway is ours to claim there. */
const ours = (because: string): Alarm => ({ because, proofs: [], acts: ['close-difference', 'close-differences'] })

/**
 * What happens to each proof that a state does not list: no proof is without a way out. A proof that is added, or no
 * longer listed, does not compile without its entry.
 */
export const UNLISTED: { readonly [State in OrderState]: Readonly<Record<Unlisted<State>, Alarm | Unasked>> } = {
  awaiting_payment: {
    failed: BY_DEPOSITS,
    reversed: BY_DEPOSITS,
    'still-pending': BY_DEPOSITS,
    'not-found': BY_DEPOSITS,
    mismatch: BY_DEPOSITS,
  },
  expired: {
    failed: BY_DEPOSITS,
    reversed: BY_DEPOSITS,
    'still-pending': BY_DEPOSITS,
    'not-found': BY_DEPOSITS,
    mismatch: BY_DEPOSITS,
  },
  held: {
    paid: NOT_SENT,
    failed: NOT_SENT,
    reversed: NOT_SENT,
    'still-pending': NOT_SENT,
    'not-found': NOT_SENT,
    mismatch: NOT_SENT,
  },
  in_flight: {},
  pending: {},
  unknown: {},
  manual_review: {},
  settled: { failed: CHANGED_ITS_MIND, 'not-found': LOST_THERE, mismatch: OTHERWISE },
  released: { mismatch: ours('The customer has the money, and something else than agreed was paid.') },
  returned: {
    paid: ours('The customer has the money back, and it was carried out again.'),
    mismatch: ours('The customer has the money back, and something else than agreed was paid.'),
  },
  late_success: { failed: CHANGED_ITS_MIND, 'not-found': LOST_THERE, mismatch: OTHERWISE },
}
type Unlisted<State extends OrderState> = Exclude<Proof, keyof (typeof LISTED)[State]>

/** Whether this event contradicts an order that the customer paid for, so that two operators may give the money back. */
export function contradicts(state: OrderState, event: OrderEvent): boolean {
  const unlisted: Readonly<Partial<Record<OrderEvent, Alarm | Unasked>>> = UNLISTED[state]
  const found = unlisted[event]
  return found !== undefined && 'acts' in found && found.acts.includes('end-review')
}
