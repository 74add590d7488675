import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { formatPhone, NETWORKS } from '#contract/phones.ts'
import { readNetwork, readPhone } from '#server/payments/bills/read-number.ts'
import { one } from '#server/payments/kinds/kind.ts'
import { describeBill } from '#server/payments/kinds/purchase/describe-bill.ts'
import { readAmount, requireFilled } from '#server/payments/orders/read-form.ts'

const BOUNDS = {
  minKobo: AIRTIME_MIN_KOBO,
  maxKobo: AIRTIME_MAX_KOBO,
  tooSmall: 'airtime.too-small',
  tooLarge: 'airtime.too-large',
} as const

/** Phone credit of any amount. */
export const airtime = describeBill({
  kind: 'airtime',
  read: async (_request, { network, phone, amountKobo }) => {
    requireFilled({ network, phone, amountKobo })
    const recipient = { ...readNetwork(network), phone: readPhone(phone) }
    return { recipient, amountKobo: readAmount(amountKobo, BOUNDS) }
  },
  services: NETWORKS,
  service: ({ network }) => network,
  seller: ({ network }) => NETWORKS[network].name,
  bought: ({ networkName }) => `${networkName} airtime`,
  terms: ({ phone }) => [['Phone', formatPhone(phone)]],
  recipientKey: ({ network, phone }) => `airtime:${network}:${phone}`,
  line: ({ network, phone }) => ({
    title: `${NETWORKS[network].name} Airtime`,
    counterparty: formatPhone(phone),
    detail: phone,
  }),
  noun: ({ network }) => one(`${NETWORKS[network].name} airtime`),
  plan: null,
  purchase: ({ network, phone }, amountKobo) => ({ product: 'airtime', network, phone, amountKobo }),
  number: ({ phone }) => phone,
  beneficiary: ({ phone, network, networkName }) => ({
    kind: 'phone',
    key: phone,
    details: { phone, network, networkName },
  }),
  receiptTo: ({ phone }) => ({ name: null, place: { label: 'Phone', number: phone, more: null } }),
  plural: 'airtime',
})
