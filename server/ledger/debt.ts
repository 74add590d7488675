import type { UserId } from '#contract/ids.ts'
import { formatNaira, formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { account } from './accounts.ts'
import { lockAvailable, readBalances } from './balances.ts'
import { type Movement, postTransfer } from './post.ts'

/**
 * One rule for what a person owes: whatever becomes available to them repays it first. So while anything is owed nothing is
 * available, no money can leave, and nothing has to be collected. Money that is held stays held for its order.
 */

/** What a user owes, in kobo, since when, and because of which ledger transfer. */
export type Debt = { readonly owedKobo: Kobo; readonly why: 'recall' | 'late-success'; readonly since: Date }

/** Takes an amount from a user as far as it is there; the rest becomes their debt. `availableKobo` is read under its lock. */
export function takeOrOwe(
  userId: UserId,
  of: { to: string; amountKobo: bigint; availableKobo: bigint },
): readonly [taken: Movement, owed: Movement] {
  const taken = of.availableKobo < of.amountKobo ? of.availableKobo : of.amountKobo
  return [
    { from: account.available(userId), to: of.to, amountKobo: kobo(taken) },
    { from: account.debt(userId), to: of.to, amountKobo: kobo(of.amountKobo - taken) },
  ]
}

/** Gives an amount back that was taken so: what the user owes is repaid first, the rest becomes available. Read under the lock. */
export function repayOrGive(
  userId: UserId,
  of: { amountKobo: bigint; owedKobo: bigint },
): readonly [repaid: { to: string; amountKobo: Kobo }, given: { to: string; amountKobo: Kobo }] {
  const repaid = of.owedKobo < of.amountKobo ? of.owedKobo : of.amountKobo
  return [
    { to: account.debt(userId), amountKobo: kobo(repaid) },
    { to: account.available(userId), amountKobo: kobo(of.amountKobo - repaid) },
  ]
}

/** How much of these movements repaid what a user owed, kobo. */
export function repaidIn(userId: UserId, movements: readonly Movement[]): Kobo {
  const debt = account.debt(userId)
  return kobo(movements.reduce((sum, each) => (each.to === debt ? sum + each.amountKobo : sum), 0n))
}

/**
 * Repays what is owed as far as there is money available; nothing when nothing is owed. To be called in each transaction
 * that makes money available. Returns how much, kobo. user available → user debt.
 */
export async function repayDebt(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: { userId: UserId; subjectId: string | null },
): Promise<Kobo> {
  // A debt changes only under the lock of the available account.
  await lockAvailable(tx, of.userId)
  const { availableKobo, debtKobo } = await readBalances(tx, of.userId)
  const amountKobo = kobo(availableKobo < -debtKobo ? availableKobo : -debtKobo)
  if (amountKobo === 0n) return amountKobo
  const id = deps.newId('trf')
  await postTransfer(tx, {
    id,
    userId: of.userId,
    kind: 'repay',
    key: `repay:${of.subjectId ?? id}`,
    subjectId: of.subjectId,
    movements: [{ from: account.available(of.userId), to: account.debt(of.userId), amountKobo }],
    at: deps.clock.now(),
  })
  return amountKobo
}

/** Whatever was taken and has come back since is no reason for a debt any more. */
const STANDS = (['return', 'restore'] as const)
  .map(
    (kind) => `not exists (
    select from ledger_transfers back
    where back.user_id = t.user_id and back.subject_id = t.subject_id and back.kind = '${kind}'
  )`,
  )
  .join(' and ')

/** The Debt of `user`, an expression of SQL: one row, or none. */
export const debtOf = (user: string): string => `select -a.balance as "owedKobo", t.kind as why, t.posted_at as since
  from ledger_accounts a
  join ledger_entries e on e.user_id = a.user_id and e.account_id = a.id and e.amount < 0
  join ledger_transfers t on t.user_id = e.user_id and t.id = e.transfer_id
  where a.user_id = ${user} and a.id = 'user:' || ${user} || ':debt' and a.balance < 0 and ${STANDS}
  order by e.seq desc limit 1`

/** What a user owes now, or null. */
export async function readDebt(sql: Sql, userId: UserId): Promise<Debt | null> {
  const [row] = await sql.query<Debt>(debtOf('$1'), [userId])
  return row ?? null
}

/** What movements take from a user: from what was available, and as a new debt. Kobo. */
export function takenFrom(userId: UserId, movements: readonly Movement[]): { takenKobo: bigint; owedKobo: bigint } {
  const from = (source: string) =>
    movements.reduce((sum, each) => (each.from === source ? sum + each.amountKobo : sum), 0n)
  return { takenKobo: from(account.available(userId)), owedKobo: from(account.debt(userId)) }
}

/**
 * How much of what one order or deposit of `user` made available repaid a debt, an expression of SQL, kobo. `by`: in a transfer of
 * its own or, of what goes back the way it was taken, in that transfer itself.
 */
export const repaidOf = (user: string, subject: string, by: 'repay' | 'return' | 'restore' = 'repay'): string => `(
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
  where t.user_id = ${user} and t.subject_id = ${subject} and t.kind = '${by}' and e.account_id = 'user:' || ${user} || ':debt')`

/** How much of what an order gave back repaid a debt, kobo. */
export async function readRepaid(
  sql: Sql,
  of: { readonly userId: UserId; readonly id: string; readonly returnedLate: boolean },
): Promise<Kobo> {
  const repaid = repaidOf('$1', '$2', of.returnedLate ? 'return' : 'repay')
  const [row] = await sql.query<{ repaid: bigint }>(`select ${repaid} as repaid`, [of.userId, of.id])
  return kobo(row?.repaid ?? 0n)
}

/** " ₦500 of it repaid what you owed.", or nothing. */
export function repaidNote(repaid: Kobo): string {
  return repaid === 0n ? '' : ` ${formatNairaShort(repaid)} of it repaid what you owed.`
}

const REASONS: Readonly<Record<Debt['why'], string>> = {
  recall: 'a transfer you received was taken back by the bank',
  'late-success': 'a payment that was refunded to you was paid after all',
}

/** What is owed and why, as one sentence. */
export function debtSentence({ owedKobo, why, since }: Debt): string {
  return `You owe ${formatNaira(owedKobo)} because ${REASONS[why]} on ${formatMoment(since.toISOString())}.`
}

/**
 * Money out of a user in debt. Binding while the caller holds their available account locked.
 *
 * @throws AppError `debt.owed`
 */
export async function requireNoDebt(sql: Sql, userId: UserId): Promise<void> {
  refuseDebt(await readDebt(sql, userId))
}

/** As requireNoDebt, of what was read. @throws AppError `debt.owed` */
export function refuseDebt(debt: Debt | null): void {
  if (debt === null) return
  throw new AppError('debt.owed', {
    message: `${debtSentence(debt)} No money has left. Money that comes in repays it first.`,
  })
}
