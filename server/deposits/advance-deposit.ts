import type { UserId } from '#contract/ids.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type DepositProof, depositTransition } from './deposit-machine.ts'
import { isGivenAgain } from './deposit-way-outs.ts'
import type { Deposit, PaymentIn } from './deposits.ts'
import { recallDeposit } from './recall-deposit.ts'

/** Whose screens change by it. */
export type Booked = { readonly userId: UserId; readonly orderId: string | null }

/** What a later verification means for a payment that is booked. Its row is locked by the caller. */
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
  if (event === 'reversed') await writeGivenAgain(tx, deposit, null)
  return null
}

/** Another amount than was booked moves nothing, and proves nothing about what was booked. */
function eventOf({ status, amountKobo }: PaymentIn, deposit: Deposit): DepositProof {
  const transition = depositTransition(deposit.state, status)
  const isMoved = transition === null || transition.posts !== null
  return isMoved && amountKobo !== deposit.amountKobo ? 'otherwise' : status
}

/** Proof that fits nothing: deposit-way-outs.ts says how each ends. */
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
  if (isGivenAgain(deposit.state, event)) await writeGivenAgain(tx, deposit, at)
  return null
}

/** Since when the provider says that it is there again, the first time; null: it does not any more. */
async function writeGivenAgain(tx: Transaction, { id }: Deposit, at: Date | null): Promise<void> {
  await tx.query(
    `update deposits set given_again_at = case when $2::timestamptz is null then null else coalesce(given_again_at, $2) end
     where id = $1`,
    [id, at],
  )
}

/** Booked once for its reference: under which id it should have been, only a person can find out. */
export async function alarmOtherId(tx: Transaction, deps: Deps, payment: PaymentIn, booked: Deposit): Promise<null> {
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-unexpected-evidence',
    subjectId: booked.id,
    detail: `deposit of ${formatNairaShort(booked.amountKobo)} is ${booked.state}, and its reference came in again as ${payment.providerTransactionId}`,
    at: deps.clock.now(),
  })
  return null
}
