import { SANDBOX_GRANT_KOBO } from '#contract/constants.ts'
import { AMOUNT_MAX_KOBO } from '#contract/money.ts'
import { broughtKobo, drawnKobo, emptyState } from '#sandbox/state.ts'
import { takenKobo } from '#sandbox/vtpass/delivery.ts'
import type { Simulation } from './simulation.ts'

/** How much too little a verification says under `wrong-amount`: see sandbox/paystack/faulty-responses.ts. */
const LIED_KOBO = 100n

export type Deposit = {
  readonly id: string
  readonly providerId: string
  readonly reference: string
  readonly userId: string | null
  readonly state: string
  readonly amount: bigint
  readonly fee: bigint
  readonly bookedAt: Date
}

export async function bookedDeposits({ database }: Simulation): Promise<Deposit[]> {
  return await database.query<Deposit>(
    `select id, provider_transaction_id as "providerId", reference, user_id as "userId", state, amount_kobo as amount,
       provider_fee_kobo as fee, created_at as "bookedAt" from deposits order by id`,
  )
}

/** Whether a deposit's money has left the books again. */
export const isGone = ({ state }: Deposit): boolean => state === 'recalled' || state === 'sent_back'

/** Whether the provider lied once about the amount: the next reconciliation must report it. */
export function isMisbooked({ outside }: Simulation, deposit: Deposit): boolean {
  const payment = outside.world.state.payments.get(deposit.reference)
  const lied = outside.ordered.has('paystack payment-verify wrong-amount')
  return lied && payment !== undefined && deposit.amount === payment.amountKobo - LIED_KOBO
}

/**
 * Each deposit was booked once and for its owner, and what the bank recalled is gone. `atEnd`: all of them, unless too
 * large for any entry.
 */
export async function compareDeposits(simulation: Simulation, atEnd: boolean): Promise<void> {
  const { database, outside, violation } = simulation
  const { payments, customers } = outside.world.state
  const received = new Map(
    [...payments.values()].filter((each) => each.paidAt !== null).map((each) => [String(each.id), each]),
  )
  const emails = await database.query<{ id: string; email: string }>('select id, email from users')
  const userOf = new Map(emails.map((row) => [row.email, row.id]))
  const alarms = await database.query<{ id: string }>(
    "select subject_id as id from alarms where kind = 'deposit-unexpected-evidence'",
  )
  const alarmed = new Set(alarms.map(({ id }) => id))
  for (const deposit of await bookedDeposits(simulation)) {
    const { id, providerId, userId, amount, fee } = deposit
    const payment = received.get(providerId)
    received.delete(providerId)
    if (payment === undefined) {
      violation(`deposit ${providerId}: nothing came in`)
      continue
    }
    const owner = userOf.get(customers.get(payment.customerCode)?.email ?? '') ?? null
    if (owner !== userId) violation(`deposit ${providerId}: credited to ${userId}, came in for ${owner}`)
    const asPaid = amount === payment.amountKobo || isMisbooked(simulation, deposit)
    if (!asPaid || fee !== payment.feeKobo) {
      violation(
        `deposit ${providerId}: booked ${amount} less ${fee}, came in ${payment.amountKobo} less ${payment.feeKobo}`,
      )
    }
    if (isGone(deposit) && !outside.recalled.has(deposit.reference)) {
      violation(`deposit ${providerId}: ${deposit.state}, and no bank took it back`)
    }
    if (atEnd && isGone(deposit) !== (payment.status === 'reversed') && !alarmed.has(id)) {
      violation(`deposit ${providerId}: ${deposit.state}, outside ${payment.status}, and nobody noticed`)
    }
  }
  if (!atEnd) return
  for (const [id, { status, amountKobo }] of received) {
    if (status === 'success' && amountKobo <= AMOUNT_MAX_KOBO)
      violation(`payment ${id} of ${amountKobo} was never booked`)
  }
}

/**
 * Users have what they were granted and paid in (compareDeposits has checked that against the world's log) minus the
 * cost of their settled orders and SMS, whatever the ledger's own sums say.
 */
