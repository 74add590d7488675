import type { UserId } from '#contract/ids.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type DepositProof, depositTransition } from './deposit-machine.ts'
import { isGivenAgain } from './deposit-way-outs.ts'
import type { Deposit, PaymentIn } from './deposits.ts'
import { recallDeposit } from './recall-deposit.ts'

/** The user, and the order if any, whose screens a booking changes. */
export type Booked = { readonly userId: UserId; readonly orderId: string | null }

/** Applies a later verification to a payment that is already booked. The caller has locked its row. */
export async function advanceDeposit(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  deposit: Deposit,
): Promise<Booked | null> {
  const event = eventOf(payment, deposit)
  const transition = depositTransition(deposit.state, event)
  if (transition === null) return await alarmUnlisted(tx, deps, { payment, deposit, event })
  if (transition.posts !== null) return await recallDeposit(tx, deps, deposit, transition)
  if (event === 'reversed') await setGivenAgainAt(tx, deposit, null)
  return null
}

/** A verified amount that differs from the booked one moves nothing and proves nothing about the booked payment. */
function eventOf({ status, amountKobo }: PaymentIn, deposit: Deposit): DepositProof {
  const transition = depositTransition(deposit.state, status)
  const isMoved = transition === null || transition.posts !== null
  return isMoved && amountKobo !== deposit.amountKobo ? 'otherwise' : status
}

/** Alerts operators to a proof that the state does not list. deposit-way-outs.ts says how each of these ends. */
async function alarmUnlisted(
  tx: Transaction,
  deps: Deps,
  of: { payment: PaymentIn; deposit: Deposit; event: DepositProof },
): Promise<null> {
  const { payment, deposit, event } = of
  const at = deps.clock.now()
  const other = event === 'otherwise' ? ` of ${formatNairaShort(payment.amountKobo)}` : ''
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-unexpected-evidence',
    subjectId: deposit.id,
    detail: `deposit of ${formatNairaShort(deposit.amountKobo)} is ${deposit.state} and "${payment.status}"${other} came in`,
    at,
  })
  if (isGivenAgain(deposit.state, event)) await setGivenAgainAt(tx, deposit, at)
  return null
}

/** Stores when the provider first said that a recalled payment is there again; null: the provider no longer says so. */
async function setGivenAgainAt(tx: Transaction, { id }: Deposit, at: Date | null): Promise<void> {
  await tx.query(
    `update deposits set given_again_at = case when $2::timestamptz is null then null else coalesce(given_again_at, $2) end
     where id = $1`,
    [id, at],
  )
}

/** A reference is booked once. Only a person can find out which of the two provider ids is right. */
export async function alarmOtherId(tx: Transaction, deps: Deps, payment: PaymentIn, booked: Deposit): Promise<null> {
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-unexpected-evidence',
    subjectId: booked.id,
    detail: `deposit of ${formatNairaShort(booked.amountKobo)} is ${booked.state}, and its reference came in again as ${payment.providerTransactionId}`,
    at: deps.clock.now(),
  })
  return null
}
