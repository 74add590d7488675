import type { UserId } from '#contract/ids.ts'
import { type Kobo, kobo, parseKobo } from '#contract/money.ts'
import type { QuoteBody, Sale, SaleBody } from '#contract/orders.ts'
import { priceOf } from '#contract/prices.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import type { Deps } from '#server/deps.ts'
import { readCustomerNames } from '#server/payments/beneficiaries/customer-names.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { type CheckedPurchase, readPurchase } from '#server/payments/bills/read-purchase.ts'
import { type Duplicate, findDuplicate, thingKey } from '#server/payments/orders/duplicate-order.ts'
import { insertQuote, makeQuote, type QuoteDraft, type QuoteRow } from '#server/payments/quotes/quote.ts'
import { type ChosenPrices, choosePrices, requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { providerForNew } from '#server/providers/registry.ts'
import { purchaseTerms } from './purchase.ts'
import type { PurchaseKind } from './purchase-row.ts'

export type PurchaseBody = Extract<QuoteBody, { kind: PurchaseKind }>

/**
 * Fixes everything about a purchase of airtime, data, electricity or TV before anybody agrees to it. Moves no money.
 *
 * @throws AppError `form.incomplete`, `phone.invalid`, `network.unknown`, `bundle.invalid`, `plan.invalid`,
 *   `biller.unknown`, `customer-number.invalid`, `customer.not-resolved`, `customer.unreadable`, `amount.*`, `airtime.*`, `bpc.invalid`,
 *   `customer.not-found`, `funds.insufficient`, `limit.daily`, `provider.unavailable`
 */
export async function quotePurchase(
  deps: Deps,
  catalogue: BillsCatalogue,
  userId: UserId,
  body: PurchaseBody,
): Promise<{ quote: QuoteRow; similar: Duplicate | null }> {
  const purchase = await readPurchase(deps, catalogue, body)
  const sale = 'sale' in body && body.sale != null ? readSale(body.sale) : null
  if (sale?.customerId != null) await readCustomerNames(deps.database, userId, [sale.customerId])
  const prices = await choosePrices(deps, userId, body.bpcCode ?? '')
  if (!providerForNew(deps, 'bills').available()) throw new AppError('provider.unavailable')
  const draft = draftOf(deps, { userId, purchase, prices, sale })
  const availableAfterKobo = await requireAffordable(deps, {
    userId,
    totalKobo: draft.totalKobo,
    spendKobo: draft.totalKobo,
    withWhat: '',
  })
  const bought = await findDuplicate(deps.database, { userId, things: [purchase], now: deps.clock.now() })
  const similar = bought.get(thingKey(purchase)) ?? null
  const quote = withTerms(deps, { draft, availableAfterKobo, similar })
  await insertQuote(deps.database, quote)
  return { quote, similar }
}

type PricedPurchase = {
  readonly userId: UserId
  readonly purchase: CheckedPurchase
  readonly prices: ChosenPrices
  readonly sale: Sale | null
  readonly price: ReturnType<typeof priceOf>
  readonly totalKobo: Kobo
}

/** A purchase with its price: never below what the provider takes for it. */
export function draftOf(
  deps: Pick<Deps, 'config'>,
  of: Pick<PricedPurchase, 'userId' | 'purchase' | 'prices' | 'sale'>,
): PricedPurchase {
  const { kind, recipient, amountKobo } = of.purchase
  const price = priceOf(deps.config.prices, {
    product: kind,
    service: 'biller' in recipient ? recipient.biller : recipient.network,
    amountKobo,
    list: of.prices.priceList,
  })
  return { ...of, price, totalKobo: price.priceKobo }
}

/** The quote of a priced purchase, with the text that is shown and signed. Not yet kept. */
export function withTerms(
  deps: Deps,
  of: { draft: PricedPurchase; availableAfterKobo: Kobo; similar: Duplicate | null },
): QuoteRow {
  const { userId, purchase, prices, sale, price, totalKobo } = of.draft
  const { availableAfterKobo } = of
  const terms = purchaseTerms({
    ...purchase,
    price,
    availableAfterKobo,
    salePriceKobo: sale === null ? null : kobo(BigInt(sale.priceKobo)),
    similarAgo: of.similar === null ? null : ago(deps.clock.now(), new Date(of.similar.createdAt)),
  })
  return makeQuote(deps, {
    ...purchase,
    ...prices,
    userId,
    provider: providerForNew(deps, 'bills').name,
    terms,
    discountKobo: price.discountKobo,
    costKobo: price.costKobo,
    totalKobo,
    availableAfterKobo,
    sale,
  } as QuoteDraft)
}

function ago(now: Date, at: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - at.getTime()) / 1_000))
  if (seconds < 60) return seconds === 1 ? '1 second ago' : `${seconds} seconds ago`
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

/**
 * What a seller says about selling on: kept beside the order, for them alone.
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