export async function compareWallets({ database, violation }: Simulation): Promise<void> {
  const users = await database.query<{ email: string; has: bigint; paid: bigint; spent: bigint; texts: bigint }>(
    `select u.email,
       (select coalesce(sum(balance), 0) from ledger_accounts a where a.user_id = u.id
         and a.id in ('user:' || u.id || ':available', 'user:' || u.id || ':held', 'user:' || u.id || ':debt'))::bigint as has,
       (select coalesce(sum(amount_kobo), 0) from deposits d
         where d.user_id = u.id and d.state in ('credited', 'paid_in', 'restored'))::bigint as paid,
       (select coalesce(sum(case when state = 'late_success' and kind = 'withdrawal' then amount_kobo else total_kobo end), 0)
         from orders o where o.user_id = u.id and o.state in ('settled', 'late_success'))::bigint as spent,
       (select coalesce(sum(charged_kobo), 0) from sms_messages m where m.user_id = u.id)::bigint as texts
     from users u`,
  )
  for (const { email, has, paid, spent, texts } of users) {
    const due = SANDBOX_GRANT_KOBO + paid - spent - texts
    if (has !== due) violation(`${email} has ${has} where ${due} is due`)
  }
}

/** Whatever becomes available repays debt first: nobody has both, and nobody in debt gets a new hold. */
export async function checkDebts({ database, violation }: Simulation): Promise<void> {
  const both = await database.query<{ id: string; owed: bigint; available: bigint }>(
    `select d.id, d.balance as owed, a.balance as available from ledger_accounts d
     join ledger_accounts a on a.user_id = d.user_id and a.id = 'user:' || d.user_id || ':available'
     where d.id = 'user:' || d.user_id || ':debt' and (d.balance > 0 or (d.balance < 0 and a.balance > 0))`,
  )
  for (const { id, owed, available } of both) violation(`${id} is ${owed}, and ${available} is available`)
  const sent = await database.query<{ subject: string }>(
    `select t.subject_id as subject from ledger_transfers t
     cross join lateral (
       select balance_after as owed, posted_at from ledger_entries e
       where e.user_id = t.user_id and e.account_id = 'user:' || t.user_id || ':debt' and e.posted_at <= t.posted_at
       order by seq desc limit 1
     ) as debt
     where t.kind = 'hold' and debt.owed < 0 and debt.posted_at < t.posted_at`,
  )
  for (const { subject } of sent) violation(`${subject} was accepted from somebody who owes`)
}

/** I10: our balance at each provider by the books equals the provider's, except what a person still has to decide. */
export async function compareFloats(simulation: Simulation): Promise<void> {
  const { database, outside, violation } = simulation
  const { state } = outside.world
  const before = emptyState()
  const rows = await database.query<{ reference: string }>(
    "select reference from orders where state in ('settled', 'late_success')",
  )
  const isSettled = new Set(rows.map((row) => row.reference))
  let unexplainedPaystack = state.balanceKobo - before.balanceKobo
  for (const transfer of state.transfers.values()) {
    if (!isSettled.has(transfer.reference)) unexplainedPaystack += drawnKobo(transfer)
    else if (drawnKobo(transfer) === 0n) unexplainedPaystack -= transfer.amountKobo + transfer.feeKobo
  }
  const booked = new Map((await bookedDeposits(simulation)).map((each) => [each.reference, each]))
  for (const payment of state.payments.values()) {
    const deposit = booked.get(payment.reference)
    const bookedKobo = deposit === undefined ? 0n : (isGone(deposit) ? 0n : deposit.amount) - deposit.fee
    unexplainedPaystack += bookedKobo - broughtKobo(payment)
  }
  let unexplainedVtpass = state.vtpassWalletKobo - before.vtpassWalletKobo
  for (const delivery of state.deliveries.values()) {
    if (!isSettled.has(delivery.requestId)) unexplainedVtpass += takenKobo(delivery)
    else if (takenKobo(delivery) === 0n) unexplainedVtpass -= delivery.amountKobo - delivery.commissionKobo
  }
  for (const [provider, has] of [
    ['paystack', unexplainedPaystack],
    ['vtpass', unexplainedVtpass],
  ] as const) {
    const [row] = await database.query<{ sum: bigint }>(
      'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account_id = $1',
      [`provider:${provider}:float`],
    )
    if (-(row?.sum ?? 0n) !== has) violation(`the books have ${-(row?.sum ?? 0n)} at ${provider}, which has ${has}`)
  }
}
