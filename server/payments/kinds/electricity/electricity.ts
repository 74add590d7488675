import { ELECTRICITY_MAX_KOBO, ELECTRICITY_MIN_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import type { MeterType } from '#contract/purchases.ts'
import { readPhone } from '#server/payments/bills/read-number.ts'
import { resolveCustomer } from '#server/payments/bills/resolve-customer.ts'
import { one } from '#server/payments/kinds/kind.ts'
import { describeBill } from '#server/payments/kinds/purchase/describe-bill.ts'
import { readAmount, requireFilled } from '#server/payments/orders/read-form.ts'
import { AppError } from '#server/platform/errors.ts'

const BOUNDS = {
  minKobo: ELECTRICITY_MIN_KOBO,
  maxKobo: ELECTRICITY_MAX_KOBO,
  tooSmall: 'amount.too-small',
  tooLarge: 'amount.too-large',
  message: `You can pay from ${formatNairaShort(ELECTRICITY_MIN_KOBO)} to ${formatNairaShort(ELECTRICITY_MAX_KOBO)} for electricity at once.`,
} as const

/** Electricity for a meter, of any amount. Prepaid meters get a token. */
export const electricity = describeBill({
  kind: 'electricity',
  read: async ({ deps, catalogue }, { biller, meterNumber, meterType, phone, amountKobo: uncheckedAmount }) => {
    requireFilled({ biller, meterNumber, meterType, phone, amountKobo: uncheckedAmount })
    const amountKobo = readAmount(uncheckedAmount, BOUNDS)
    const customer = await resolveCustomer(deps, catalogue, {
      category: 'electricity',
      biller,
      customerNumber: meterNumber,
      meterType: readMeterType(meterType),
    })
    const recipient = {
      biller: customer.biller.id,
      billerName: customer.biller.name,
      customerName: customer.customerName,
      meterNumber: customer.customerNumber,
      meterType: readMeterType(meterType),
      phone: readPhone(phone),
    }
    return { recipient, amountKobo }
  },
  services: null,
  service: ({ biller }) => biller,
  seller: ({ billerName }) => billerName,
  bought: ({ billerName }) => `electricity from ${billerName}`,
  terms: ({ meterNumber, meterType, customerName, phone }) => [
    ['Meter', `${meterNumber} (${meterType})`],
    ['Name on the meter', customerName],
    ['Phone', formatPhone(phone)],
  ],
  recipientKey: ({ biller, meterNumber }) => `electricity:${biller}:${meterNumber}`,
  line: ({ customerName, billerName, meterNumber }) => ({
    title: 'Electricity',
    counterparty: customerName,
    detail: `${billerName} · ${meterNumber}`,
  }),
  noun: () => one('electricity payment'),
  plan: null,
  purchase: ({ biller, meterNumber, meterType, phone }, amountKobo) => ({
    product: 'electricity',
    biller,
    meterNumber,
    meterType,
    phone,
    amountKobo,
  }),
  number: ({ meterNumber }) => meterNumber,
  givenWithProof: ({ meterType }) => (meterType === 'prepaid' ? 'the token' : null),
  isHandedOver: async (_, { token, recipient: { meterType } }) => meterType !== 'prepaid' || token !== null,
  beneficiary: ({ biller, billerName, meterNumber, meterType, customerName }) => ({
    kind: 'meter',
    key: `${biller}:${meterNumber}`,
    details: { biller, billerName, meterNumber, meterType, customerName },
  }),
  receiptTo: ({ customerName, meterNumber, billerName }) => ({
    name: customerName,
    place: { label: 'Meter', number: meterNumber, more: billerName },
  }),
  plural: 'electricity',
  bringsToken: true,
})

function readMeterType(uncheckedType: string): MeterType {
  if (uncheckedType === 'prepaid' || uncheckedType === 'postpaid') return uncheckedType
  throw new AppError('request.invalid', { fields: { meterType: 'Prepaid or postpaid' } })
}
