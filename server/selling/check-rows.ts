import type { ErrorCode } from '#contract/errors.ts'
import { ERRORS } from '#contract/errors.ts'
import { type Kobo, parseKobo } from '#contract/money.ts'
import type { Sale } from '#contract/orders.ts'
import { readTypedPhone, suggestNetwork } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import type { BatchKind } from '#contract/selling.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'
import type { CheckedBill } from '#server/payments/kinds/purchase/bill-parts.ts'
import { purchaseKey } from '#server/payments/orders/duplicate-order.ts'
import { purchaseOf } from '#server/payments/orders/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { findBundle } from './find-bundle.ts'
import { networkOfWord, type UncheckedRow } from './read-list.ts'

/** What lists can buy. */
export type ListPurchase = CheckedBill<BatchKind>

/** A row after the check: what is bought for whom, or what is wrong with it. */
export type CheckedRow = {
  readonly row: UncheckedRow
  readonly phone: string | null
  readonly network: Network | null
  readonly guessed: boolean
} & (
  | { readonly purchase: ListPurchase; readonly sale: Sale | null; readonly problem: null }
  | { readonly purchase: null; readonly sale: null; readonly problem: string }
)

/** Reads what a row wants to buy: the kind's `read` with everything but the body supplied. */
type Read = (body: {
  kind: BatchKind
  network: string
  phone: string
  amountKobo: string
  bundleId: string
}) => Promise<ListPurchase>

export type ListOf = {
  readonly kind: BatchKind
  readonly catalogue: BillsCatalogue
  readonly read: Read
  /** The network that the seller chose for a line. */
  readonly networks: ReadonlyMap<number, Network>
  readonly sellAtFaceValue: boolean
  readonly customerNames: ReadonlyMap<string, string>
}

/** Errors that invalidate one row only. Any other error refuses the whole list. */
const ROW_PROBLEMS: ReadonlySet<ErrorCode> = new Set([
  'form.incomplete',
  'phone.invalid',
  'network.unknown',
  'bundle.invalid',
  'amount.invalid',
  'airtime.too-small',
  'airtime.too-large',
  'kind.paused',
])
/** `8.03E+09`: how a spreadsheet shows a long number in a narrow column, and then saves it. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i
const DIGITS_LOST =
  'A spreadsheet has rounded this number. Format its column as text, type the number again, and save the file.'
const PRICE_INVALID = 'Please enter a valid price for your customer, or leave it out.'

/** Checks one row. @throws AppError `provider.unavailable` when the bundles are unknown */
export async function checkRow(list: ListOf, row: UncheckedRow): Promise<CheckedRow> {
  const phone = readTypedPhone(row.phone)
  const said = list.networks.get(row.line) ?? networkOfWord(row.network)
  const guessed = said === null && row.network === '' && phone !== null
  const network = guessed ? suggestNetwork(phone) : said
  const seen = { row, phone, network, guessed: guessed && network !== null }
  const bad = (problem: string): CheckedRow => ({ ...seen, purchase: null, sale: null, problem })
  if (row.problem !== null) return bad(row.problem)
  if (phone === null && ROUNDED.test(row.phone)) return bad(DIGITS_LOST)
  if (phone === null) return bad(ERRORS[row.phone === '' ? 'form.incomplete' : 'phone.invalid'].message)
  if (network === null) return bad(ERRORS['network.unknown'].message)
  try {
    const { plan } = billOf(list.kind)
    const bundle = plan === null ? null : findBundle(await list.catalogue.bundles(network), row.bundle)
    const { amountKobo } = row
    const purchase = await list.read({ kind: list.kind, network, phone, amountKobo, bundleId: bundle?.id ?? '' })
    const sale = readSale(list, row, purchase.amountKobo)
    return sale === 'invalid' ? bad(PRICE_INVALID) : { ...seen, purchase, sale, problem: null }
  } catch (error) {
    if (error instanceof AppError && ROW_PROBLEMS.has(error.code)) return bad(error.message)
    throw error
  }
}

/** A row without a price is not a sale, unless the seller chose to sell at face value. */
function readSale(list: ListOf, row: UncheckedRow, faceKobo: Kobo): Sale | null | 'invalid' {
  if (row.priceKobo === '' && !list.sellAtFaceValue) return null
  const priceKobo = row.priceKobo === '' ? faceKobo : parseKobo(row.priceKobo)
  if (priceKobo === null) return 'invalid'
  return { customerId: row.customerId, customerName: nameOf(list, row), priceKobo: priceKobo.toString() }
}

/** The customer's name from the list, or else the saved one. */
export function nameOf({ customerNames }: Pick<ListOf, 'customerNames'>, row: UncheckedRow): string | null {
  return row.customerName || (row.customerId === null ? null : (customerNames.get(row.customerId) ?? null))
}

/** Equal for rows that buy the same thing for the same number. */
export function rowKey({ purchase }: { purchase: ListPurchase }): string {
  const { recipient } = purchase
  return [purchaseKey(purchaseOf(purchase)), 'bundleId' in recipient ? recipient.bundleId : ''].join(' ')
}
