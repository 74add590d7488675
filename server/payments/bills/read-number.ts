import { METER_DIGITS_MAX, METER_DIGITS_MIN, SMARTCARD_DIGITS_MAX, SMARTCARD_DIGITS_MIN } from '#contract/constants.ts'
import { NETWORKS, parsePhone } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
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
  const phone = parsePhone(uncheckedPhone)
  if (phone === null) throw new AppError('phone.invalid', { fields: { phone: 'Enter an 11-digit phone number' } })
  return phone
}

/** Digits of a meter or smartcard number, as it is printed in groups. @throws AppError `customer-number.invalid` */
export function readCustomerNumber(uncheckedNumber: string, category: 'electricity' | 'tv'): string {
  const digits = uncheckedNumber.replaceAll(/[\s-]/g, '')
  const [min, max] =
    category === 'electricity' ? [METER_DIGITS_MIN, METER_DIGITS_MAX] : [SMARTCARD_DIGITS_MIN, SMARTCARD_DIGITS_MAX]
  if (/^\d+$/.test(digits) && digits.length >= min && digits.length <= max) return digits
  const field = category === 'electricity' ? 'meterNumber' : 'smartcardNumber'
  throw new AppError('customer-number.invalid', { fields: { [field]: `${min} to ${max} digits` } })
}
