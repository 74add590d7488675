import { QUOTE_LIFETIME_MS } from '#contract/constants.ts'
import type { QuoteId, UserId } from '#contract/ids.ts'
import { type Kobo, kobo } from '#contract/money.ts'
import type { OrderKind, Quote } from '#contract/orders.ts'
import type { Sql } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Recipient } from './order.ts'

/** A quote as the database holds it: everything that will be agreed to, fixed. Amounts in kobo. */
export type QuoteRow = {
  readonly userId: UserId
  readonly id: QuoteId
  readonly kind: OrderKind
  readonly terms: string
  readonly challenge: string
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly discountKobo: Kobo
  readonly totalKobo: Kobo
  readonly availableAfterKobo: Kobo
  readonly recipient: Recipient
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Keeps a quote for QUOTE_LIFETIME_MS. Moves no money. */
export async function saveQuote(
  deps: Pick<Deps, 'database' | 'clock' | 'newId' | 'randomBytes'>,
  draft: Omit<QuoteRow, 'id' | 'challenge' | 'discountKobo' | 'createdAt' | 'expiresAt'>,
): Promise<QuoteRow> {
  const createdAt = deps.clock.now()
  const quote: QuoteRow = {
    ...draft,
    id: deps.newId('quo'),
    challenge: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    discountKobo: kobo(0n),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + QUOTE_LIFETIME_MS),
  }
  await deps.database.query(
    `insert into quotes (user_id, id, kind, terms, challenge, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo,
       available_after_kobo, recipient, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14)`,
    [
      quote.userId,
      quote.id,
      quote.kind,
      quote.terms,
      quote.challenge,
      quote.amountKobo,
      quote.feeKobo,
      quote.dutyKobo,
      quote.discountKobo,
      quote.totalKobo,
      quote.availableAfterKobo,
      JSON.stringify(quote.recipient),
      quote.createdAt,
      quote.expiresAt,
    ],
  )
  return quote
}

/** One quote of a user, or null when there is none of that id that is his. */
export async function findQuote(sql: Sql, userId: string, quoteId: string): Promise<QuoteRow | null> {
  const [row] = await sql.query<QuoteRow>(
    `select user_id as "userId", id, kind, terms, challenge, amount_kobo as "amountKobo", fee_kobo as "feeKobo",
       duty_kobo as "dutyKobo", discount_kobo as "discountKobo", total_kobo as "totalKobo",
       available_after_kobo as "availableAfterKobo", recipient, created_at as "createdAt", expires_at as "expiresAt"
     from quotes where user_id = $1 and id = $2`,
    [userId, quoteId],
  )
  return row ?? null
}

/** The quote as the outside sees it. */
export function toQuote(row: QuoteRow): Quote {
  return {
    id: row.id,
    kind: row.kind,
    terms: row.terms,
    challenge: row.challenge,
    amountKobo: row.amountKobo.toString(),
    feeKobo: row.feeKobo.toString(),
    dutyKobo: row.dutyKobo.toString(),
    discountKobo: row.discountKobo.toString(),
    totalKobo: row.totalKobo.toString(),
    availableAfterKobo: row.availableAfterKobo.toString(),
    recipient: row.recipient,
    expiresAt: row.expiresAt.toISOString(),
  }
}
