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
 * One rule for debts: whatever becomes available to a person repays their debt first. So while they owe anything,
 * nothing is available, no money can leave, and nothing has to be collected. Held money stays held for its order.
 */

/** A user's debt in kobo, the kind of ledger transfer that caused it, and when. */
export type Debt = { readonly owedKobo: Kobo; readonly why: 'recall' | 'late-success'; readonly since: Date }

/**
 * Takes an amount from a user as far as their available money covers it; the rest becomes debt. The caller has read
 * `availableKobo` under its lock.
 */
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

/**
 * Gives back an amount that takeOrOwe took: debt is repaid first, the rest becomes available. The caller has read both
 * under the lock.
 */
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

/** How much of the user's debt these movements repay, kobo. */
export function repaidIn(userId: UserId, movements: readonly Movement[]): Kobo {
  const debt = account.debt(userId)
  return kobo(movements.reduce((sum, each) => (each.to === debt ? sum + each.amountKobo : sum), 0n))
}

/**
 * Repays a debt as far as money is available. Call it in each transaction that makes money available. Returns the
 * repaid amount, kobo. user available → user debt.
 */
export async function repayDebt(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: { userId: UserId; subjectId: string | null },
): Promise<Kobo> {
  // A debt only changes under the lock of the available account.
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

/** A taking that was returned or restored since no longer explains a debt. */
const NOT_REVERSED = (['return', 'restore'] as const)
  .map(
    (kind) => `not exists (
    select from ledger_transfers back
    where back.user_id = t.user_id and back.subject_id = t.subject_id and back.kind = '${kind}'
  )`,
  )
  .join(' and ')

/** SQL query: the Debt of `user`, one row or none. */
export const debtOf = (user: string): string => `select -a.balance as "owedKobo", t.kind as why, t.posted_at as since
  from ledger_accounts a
  join ledger_entries e on e.user_id = a.user_id and e.account_id = a.id and e.amount < 0
  join ledger_transfers t on t.user_id = e.user_id and t.id = e.transfer_id
  where a.user_id = ${user} and a.id = 'user:' || ${user} || ':debt' and a.balance < 0 and ${NOT_REVERSED}
  order by e.seq desc limit 1`

/** A user's current debt, or null. */
export async function readDebt(sql: Sql, userId: UserId): Promise<Debt | null> {
  const [row] = await sql.query<Debt>(debtOf('$1'), [userId])
  return row ?? null
}

/** What these movements take from a user, kobo: from the available money, and as new debt. */
export function takenFrom(userId: UserId, movements: readonly Movement[]): { takenKobo: bigint; owedKobo: bigint } {
  const from = (source: string) =>
    movements.reduce((sum, each) => (each.from === source ? sum + each.amountKobo : sum), 0n)
  return { takenKobo: from(account.available(userId)), owedKobo: from(account.debt(userId)) }
}

/**
 * SQL expression: how much debt the money that one order or deposit made available to `user` repaid, kobo. `by`:
 * `repay` is a transfer of its own; `return` and `restore` repay within their own transfer.
 */
export const repaidOf = (user: string, subject: string, by: 'repay' | 'return' | 'restore' = 'repay'): string => `(
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
  where t.user_id = ${user} and t.subject_id = ${subject} and t.kind = '${by}' and e.account_id = 'user:' || ${user} || ':debt')`

/** How much debt an order's refund repaid, kobo. */
export async function readRepaid(
  sql: Sql,
  of: { readonly userId: UserId; readonly id: string; readonly returnedLate: boolean },
): Promise<Kobo> {
  const repaid = repaidOf('$1', '$2', of.returnedLate ? 'return' : 'repay')
  const [row] = await sql.query<{ repaid: bigint }>(`select ${repaid} as repaid`, [of.userId, of.id])
  return kobo(row?.repaid ?? 0n)
}

/** " ₦500 of it repaid what you owed.", or an empty string. */
export function repaidNote(repaid: Kobo): string {
  return repaid === 0n ? '' : ` ${formatNairaShort(repaid)} of it repaid what you owed.`
}

const REASONS: Readonly<Record<Debt['why'], string>> = {
  recall: 'a transfer you received was taken back by the bank',
  'late-success': 'a payment that was refunded to you was paid after all',
}

/** The debt and its cause, as one sentence. */
export function debtSentence({ owedKobo, why, since }: Debt): string {
  return `You owe ${formatNaira(owedKobo)} because ${REASONS[why]} on ${formatMoment(since.toISOString())}.`
}

/**
 * Refuses money out of a user in debt. Binding while the caller holds the lock of their available account.
 *
 * @throws AppError `debt.owed`
 */
export async function requireNoDebt(sql: Sql, userId: UserId): Promise<void> {
  refuseDebt(await readDebt(sql, userId))
}

/** Like requireNoDebt, for a debt already read. @throws AppError `debt.owed` */
export function refuseDebt(debt: Debt | null): void {
  if (debt === null) return
  throw new AppError('debt.owed', {
    message: `${debtSentence(debt)} No money has left. Money that comes in repays it first.`,
  })
}
