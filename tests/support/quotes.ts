import { QUOTE_COLUMNS, type QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** Quotes as stored, each only if it belongs to that user. */
export async function findQuotes(
  sql: Sql,
  wanted: readonly { readonly userId: string; readonly id: string }[],
): Promise<QuoteRow[]> {
  return await sql.query<QuoteRow>(
    `select ${QUOTE_COLUMNS} from quotes where (user_id, id) in (select * from unnest($1::text[], $2::text[]))`,
    [wanted.map(({ userId }) => userId), wanted.map(({ id }) => id)],
  )
}
