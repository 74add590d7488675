import type { Biller, MeterType } from '#contract/purchases.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HolderName } from '#server/platform/text/holder-name.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import { providerForNew } from '#server/providers/registry.ts'
import type { BillsCatalogue } from './bill-catalogue.ts'
import { readCustomerNumber } from './read-number.ts'

export type ResolvedCustomer = {
  readonly biller: Biller
  readonly customerNumber: string
  readonly customerName: HolderName
  readonly detail: CleanText | null
}

const REFUSALS = {
  'not-resolved': ['customer.not-resolved', 'does not know this number'],
  'unreadable-name': ['customer.unreadable', 'gives no name that can be shown'],
} as const

/**
 * Asks the provider who a meter or smartcard belongs to. Without a name there is no payment.
 *
 * @throws AppError `biller.unknown`, `customer-number.invalid`, `customer.not-resolved`, `customer.unreadable`,
 *   `provider.unavailable`
 */
export async function resolveCustomer(
  deps: Pick<Deps, 'providers'>,
  catalogue: BillsCatalogue,
  of: {
    category: 'electricity' | 'tv'
    biller: string
    customerNumber: string
    meterType: MeterType | null
  },
): Promise<ResolvedCustomer> {
  const customerNumber = readCustomerNumber(of.customerNumber, of.category)
  const bills = providerForNew(deps, 'bills')
  if (!bills.available()) throw new AppError('provider.unavailable')
  const biller = await catalogue.requireBiller(of.category, of.biller)
  const answer = await bills.resolveCustomer({ biller: biller.id, customerNumber, meterType: of.meterType })
  if (answer.outcome === 'unknown') throw new AppError('provider.unavailable')
  if (answer.outcome === 'declined') {
    if (answer.reason === 'unknown-biller') throw new AppError('biller.unknown')
    const [code, why] = REFUSALS[answer.reason]
    const field = of.category === 'electricity' ? 'meterNumber' : 'smartcardNumber'
    throw new AppError(code, { fields: { [field]: `${biller.name} ${why}` } })
  }
  return { biller, customerNumber, ...answer.value }
}
