import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { isId, type UserId } from '#contract/ids.ts'
import { searchTexts } from '#contract/search-texts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Transaction, TransactionsAnswer, TransactionsSearch, TransactionsSort } from '#contract/transactions.ts'
import { HOOKED } from '#contract/typed.ts'
import { lineIdsSince, lineIdsUntil } from '#server/ledger/posted-since.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** A line as read from the database. In JSON its time is text. */
export type TransactionRow = Omit<Transaction, 'createdAt'> & { readonly createdAt: Date | string }

export type NewestLines = readonly TransactionRow[]

/** Amounts as strings of digits, as clients get them: a number in JSON would be a float. */
const COLUMNS = `id, kind, title, counterparty, counterparty_detail as "counterpartyDetail",
  amount_kobo::text as "amountKobo", fee_kobo::text as "feeKobo", duty_kobo::text as "dutyKobo",
  discount_kobo::text as "discountKobo", status, order_id as "orderId", created_at as "createdAt"`

/** SQL expression: the newest lines of `user` as one JSON value for `linesFrom`. */
export const newestLinesOf = (user: string, limit: number | string): string =>
  `(select coalesce(json_agg(line order by line.id desc), '[]') from (
     select ${COLUMNS} from transactions where user_id = ${user} order by id desc limit ${limit}) as line)`

/** SQL expression: one line of `user` as a JSON value for `lineFrom`. Null if they have no such line. */
export const lineOf = (user: string, id: string): string =>
  `(select to_json(line) from (select ${COLUMNS} from transactions where user_id = ${user} and id = ${id}) as line)`

/** A line from the result of `lineOf`. */
export function lineFrom(json: TransactionRow): Transaction {
  return toTransaction(json)
}

/** Lines of a history, newest first, from the result of `newestLinesOf`. */
export function linesFrom(json: NewestLines): Transaction[] {
  return json.map(toTransaction)
}

/** The sort keys of a page. Lines with equal keys are ordered by id, and so by date. */
const SORT_KEYS: Readonly<Record<TransactionsSort, readonly string[]>> = {
  date: ['id'],
  what: ['lower(title) collate "C"', `lower(coalesce(counterparty, '')) collate "C"`, 'id'],
  amount: ['amount_kobo - fee_kobo - duty_kobo + discount_kobo', 'id'],
  status: ['status', 'id'],
}

/**
 * One page of a user's history, newest first unless sorted otherwise. Ids sort by creation: the last id of a page is
 * the cursor of the next, and days are ranges of ids. So deep pages and old days cost the same as the first page. A
 * search by words, kind or status also reads the lines it leaves out, and sorting by anything but the date reads all
 * lines.
 *
 * @throws AppError `request.invalid` for an invalid cursor or day
 */
export async function listTransactions(
  sql: Sql,
  userId: UserId,
  query: TransactionsSearch,
): Promise<TransactionsAnswer> {
  requireReadable(query)
  const { where, values } = conditionsOf(userId, query)
  const rows = await sql.query<TransactionRow>(
    `select ${COLUMNS} from transactions where ${where} order by ${orderOf(query)} limit $${values.length + 1}`,
    [...values, query.limit + 1],
  )
  return pageOf(rows.map(toTransaction), query.limit)
}

/** A page from up to `limit` + 1 lines: the extra line says that there is a next page. */
export function pageOf(lines: readonly Transaction[], limit: number): TransactionsAnswer {
  const transactions = lines.slice(0, limit)
  return { transactions, nextCursor: lines.length > limit ? (transactions.at(-1)?.id ?? null) : null }
}

/**
 * Only the conditions of this search: one plan for all searches would read the whole history each time. The SQL is
 * constant, and user input is only in the values.
 */
function conditionsOf(userId: UserId, query: TransactionsSearch): { where: string; values: string[] } {
  const values: string[] = [userId]
  const conditions = ['user_id = $1']
  const and = (value: string, condition: (place: string) => string) =>
    conditions.push(condition(`$${values.push(value)}`))
  const { cursor, kind, status, from, to } = query
  if (cursor !== undefined) and(cursor, (place) => afterCursor(query, place))
  if (kind !== undefined) and(kind, (place) => `kind = ${place}`)
  if (status !== undefined) and(status, (place) => `status = ${place}`)
  const texts = searchTexts(query.q ?? '').filter((text) => text !== '')
  if (texts.length > 0) {
    const places = texts.map((text) => `${SEARCHABLE} like $${values.push(containing(text))}`)
    conditions.push(`(${places.join(' or ')})`)
  }
  if (from !== undefined) {
    and(lineIdsSince(startOf(from)), (place) => `id >= ${place}`)
    and(from, (place) => `created_at >= ${place}::date::timestamp at time zone 'Africa/Lagos'`)
  }
  if (to !== undefined) {
    and(lineIdsUntil(new Date(startOf(to).getTime() + DAY_MS)), (place) => `id < ${place}`)
    and(to, (place) => `created_at < (${place}::date + 1)::timestamp at time zone 'Africa/Lagos'`)
  }
  return { where: conditions.join(' and '), values }
}

function orderOf({ sort = 'date', direction = 'descending' }: TransactionsSearch): string {
  return SORT_KEYS[sort].map((key) => `${key} ${direction === 'ascending' ? 'asc' : 'desc'}`).join(', ')
}

/**
 * The condition for lines after the cursor, whose id is at `place` of the values. Compares with the cursor's line as it
 * is now.
 */
function afterCursor({ sort = 'date', direction = 'descending' }: TransactionsSearch, place: string): string {
  const keys = SORT_KEYS[sort].join(', ')
  const last = sort === 'date' ? place : `(select ${keys} from transactions where user_id = $1 and id = ${place})`
  return `(${keys}) ${direction === 'ascending' ? '>' : '<'} ${last}`
}

/** Midnight in Africa/Lagos, where the clock never changes. */
function startOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - LAGOS_OFFSET_MS)
}

function requireReadable({ cursor, from, to }: TransactionsSearch): void {
  const wrong = (field: string, why: string) => new AppError('request.invalid', { fields: { [field]: why } })
  if (cursor !== undefined && !isId('txn', cursor)) throw wrong('cursor', 'Not a page of this list')
  // ISO 8601 has a year 0, PostgreSQL has none.
  if (from?.startsWith('0000')) throw wrong('from', 'Not a day')
  if (to?.startsWith('0000')) throw wrong('to', 'Not a day')
}

/** One line of a user's history, or null if they have none with that id. */
export async function findTransaction(sql: Sql, userId: UserId, id: string): Promise<Transaction | null> {
  const [row] = await sql.query<TransactionRow>(`select ${COLUMNS} from transactions where user_id = $1 and id = $2`, [
    userId,
    id,
  ])
  return row === undefined ? null : toTransaction(row)
}

function toTransaction(row: TransactionRow): Transaction {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() }
}

/** `search` normalised as `searchTexts` normalises typed text. Most lines have no diacritics to remove. */
const SEARCHABLE = `case when octet_length(search) = char_length(search) then search else lower(
  translate(regexp_replace(normalize(search, NFD), '[\\u0300-\\u036f]', '', 'g'), '${HOOKED.letters}', '${HOOKED.plain}')) end`

/** A LIKE pattern for text anywhere in the line. Typed wildcards are escaped. */
function containing(text: string): string {
  return `%${text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}
