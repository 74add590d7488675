import { NEW_LIMIT_MS, RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { lagosDay, nextLagosMidnight } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import { linesFrom, type NewestLines, newestLinesOf } from '#server/activity/history/list-transactions.ts'
import { unseenOf } from '#server/alerts/list-alerts.ts'
import type { Deps } from '#server/deps.ts'
import { type ReadWithSession, type SessionRow, sessionIn, sessionOf } from '#server/identity/sessions/session.ts'
import { currentBalanceOf } from '#server/ledger/balances.ts'
import { type Debt, debtOf, debtSentence } from '#server/ledger/debt.ts'
import { openPurchaseOf } from '#server/payments/bpc/bpc-charges.ts'
import { heldCodesOf } from '#server/payments/bpc/held-codes.ts'
import {
  dailyLimitOf,
  joinLimits,
  LIMIT_COLUMNS,
  type LimitRow,
  ownLimitSentence,
} from '#server/payments/limits/daily-limit.ts'
import { newLimitOf, spentBy, spentSince } from '#server/payments/orders/approving/limits.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { assert } from '#server/platform/errors.ts'

type WalletDeps = Pick<Deps, 'config' | 'database' | 'clock'>

/**
 * Everything the dashboard shows, read in one snapshot so that it agrees: balances come from the ledger alone, with the
 * held, spent and listed amounts beside them. Pages requested at the same time are read in one statement, each for its
 * own person.
 */
export const readWallet = batched<WalletDeps, UserId, Wallet>({
  work: (deps, userIds) => readWallets(deps.database, deps, userIds),
  concurrency: 2,
})

/** Like readWallet, together with the session found by a token's hash. */
export const readWalletWithSession = batched<WalletDeps, Uint8Array, ReadWithSession<Wallet>>({
  async work(deps, hashes) {
    const { rows, toPage } = await select<Row & SessionRow>(deps.database, deps, { statement: BY_TOKEN, of: hashes })
    return rows.map((row) => ({ session: sessionIn(row), page: toPage(row) }))
  },
  concurrency: 2,
})

/** Like readWallet, for up to BATCH_MAX people at once, in the order given. */
export async function readWallets(
  sql: Sql,
  deps: Pick<WalletDeps, 'config' | 'clock'>,
  userIds: readonly UserId[],
): Promise<Wallet[]> {
  const { rows, toPage } = await select<Row>(sql, deps, { statement: BY_USER, of: userIds })
  return rows.map(toPage)
}

async function select<Found extends Row>(
  sql: Sql,
  { config, clock }: Pick<WalletDeps, 'config' | 'clock'>,
  asked: { readonly statement: string; readonly of: readonly unknown[] },
): Promise<{ rows: Found[]; toPage: (row: Row) => Wallet }> {
  const now = clock.now()
  const newAfter = config.newLimit ? new Date(now.getTime() - NEW_LIMIT_MS) : now
  const rows = await sql.query<Found>(asked.statement, [asked.of, lagosDay(now), newAfter, now])
  assert(rows.length === asked.of.length, `${asked.of.length} wallets were asked for and ${rows.length} read`)
  return { rows, toPage: (row) => toWallet(row, { now, hasNewLimit: config.newLimit }) }
}

/** The database row behind one person's wallet. Amounts in kobo. */
type Row = {
  readonly availableKobo: bigint
  readonly heldKobo: bigint
  readonly spentTodayKobo: bigint
  readonly boughtCodes: number
  readonly recent: NewestLines
  readonly unseenAlerts: number
  /** Null for an unknown user. */
  readonly newSince: Date | null
  readonly spentSinceNew: bigint
  readonly orderId: string | null
  readonly expiresAt: Date | null
} & LimitRow & { readonly [Part in keyof Debt]: Debt[Part] | null }

/**
 * One statement sees one snapshot, whatever commits meanwhile (PostgreSQL, 13.2.1). Each table is read by the person's
 * key, one after another, so one plan suits every number of people. The bounds on `place` exclude nobody. They make the
 * planner expect one row whatever the number; otherwise it would plan again for each number, which takes longer than
 * reading.
 */
const walletsOf = ({
  columns,
  user,
  asked,
}: {
  columns: string
  user: string
  asked: string
}): string => `select ${columns}
    ${currentBalanceOf(user, 'available')} as "availableKobo", ${currentBalanceOf(user, 'held')} as "heldKobo",
    (${spentBy(user)} and lagos_day >= $2::date) as "spentTodayKobo",
    cardinality(${heldCodesOf(user)}) as "boughtCodes",
    ${newestLinesOf(user, RECENT_TRANSACTIONS)} as recent,
    ${unseenOf(user)} as "unseenAlerts",
    person.new_since as "newSince",
    case when person.new_since > $3
      then (${spentSince(user, 'person.new_since')}) else 0 end as "spentSinceNew",
    ${LIMIT_COLUMNS},
    debt."owedKobo", debt.why, debt.since, purchase."orderId", purchase."expiresAt"
  from ${asked}
  left join lateral (select new_since from users where id = ${user} limit 1) as person on true
  left join lateral (${debtOf(user)}) as debt on true
  left join lateral (${openPurchaseOf(user)}) as purchase on true
  ${joinLimits(user, '$4')}
  where asked.place between 1 and ${BATCH_MAX} order by asked.place`

const BY_USER = walletsOf({
  columns: '',
  user: 'asked.id',
  asked: 'unnest($1::text[]) with ordinality as asked (id, place)',
})
const BY_TOKEN = walletsOf({
  columns: 'session.*,',
  user: 'session.user_id',
  asked: `unnest($1::bytea[]) with ordinality as asked (hash, place)
    left join lateral (${sessionOf('asked.hash', '$4::timestamptz')}) as session on true`,
})

function toWallet(row: Row, { now, hasNewLimit }: { now: Date; hasNewLimit: boolean }): Wallet {
  const limit = dailyLimitOf(row, row.boughtCodes)
  return {
    availableKobo: row.availableKobo.toString(),
    heldKobo: row.heldKobo.toString(),
    debt: debtIn(row),
    spentTodayKobo: row.spentTodayKobo.toString(),
    dailyLimitKobo: limit.kobo.toString(),
    ownLimit: ownLimitSentence(limit),
    resetsAt: nextLagosMidnight(now).toISOString(),
    newLimit: hasNewLimit ? newLimitIn(row, now) : null,
    level: row.boughtCodes > 0 ? 'plus' : 'basic',
    openBpcPurchase:
      row.orderId === null ? null : { orderId: row.orderId, expiresAt: row.expiresAt?.toISOString() ?? null },
    recent: linesFrom(row.recent),
    unseenAlerts: row.unseenAlerts,
    at: now.toISOString(),
  }
}

function debtIn({ owedKobo, why, since }: Row): Wallet['debt'] {
  if (owedKobo === null || why === null || since === null) return null
  return `${debtSentence({ owedKobo, why, since })} Money that comes in repays it first; until then no money can leave.`
}

function newLimitIn({ newSince, spentSinceNew: spentKobo }: Row, now: Date): Wallet['newLimit'] {
  const limit = newSince === null ? null : newLimitOf({ newSince, spentKobo, now })
  return limit === null ? null : { leftKobo: limit.leftKobo.toString(), until: limit.until.toISOString() }
}
