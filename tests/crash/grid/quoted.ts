import type { UserId } from '#contract/ids.ts'
import type { QuoteBody } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { createBillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { quoteOrder } from '#server/payments/orders/rules.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'

/** A quote as the route makes it, without HTTP. */
export async function quoted(deps: Deps, userId: UserId, body: QuoteBody): Promise<QuoteRow> {
  const catalogues = { banks: createBankCatalogue(deps), bills: createBillsCatalogue(deps) }
  return (await quoteOrder({ deps, catalogues, userId }, body)).quote
}
