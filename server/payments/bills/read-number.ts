import { METER_DIGITS_MAX, METER_DIGITS_MIN, SMARTCARD_DIGITS_MAX, SMARTCARD_DIGITS_MIN } from '#contract/constants.ts'
import { NETWORKS, readTypedPhone } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import { groupedDigits } from '#contract/typed.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws AppError `network.unknown` */
export function readNetwork(uncheckedNetwork: string): { network: Network; networkName: string } {
  if (!Object.hasOwn(NETWORKS, uncheckedNetwork)) {
    throw new AppError('network.unknown', { fields: { network: 'Choose a network' } })
  }
  const network = uncheckedNetwork as Network
  return { network, networkName: NETWORKS[network].name }
}

/** @throws AppError `phone.invalid` */
export function readPhone(uncheckedPhone: string): string {
  const phone = readTypedPhone(uncheckedPhone)
  if (phone === null) throw new AppError('phone.invalid', { fields: { phone: 'Enter an 11-digit phone number' } })
  return phone
}

/** Digits of a meter or smartcard number, as it is printed in groups. @throws AppError `customer-number.invalid` */
export function readCustomerNumber(uncheckedNumber: string, category: 'electricity' | 'tv'): string {
  const digits = groupedDigits(uncheckedNumber)
  const [min, max] =
    category === 'electricity' ? [METER_DIGITS_MIN, METER_DIGITS_MAX] : [SMARTCARD_DIGITS_MIN, SMARTCARD_DIGITS_MAX]
  if (digits !== null && digits.length >= min && digits.length <= max) return digits
  const field = category === 'electricity' ? 'meterNumber' : 'smartcardNumber'
  throw new AppError('customer-number.invalid', { fields: { [field]: `${min} to ${max} digits` } })
}
