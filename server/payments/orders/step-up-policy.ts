import type { OrderKind } from '#contract/kinds/kinds.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { QuoteOf, QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql } from '#server/platform/db/database.ts'

/**
 * Whether these quotes of one user need more than the PIN, by the rules of their kinds. Binding only while the user's
 * account is locked.
 */
export async function needsStepUp(sql: Sql, quotes: readonly QuoteRow[], now: Date): Promise<boolean> {
  for (const quote of quotes) if (await needsMore(sql, quote, now)) return true
  return false
}

async function needsMore<Kind extends OrderKind>(sql: Sql, quote: QuoteOf<Kind>, now: Date): Promise<boolean> {
  return (await KINDS[quote.kind].needsStepUp?.(sql, quote, now)) ?? false
}
