import type { UserId } from '#contract/ids.ts'
import type { SaleBody } from '#contract/kinds/fields.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatNaira, type Kobo, kobo, parseKobo } from '#contract/money.ts'
import { nairaInWords } from '#contract/naira-in-words.ts'
import type { QuoteBodyOf, RecipientOf, Sale } from '#contract/orders.ts'
import { type Price, type PriceList, priceOf } from '#contract/prices.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { BALANCE_AFTER } from '#contract/terms.ts'
import type { Deps } from '#server/deps.ts'
import { readCustomerNames } from '#server/payments/beneficiaries/customer-names.ts'
import type { Quoted, QuoteRequest } from '#server/payments/kinds/kind.ts'
import { type Duplicate, findDuplicate, purchaseKey } from '#server/payments/orders/duplicate-order.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import { insertQuote, makeQuote, type QuoteDraft, type QuoteRow } from '#server/payments/quotes/quote.ts'
import { type ChosenPrices, choosePrices, requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { termsText } from '#server/payments/quotes/terms.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { providerForNew } from '#server/providers/registry.ts'
import type { BillParts } from './bill-parts.ts'

/**
 * Fixes everything about a purchase before anybody agrees to it. Moves no money.
 *
 * @throws AppError whatever the kind's `read` throws, `bpc.invalid`, `customer.not-found`, `funds.insufficient`,
 *   `limit.daily`, `provider.unavailable`
 */
export async function quotePurchase<Kind extends BillKind>(
  bill: BillParts<Kind>,
  { deps, catalogues, userId }: QuoteRequest,
  body: QuoteBodyOf<Kind>,
): Promise<Quoted> {
  const checked = await bill.read({ deps, catalogue: catalogues.bills }, body)
  const { bpcCode, sale: saleBody }: SharedBody = body
  const sale = saleBody == null ? null : readSale(saleBody)
  if (sale?.customerId != null) await readCustomerNames(deps.database, userId, [sale.customerId])
  const [prices, list] = await Promise.all([choosePrices(deps, userId, bpcCode ?? ''), pricesInForce(deps)])
  if (!providerForNew(deps, 'bills').available()) throw new AppError('provider.unavailable')
  const draft = draftOf(list, bill, { ...checked, userId, prices, sale })
  const availableAfterKobo = await requireAffordable(deps, {
    userId,
    totalKobo: draft.price.priceKobo,
    spendKobo: draft.price.priceKobo,
    withWhat: '',
  })
  const purchase = { recipientKey: bill.recipientKey(checked.recipient), amountKobo: checked.amountKobo }
  const bought = await findDuplicate(deps.database, { userId, purchases: [purchase], now: deps.clock.now() })
  const similar = bought.get(purchaseKey(purchase)) ?? null
  const quote = withTerms(deps, bill, { draft, availableAfterKobo, similar })
  await insertQuote(deps.database, quote)
  return { quote, similar }
}

/** Optional fields in the form of every kind of bill. */
type SharedBody = {
  readonly kind: string
  readonly bpcCode?: string | null | undefined
  readonly sale?: SaleBody | null | undefined
}

/** What is bought, for whom, and by which prices. */
type Wanted<Kind extends BillKind> = {
  readonly userId: UserId
  readonly recipient: RecipientOf<Kind>
  readonly amountKobo: Kobo
  readonly prices: ChosenPrices
  readonly sale: Sale | null
}
export type PricedBill<Kind extends BillKind> = Wanted<Kind> & { readonly price: Price }

/** A purchase with its price, which is never below the provider's charge. */
export function draftOf<Kind extends BillKind>(
  prices: PriceList,
  bill: BillParts<Kind>,
  of: Wanted<Kind>,
): PricedBill<Kind> {
  const { recipient, amountKobo } = of
  const list = of.prices.priceList
  const price = priceOf(prices, { product: bill.kind, service: bill.service(recipient), amountKobo, list })
  return { ...of, price }
}

/** The quote of a priced purchase, with the text that is shown and signed. Not stored yet. */
export function withTerms<Kind extends BillKind>(
  deps: Deps,
  bill: BillParts<Kind>,
  of: { draft: PricedBill<Kind>; availableAfterKobo: Kobo; similar: Duplicate | null },
): QuoteRow {
  const { userId, recipient, amountKobo, prices, sale, price } = of.draft
  const { availableAfterKobo } = of
  const similarAgo = of.similar === null ? null : ago(deps.clock.now(), new Date(of.similar.createdAt))
  return makeQuote(deps, {
    kind: bill.kind,
    recipient,
    amountKobo,
    ...prices,
    userId,
    provider: providerForNew(deps, 'bills').name,
    terms: purchaseTerms(bill, { ...of.draft, availableAfterKobo, similarAgo }),
    discountKobo: price.discountKobo,
    costKobo: price.costKobo,
    totalKobo: price.priceKobo,
    availableAfterKobo,
    sale,
  } as QuoteDraft)
}

/** The exact text that is shown before the approval, and signed by it. */
function purchaseTerms<Kind extends BillKind>(
  bill: BillParts<Kind>,
  of: PricedBill<Kind> & { availableAfterKobo: Kobo /** "40 seconds ago" */; similarAgo: string | null },
): string {
  const { recipient, amountKobo, price, sale, similarAgo } = of
  return termsText([
    ['You buy', `${formatNaira(amountKobo)} ${bill.bought(recipient)}`],
    ...bill.terms(recipient),
    ['Discount', formatNaira(price.discountKobo)],
    ['You pay', formatNaira(price.priceKobo)],
    ['In words', nairaInWords(price.priceKobo)],
    // The price that the seller's customer pays, if the purchase is sold on.
    ...(sale === null ? [] : [['Your customer pays you', formatNaira(kobo(BigInt(sale.priceKobo)))] as const]),
    [BALANCE_AFTER, formatNaira(of.availableAfterKobo)],
    ...(similarAgo === null ? [] : [['Same again', `You bought the same ${similarAgo}`] as const]),
  ])
}

function ago(now: Date, at: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - at.getTime()) / 1_000))
  if (seconds < 60) return seconds === 1 ? '1 second ago' : `${seconds} seconds ago`
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

/**
 * The seller's data about a sale, stored beside the order for the seller alone.
 *
 * @throws AppError `amount.invalid` when their own price is not an amount
 */
function readSale(body: SaleBody): Sale {
  const priceKobo = parseKobo(body.priceKobo)
  if (priceKobo === null) {
    throw new AppError('amount.invalid', { fields: { salePriceKobo: 'Enter the price your customer pays' } })
  }
  const name = cleanLine(body.customerName ?? '', CUSTOMER_NAME_MAX_LENGTH)
  return {
    customerId: body.customerId ?? null,
    customerName: name === '' ? null : name,
    priceKobo: priceKobo.toString(),
  }
}
