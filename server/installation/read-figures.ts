import { readPosition } from '#server/controls/ledger-check/check-books.ts'
import type { Deps } from '#server/deps.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import { CHECK_EVERY_LATER_MS } from '#server/payments/orders/proving/schedule.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { readSuspensions, type SuspensionReason } from '#server/suspension/suspensions.ts'

/** The installation's health as the database knows it: counts, sums, and no personal ids. */
export type Figures = {
  readonly openOrders: readonly OpenOrders[]
  readonly dueJobs: readonly DueJobs[]
  readonly suspended: ReadonlySet<SuspensionReason>
  readonly booksCheckedAt: Date | null
  /** When the last full check of every row of the books ended. */
  readonly booksRoundEndedAt: Date | null
  readonly positions: readonly ProviderPosition[]
  readonly exceptions: readonly OpenExceptions[]
  readonly reconciledAt: Date | null
  readonly openAlarms: readonly { readonly kind: string; readonly count: number }[]
}

type OpenOrders = {
  readonly provider: string
  readonly kind: string
  readonly state: string
  readonly count: number
  readonly heldKobo: bigint
  readonly oldestAt: Date
}
type DueJobs = { readonly kind: string; readonly count: number; readonly oldestDueAt: Date }
export type ProviderPosition = {
  readonly provider: string
  readonly heldKobo: bigint
  readonly ledgerKobo: bigint
  /** Our own money there, beyond the ledger. Null before the first run that determined it. */
  readonly ownKobo: bigint | null
  readonly readAt: Date
}

/** Open differences from a provider's books. */
type OpenExceptions = {
  readonly provider: string
  readonly count: number
  /** The sum of the known amounts. */
  readonly knownKobo: bigint
  readonly unknown: number
  readonly oldestAt: Date
}

/** Reads all figures over one connection, in one round trip where the driver pipelines. */
export async function readFigures({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<Figures> {
  const now = clock.now()
  const [openOrders, dueJobs, suspensions, books, positions, exceptions, reconciledAt, openAlarms] =
    await database.connection((sql) =>
      Promise.all([
        readOpenOrders(sql, now),
        readDueJobs(sql, now),
        readSuspensions(sql),
        readPosition(sql),
        readProviderPositions(sql),
        readExceptions(sql),
        readReconciledAt(sql),
        readOpenAlarms(sql),
      ]),
    )
  return {
    openOrders,
    dueJobs,
    suspended: new Set(suspensions.map(({ reason }) => reason)),
    booksCheckedAt: books?.checkedAt ?? null,
    booksRoundEndedAt: books?.roundEndedAt ?? null,
    positions,
    exceptions,
    reconciledAt,
    openAlarms,
  }
}

/**
 * Finds orders through their jobs: every open order is checked again within CHECK_EVERY_LATER_MS, so neither resolved
 * orders nor most of their jobs are read.
 */
async function readOpenOrders(sql: Sql, now: Date): Promise<OpenOrders[]> {
  return await sql.query<OpenOrders>(
    `select o.provider, o.kind, o.state, count(*)::int as count,
       coalesce(sum(o.total_kobo) filter (where o.paid_by = 'wallet'), 0)::bigint as "heldKobo", min(o.created_at) as "oldestAt"
     from jobs j join orders o on o.user_id = j.user_id and o.id = j.subject_id
     where j.kind = 'order' and j.due_at <= $1 and o.state = any($2::text[])
     group by o.provider, o.kind, o.state`,
    [new Date(now.getTime() + CHECK_EVERY_LATER_MS + CLOCK_BOUND_MS), [...OPEN_STATES]],
  )
}

/** Due jobs that no worker holds. */
async function readDueJobs(sql: Sql, now: Date): Promise<DueJobs[]> {
  return await sql.query<DueJobs>(
    `select kind, count(*)::int as count, min(due_at) as "oldestDueAt" from jobs
     where due_at <= $1 and (lease_until is null or lease_until <= $1) group by kind`,
    [now],
  )
}

/** Each provider's reported balance when both books were last read together. */
export async function readProviderPositions(sql: Sql): Promise<ProviderPosition[]> {
  return await sql.query<ProviderPosition>(
    `select provider, p.held_kobo as "heldKobo", p.ledger_kobo as "ledgerKobo", o.own_kobo as "ownKobo", p.read_at as "readAt"
     from provider_positions p left join provider_opening_balances o using (provider) order by provider`,
  )
}

export async function readExceptions(sql: Sql): Promise<OpenExceptions[]> {
  return await sql.query<OpenExceptions>(
    `select provider, count(*)::int as count, coalesce(sum(difference_kobo), 0)::bigint as "knownKobo",
       (count(*) filter (where difference_kobo is null))::int as unknown, min(found_at) as "oldestAt"
     from reconciliation_exceptions where closed_at is null group by provider order by provider`,
  )
}

async function readOpenAlarms(sql: Sql): Promise<{ kind: string; count: number }[]> {
  return await sql.query('select kind, count(*)::int as count from open_alarms group by kind')
}

async function readReconciledAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(ended_at) as at from reconciliation_runs')
  return row?.at ?? null
}
