import type { TwoPersonAct } from '#server/identity/operators/requests.ts'
import type { DepositProof, DepositState, LISTED_DEPOSITS } from './deposit-machine.ts'

/**
 * A proof that fits nothing: it moves nothing and alerts operators. Later proofs listed in `proofs` end the alarm;
 * otherwise two operators end it by one of `acts`.
 */
export type DepositAlarm = {
  readonly because: string
  readonly proofs: readonly DepositProof[]
  readonly acts: readonly TwoPersonAct[]
}
/** A proof that never comes. */
export type NeverSaid = { readonly unasked: string }

const CLOSE = ['close-difference', 'close-differences'] as const

/** Whoever was credited keeps the money until proof that the bank took it back. Until then the difference is ours. */
const ours = (because: string, proofs: readonly DepositProof[] = []): DepositAlarm => ({ because, proofs, acts: CLOSE })
const FAILED_AFTER_ALL = ours('It had succeeded, and nobody proved that the bank took it back.', [
  'success',
  'reversed',
])
const IN_PART = ours('Another amount than came in was taken back: only the whole of it is taken from anybody.', [
  'reversed',
])
const OTHER_ID = ours('A reference is of one payment: people find out at the provider which of the two came in.')
const GIVEN_AGAIN: DepositAlarm = {
  because: 'The bank gives again what it took back: people find out whether it stays.',
  proofs: ['reversed'],
  acts: ['credit-deposit', ...CLOSE],
}
const GIVEN_OTHERWISE = ours('The bank gives again another amount than it took back.', ['success', 'reversed'])
const TAKEN_TWICE = ours('It was credited once more as two operators agreed, and nothing more is taken for it.')

const BOOKED = { failed: FAILED_AFTER_ALL, otherwise: IN_PART, 'other-id': OTHER_ID }
const GONE = { success: GIVEN_AGAIN, otherwise: GIVEN_OTHERWISE, 'other-id': OTHER_ID }
const NOT_BOOKED: NeverSaid = { unasked: 'Nothing is booked that it could differ from.' }

/** What happens to a proof that its state does not list, like UNLISTED in server/payments/orders/way-outs.ts. */
export const UNLISTED_DEPOSITS: {
  readonly [State in DepositState]: Readonly<Record<Unlisted<State>, DepositAlarm | NeverSaid>>
} = {
  // A success of an unseen payment is split into the three `for-…` events, which say who it is for.
  unseen: { success: NOT_BOOKED, otherwise: NOT_BOOKED, 'other-id': NOT_BOOKED },
  credited: BOOKED,
  paid_in: BOOKED,
  quarantined: { otherwise: IN_PART, 'other-id': OTHER_ID },
  credited_by_operators: BOOKED,
  recalled: GONE,
  sent_back: GONE,
  restored: { failed: TAKEN_TWICE, reversed: TAKEN_TWICE, otherwise: TAKEN_TWICE, 'other-id': OTHER_ID },
}
type Unlisted<State extends DepositState> = Exclude<DepositProof, keyof (typeof LISTED_DEPOSITS)[State]>

/** Whether this proof says that a recalled payment is there again, so that two operators may credit it once more. */
export function isGivenAgain(state: DepositState, event: DepositProof): boolean {
  const unlisted: Readonly<Partial<Record<DepositProof, DepositAlarm | NeverSaid>>> = UNLISTED_DEPOSITS[state]
  return unlisted[event] === GIVEN_AGAIN
}
