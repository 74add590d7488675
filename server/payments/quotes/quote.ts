import { QUOTE_LIFETIME_MS } from '#contract/constants.ts'
import type { BatchId, BpcId, QuoteId, UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { type Kobo, kobo } from '#contract/money.ts'
import type { RecipientOf, Sale } from '#contract/orders.ts'
import type { PriceListName } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'

type QuoteFields = {
  readonly userId: UserId
  readonly id: QuoteId
  /** Who will carry it out: a provider's name, or `jara` if no provider is needed. */
  readonly provider: string
  readonly terms: string
  readonly challenge: string
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly discountKobo: Kobo
  readonly totalKobo: Kobo
  readonly availableAfterKobo: Kobo
  /** The provider's expected charge to us. Purchases only. */
  readonly costKobo: Kobo
  readonly priceList: PriceListName
  readonly bpcId: BpcId | null
  readonly sale: Sale | null
  /** Set when it is approved with others by one signature. */
  readonly batchId: BatchId | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A quote as the database holds it: everything that will be agreed to, fixed. Amounts in kobo. */
export type QuoteOf<Kind extends OrderKind> = QuoteFields & {
  readonly kind: Kind
  readonly recipient: RecipientOf<Kind>
}
export type QuoteRow = { [Kind in OrderKind]: QuoteOf<Kind> }[OrderKind]

type Defaults = 'feeKobo' | 'dutyKobo' | 'discountKobo' | 'costKobo' | 'priceList' | 'bpcId' | 'sale' | 'batchId'
type Made = 'id' | 'challenge' | 'createdAt' | 'expiresAt'
type DraftOf<Row> = Row extends unknown
  ? Omit<Row, Defaults | Made> & Partial<Pick<Row & QuoteFields, Defaults>>
  : never
/** What a use case decides about a quote; the rest has defaults or is generated. */
export type QuoteDraft = DraftOf<QuoteRow>

const NOTHING = kobo(0n)

/** A quote from its draft, not stored yet. */
export function makeQuote(deps: Pick<Deps, 'clock' | 'newId' | 'randomBytes'>, draft: QuoteDraft): QuoteRow {
  const createdAt = deps.clock.now()
  return {
    feeKobo: NOTHING,
    dutyKobo: NOTHING,
    discountKobo: NOTHING,
    costKobo: NOTHING,
    priceList: 'standard',
    bpcId: null,
    sale: null,
    batchId: null,
    ...draft,
    id: deps.newId('quo'),
    challenge: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + QUOTE_LIFETIME_MS),
  }
}

/** Stores a quote, valid for QUOTE_LIFETIME_MS. Moves no money. */
export async function saveQuote(
  deps: Pick<Deps, 'database' | 'clock' | 'newId' | 'randomBytes'>,
  draft: QuoteDraft,
): Promise<QuoteRow> {
  const quote = makeQuote(deps, draft)
  await insertQuote(deps.database, quote)
  return quote
}

export async function insertQuote(sql: Sql, quote: QuoteRow): Promise<void> {
  await sql.query(
    `insert into quotes (user_id, id, kind, provider, terms, challenge, amount_kobo, fee_kobo, duty_kobo, discount_kobo,
       total_kobo, available_after_kobo, cost_kobo, price_list, bpc_id, sale, batch_id, recipient, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::jsonb, $17, $18::jsonb, $19, $20)`,
    [
      quote.userId,
      quote.id,
      quote.kind,
      quote.provider,
      quote.terms,
      quote.challenge,
      quote.amountKobo,
      quote.feeKobo,
      quote.dutyKobo,
      quote.discountKobo,
      quote.totalKobo,
      quote.availableAfterKobo,
      quote.costKobo,
      quote.priceList,
      quote.bpcId,
      quote.sale === null ? null : JSON.stringify(quote.sale),
      quote.batchId,
      JSON.stringify(quote.recipient),
      quote.createdAt,
      quote.expiresAt,
    ],
  )
}

const COLUMNS: Readonly<Record<keyof QuoteRow, string>> = {
  userId: 'user_id',
  id: 'id',
  kind: 'kind',
  provider: 'provider',
  terms: 'terms',
  challenge: 'challenge',
  amountKobo: 'amount_kobo',
  feeKobo: 'fee_kobo',
  dutyKobo: 'duty_kobo',
  discountKobo: 'discount_kobo',
  totalKobo: 'total_kobo',
  availableAfterKobo: 'available_after_kobo',
  costKobo: 'cost_kobo',
  priceList: 'price_list',
  bpcId: 'bpc_id',
  sale: 'sale',
  batchId: 'batch_id',
  recipient: 'recipient',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
}
const FIELDS = Object.keys(COLUMNS) as (keyof QuoteRow)[]

/** The SQL columns of a QuoteRow. */
export const QUOTE_COLUMNS = FIELDS.map((field) => `${COLUMNS[field]} as "${field}"`).join(', ')

/** The quote in a row that has other columns too. */
export function quoteIn(row: QuoteRow): QuoteRow {
  return Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as QuoteRow
}

/** The quotes that are approved together, in the order of their creation. */
export async function findQuotesOfBatch(sql: Sql, userId: string, batchId: string): Promise<QuoteRow[]> {
  return await sql.query<QuoteRow>(
    `select ${QUOTE_COLUMNS} from quotes where user_id = $1 and batch_id = $2 order by created_at, id`,
    [userId, batchId],
  )
}
