import type { AuditAct } from '#contract/console/audit-acts.ts'
import { mayRead } from '#contract/console/permissions.ts'
import type { DailyReport, ReportAnswer } from '#contract/console/reports.ts'
import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { DAY_MS, HOUR_MS, lagosDay } from '#contract/time.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { readExceptions, readProviderPositions } from '#server/installation/read-figures.ts'
import { account } from '#server/ledger/accounts.ts'
import { readHouseBalancesAfter } from '#server/ledger/balances.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { idsSince, idsUntil } from '#server/platform/ids.ts'
import { readEarnings } from './read-earnings.ts'
import { readOrdersOfDay, type Stretch } from './read-orders-of-day.ts'

/**
 * The report of a day in Lagos. Records the look.
 *
 * @throws AppError request.invalid for an invalid day or one that has not begun
 */
export async function lookAtReport(deps: Deps, session: ConsoleSession, day: string): Promise<ReportAnswer> {
  const report = await makeReport(deps, day)
  await record(deps, session, { act: 'look-at-reports', after: { day } })
  return { report, mayExport: mayRead(session.operator.role, 'export-report') }
}

/** Like lookAtReport, for a file; the export is recorded separately. */
export async function exportReport(
  deps: Deps,
  session: ConsoleSession,
  { day, file }: { day: string; file: 'csv' | 'pdf' },
): Promise<DailyReport> {
  const report = await makeReport(deps, day)
  await record(deps, session, { act: 'export-report', after: { day, file } })
  return report
}

/** Records in a separate transaction, before the response: within a long report's transaction, other lines would wait for it. */
async function record(
  deps: Deps,
  { operator: by, where }: ConsoleSession,
  line: { act: AuditAct; after: Readonly<Record<string, string>> },
): Promise<void> {
  await deps.database.transaction(async (tx) => await addAuditLine(tx, deps, { by, where, ...line }))
}

async function makeReport(deps: Pick<Deps, 'database' | 'clock'>, day: string): Promise<DailyReport> {
  const now = deps.clock.now()
  const stretch = stretchOf(day, now)
  const isOver = stretch.until.getTime() <= now.getTime()
  const hours = isOver ? 24 : Math.floor((now.getTime() - stretch.from.getTime()) / HOUR_MS) + 1
  return await deps.database.transaction(async (tx) => {
    // Everything comes from one snapshot.
    await tx.query('set transaction isolation level repeatable read, read only')
    return {
      day,
      isOver,
      madeAt: now.toISOString(),
      ...(await readOrdersOfDay(tx, stretch, { now, hours })),
      ...(await readEarnings(tx, stretch)),
      deposits: await readDeposits(tx, stretch),
      floats: await readFloats(tx, day),
      differences: await readDifferences(tx),
      newAccounts: await countNewAccounts(tx, stretch),
    }
  })
}

function stretchOf(day: string, now: Date): Stretch {
  const wrong = (why: string) => new AppError('request.invalid', { fields: { day: why } })
  // ISO 8601 has a year 0, PostgreSQL does not.
  if (day.startsWith('0000')) throw wrong('Not a day')
  if (day > lagosDay(now)) throw wrong('This day has not begun')
  const fromMs = Date.parse(day) - LAGOS_OFFSET_MS
  // Nothing existed before 1970, and databases disagree about instants in year 1.
  return { from: new Date(Math.max(0, fromMs)), until: new Date(Math.max(0, fromMs + DAY_MS)) }
}

/** `$1`, `$2`: bounds of the ids. `$3`, `$4`: the day. */
export const DEPOSITS_STATEMENT = `
  select state, count(*)::int as count, sum(amount_kobo)::bigint as "valueKobo" from deposits
  where id >= $1 and id < $2 and created_at >= $3 and created_at < $4 group by state order by state`

async function readDeposits(sql: Sql, { from, until }: Stretch): Promise<DailyReport['deposits']> {
  const rows = await sql.query<{ state: string; count: number; valueKobo: bigint }>(DEPOSITS_STATEMENT, [
    idsSince('dep', from),
    idsUntil('dep', until),
    from,
    until,
  ])
  return rows.map(({ valueKobo, ...row }) => ({ ...row, valueKobo: `${valueKobo}` }))
}

/**
 * In the ledger a float is a negative balance, because it is our asset. Here it is the amount the provider should hold.
 */
async function readFloats(sql: Sql, day: string): Promise<DailyReport['floats']> {
  const balances = await readHouseBalancesAfter(sql, { prefix: 'provider:', day })
  const positions = await readProviderPositions(sql)
  return balances.map(({ accountId, balance }) => {
    const provider = accountId.split(':')[1] ?? ''
    const position = positions.find((each) => account.providerFloat(each.provider) === accountId)
    return { provider, ledgerKobo: `${-balance}`, said: position === undefined ? null : saidOf(position) }
  })
}

function saidOf({ heldKobo, ledgerKobo, ownKobo, readAt }: Awaited<ReturnType<typeof readProviderPositions>>[number]) {
  return {
    heldKobo: `${heldKobo}`,
    ledgerKobo: `${ledgerKobo}`,
    ownKobo: ownKobo?.toString() ?? null,
    readAt: readAt.toISOString(),
  }
}

async function readDifferences(sql: Sql): Promise<DailyReport['differences']> {
  return (await readExceptions(sql)).map(({ knownKobo, oldestAt, ...row }) => ({
    ...row,
    knownKobo: `${knownKobo}`,
    oldestAt: oldestAt.toISOString(),
  }))
}

/** `$1`, `$2`: bounds of the ids. `$3`, `$4`: the day. */
export const ACCOUNTS_STATEMENT =
  'select count(*)::int as count from users where id >= $1 and id < $2 and created_at >= $3 and created_at < $4'

async function countNewAccounts(sql: Sql, { from, until }: Stretch): Promise<number> {
  const of = [idsSince('usr', from), idsUntil('usr', until), from, until]
  const [row] = await sql.query<{ count: number }>(ACCOUNTS_STATEMENT, of)
  return row?.count ?? 0
}
