import { isId, type UserId } from '#contract/ids.ts'
import type { Transaction, TransactionKind, TransactionStatus, TransactionsSearch } from '#contract/transactions.ts'
import type { Sql } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

type TransactionRow = {
  id: string
  kind: TransactionKind
  title: string
  counterparty: string | null
  counterpartyDetail: string | null
  amountKobo: bigint
  feeKobo: bigint
  dutyKobo: bigint
  discountKobo: bigint
  status: TransactionStatus
  orderId: string | null
  createdAt: Date
}

const COLUMNS = `id, kind, title, counterparty, counterparty_detail as "counterpartyDetail", amount_kobo as "amountKobo",
  fee_kobo as "feeKobo", duty_kobo as "dutyKobo", discount_kobo as "discountKobo", status, order_id as "orderId",
  created_at as "createdAt"`

/**
 * One page of a user's history, newest first. Ids sort by creation, so the last id of a page is the cursor of the next:
 * deep pages cost the same as the first.
 *
 * @throws AppError `request.invalid` for a cursor or a day that is none
 */
export async function listTransactions(
  sql: Sql,
  userId: UserId,
  query: TransactionsSearch,
): Promise<{ transactions: Transaction[]; nextCursor: string | null }> {
  requireReadable(query)
  const rows = await sql.query<TransactionRow>(
    `select ${COLUMNS} from transactions
     where user_id = $1
       and ($2::text is null or id < $2)
       and ($3::text is null or kind = $3)
       and ($4::text is null or status = $4)
       and ($5::text is null or search like $5)
       and ($6::date is null or created_at >= $6::date::timestamp at time zone 'Africa/Lagos')
       and ($7::date is null or created_at < ($7::date + 1)::timestamp at time zone 'Africa/Lagos')
     order by id desc limit $8`,
    [
      userId,
      query.cursor ?? null,
      query.kind ?? null,
      query.status ?? null,
      query.q === undefined || query.q.trim() === '' ? null : containing(query.q),
      query.from ?? null,
      query.to ?? null,
      query.limit + 1,
    ],
  )
  const page = rows.slice(0, query.limit)
  return {
    transactions: page.map(toTransaction),
    nextCursor: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function requireReadable({ cursor, from, to }: TransactionsSearch): void {
  const wrong = (field: string, why: string) => new AppError('request.invalid', { fields: { [field]: why } })
  if (cursor !== undefined && !isId('txn', cursor)) throw wrong('cursor', 'Not a page of this list')
  // ISO 8601 has a year 0, PostgreSQL has none.
  if (from?.startsWith('0000')) throw wrong('from', 'Not a day')
  if (to?.startsWith('0000')) throw wrong('to', 'Not a day')
}

/** One line of a user's history, or null when there is none of that id that is his. */
export async function findTransaction(sql: Sql, userId: UserId, id: string): Promise<Transaction | null> {
  const [row] = await sql.query<TransactionRow>(`select ${COLUMNS} from transactions where user_id = $1 and id = $2`, [
    userId,
    id,
  ])
  return row === undefined ? null : toTransaction(row)
}

function toTransaction(row: TransactionRow): Transaction {
  return {
    ...row,
    amountKobo: row.amountKobo.toString(),
    feeKobo: row.feeKobo.toString(),
    dutyKobo: row.dutyKobo.toString(),
    discountKobo: row.discountKobo.toString(),
    createdAt: row.createdAt.toISOString(),
  }
}

/** A LIKE pattern for text anywhere in the line; what people type has no wildcards. */
function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}
