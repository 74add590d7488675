import type { Biller, MeterType } from '#contract/purchases.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { providerForNew } from '../../providers/registry.ts'
import type { BillsCatalogue } from './catalogue.ts'
import { readCustomerNumber } from './read-number.ts'

export type ResolvedCustomer = {
  readonly biller: Biller
  readonly customerNumber: string
  readonly customerName: string
  readonly detail: string | null
}

/**
 * Asks the provider whose meter or smartcard a number is. A name that cannot be resolved stops the payment.
 *
 * @throws AppError `biller.unknown`, `customer-number.invalid`, `customer.not-resolved`, `provider.unavailable`
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
    if (answer.reason !== 'not-resolved') throw new AppError('biller.unknown')
    const field = of.category === 'electricity' ? 'meterNumber' : 'smartcardNumber'
    throw new AppError('customer.not-resolved', { fields: { [field]: `${biller.name} does not know this number` } })
  }
  return { biller, customerNumber, ...answer.value }
}
