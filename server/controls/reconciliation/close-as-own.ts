import type { Confirmation } from '#server/identity/operators/requests.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { keepOwnKobo } from './compare-balance.ts'
import { EXCEPTION_COLUMNS, type ListedException, sumOf } from './open-difference.ts'

/** How closing differences changes our own money at a provider. Kobo; null before anything was stored as our own. */
export type OwnMoneyChange = {
  readonly provider: string
  readonly beforeKobo: bigint | null
  readonly afterKobo: bigint
}

/**
 * What closing these differences of one provider would post, given the differences and our own money now. Null:
 * nothing, because nothing is stored as our own yet; the first comparison without a difference will take all of it.
 */
export function planClosing(current: readonly ListedException[], ownKobo: bigint | null): OwnMoneyChange | null {
  const provider = current[0]?.provider
  if (provider === undefined) return null
  if (ownKobo === null && current.every(({ kind }) => kind !== 'balance-differs')) return null
  const afterKobo = current.reduce((sum, each) => sum + sumOf(each), ownKobo ?? 0n)
  return { provider, beforeKobo: ownKobo, afterKobo }
}

export type ToClose = Pick<Confirmation, 'request' | 'by'> & {
  readonly numbers: readonly bigint[]
  readonly at: Date
  /** The change that the second operator was shown. */
  readonly shown?: OwnMoneyChange | null | undefined
  /** @throws RefusedError when the differences are not those of the request */
  readonly check: (current: readonly ListedException[]) => void
}

/**
 * Closes differences of one provider as two operators agreed, in the transaction that confirms it. Makes no ledger
 * entry: their sum counts as our own money from then on. Returns the facts for the record of operators.
 *
 * @throws RefusedError when one is closed already, when `check` refuses, and when it would post something else than was
 *   shown
 */
export async function closeAsOwn(tx: Transaction, of: ToClose): Promise<Readonly<Record<string, string>>> {
  const { request, by, numbers, at, shown } = of
  const { evidence = '' } = request.content
  const current = await tx.query<ListedException>(
    `select ${EXCEPTION_COLUMNS} from reconciliation_exceptions where number = any($1::bigint[]) and closed_at is null
     order by number for update`,
    [numbers],
  )
  const closed = numbers.find((number) => current.every((each) => each.number !== number))
  if (closed !== undefined) throw new RefusedError(`${closed} is closed already`)
  of.check(current)
  await tx.query(
    `update reconciliation_exceptions set closed_at = $2, evidence = $3, closed_by = $4, confirmed_by = $5
     where number = any($1::bigint[])`,
    [numbers, at, evidence, request.requestedBy, by.name],
  )
  const [own] = await tx.query<{ own: bigint }>(
    'select own_kobo as own from provider_opening_balances where provider = $1 for update',
    [current[0]?.provider ?? ''],
  )
  const change = planClosing(current, own?.own ?? null)
  if (shown !== undefined && !isSameChange(shown, change)) throw new RefusedError(POSTS_OTHERWISE)
  if (change !== null) await keepOwnKobo(tx, change.provider, change.afterKobo, at)
  return { evidence, ...inKobo(change) }
}

const POSTS_OTHERWISE = 'what it posts has changed since you looked: look at it again'

function isSameChange(one: OwnMoneyChange | null, other: OwnMoneyChange | null): boolean {
  return one?.beforeKobo === other?.beforeKobo && one?.afterKobo === other?.afterKobo
}

function inKobo(change: OwnMoneyChange | null): Readonly<Record<string, string>> {
  if (change === null) return {}
  return { ownKoboBefore: `${change.beforeKobo ?? 'none'}`, ownKoboAfter: `${change.afterKobo}` }
}
