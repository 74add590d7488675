import type { BatchId, UserId } from '#contract/ids.ts'
import type { Batch, BatchKind, BatchRow } from '#contract/selling.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A row as stored: what was checked, and the quote that buys it. */
export type StoredRow = Omit<BatchRow, 'order'> & { readonly quoteId: string | null }

export type BatchRecord = {
  readonly userId: UserId
  readonly id: BatchId
  readonly kind: BatchKind
  readonly terms: string
  readonly challenge: string
  readonly rows: readonly StoredRow[]
  readonly quoteIds: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertBatch(sql: Sql, batch: BatchRecord): Promise<void> {
  await sql.query(
    `insert into order_batches (user_id, id, kind, terms, challenge, rows, quote_ids, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::text[], $8, $9)`,
    [
      batch.userId,
      batch.id,
      batch.kind,
      batch.terms,
      batch.challenge,
      JSON.stringify(batch.rows),
      batch.quoteIds,
      batch.createdAt,
      batch.expiresAt,
    ],
  )
}

/** A user's list by its id, or null if they have none with that id. */
export async function findBatch(sql: Sql, userId: UserId, id: string): Promise<BatchRecord | null> {
  const [row] = await sql.query<BatchRecord>(
    `select user_id as "userId", id, kind, terms, challenge, rows, quote_ids as "quoteIds", created_at as "createdAt",
       expires_at as "expiresAt" from order_batches where user_id = $1 and id = $2`,
    [userId, id],
  )
  return row ?? null
}

/** Drops a user's lists that expired before an instant and were never approved. */
export async function dropUnapproved(sql: Sql, userId: UserId, expiredBefore: Date): Promise<void> {
  await sql.query(
    `delete from order_batches b where user_id = $1 and expires_at < $2
       and not exists (select 1 from orders o where o.user_id = $1 and o.quote_id = any(b.quote_ids))`,
    [userId, expiredBefore],
  )
}

type Outcome = {
  quoteId: string
  id: string
  transactionId: string
  state: OrderRow['state']
  failure: string | null
  createdAt: Date
}

/** The orders that its rows became: empty until the list is approved. */
export async function readOutcomes(sql: Sql, batch: Pick<BatchRecord, 'userId' | 'quoteIds'>): Promise<Outcome[]> {
  return await sql.query<Outcome>(
    `select quote_id as "quoteId", id, transaction_id as "transactionId", state, failure, created_at as "createdAt"
     from orders where user_id = $1 and quote_id = any($2::text[])`,
    [batch.userId, batch.quoteIds],
  )
}

/** The list as clients see it, with the result of each row. */
export async function showBatch(sql: Sql, batch: BatchRecord, refusal: Batch['refusal'] = null): Promise<Batch> {
  const outcomes = new Map((await readOutcomes(sql, batch)).map((each) => [each.quoteId, each]))
  const counts: Record<TransactionStatus, number> = { completed: 0, pending: 0, failed: 0, reversed: 0 }
  const rows = batch.rows.map(({ quoteId, ...row }): BatchRow => {
    const found = quoteId === null ? undefined : outcomes.get(quoteId)
    if (found === undefined) return { ...row, order: null }
    const { status } = STATES[found.state]
    counts[status] += 1
    return { ...row, order: { id: found.id, transactionId: found.transactionId, status, failure: found.failure } }
  })
  const good = rows.filter((row) => row.ok)
  const sum = (pick: (row: BatchRow) => string | null) =>
    good.reduce((total, row) => total + BigInt(pick(row) ?? 0), 0n)
  const [faceKobo, totalKobo] = [sum((row) => row.amountKobo), sum((row) => row.priceKobo)]
  const [first] = outcomes.values()
  return {
    id: batch.id,
    kind: batch.kind,
    rows,
    goodCount: good.length,
    badCount: rows.length - good.length,
    faceKobo: faceKobo.toString(),
    discountKobo: (faceKobo - totalKobo).toString(),
    totalKobo: totalKobo.toString(),
    salesKobo: sum((row) => row.salePriceKobo).toString(),
    profitKobo: sum((row) => row.profitKobo).toString(),
    refusal,
    terms: batch.terms,
    challenge: batch.challenge,
    createdAt: batch.createdAt.toISOString(),
    expiresAt: batch.expiresAt.toISOString(),
    approvedAt: first?.createdAt.toISOString() ?? null,
    counts,
  }
}
