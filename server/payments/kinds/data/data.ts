import { kobo } from '#contract/money.ts'
import { formatPhone, NETWORKS } from '#contract/phones.ts'
import { readNetwork, readPhone } from '#server/payments/bills/read-number.ts'
import { one } from '#server/payments/kinds/kind.ts'
import { describeBill } from '#server/payments/kinds/purchase/describe-bill.ts'
import { requireFilled } from '#server/payments/orders/read-form.ts'
import { AppError } from '#server/platform/errors.ts'

/** A data bundle on a phone, at the price of the provider's list. */
export const data = describeBill({
  kind: 'data',
  read: async ({ catalogue }, body) => {
    requireFilled({ network: body.network, phone: body.phone })
    const network = readNetwork(body.network)
    const phone = readPhone(body.phone)
    const bundle = (await catalogue.bundles(network.network)).find((each) => each.id === body.bundleId)
    if (bundle === undefined) throw new AppError('bundle.invalid', { fields: { bundleId: 'Choose a data bundle' } })
    const recipient = { ...network, phone, bundleId: bundle.id, bundleName: bundle.name }
    return { recipient, amountKobo: kobo(BigInt(bundle.amountKobo)) }
  },
  services: NETWORKS,
  service: ({ network }) => network,
  seller: ({ network }) => NETWORKS[network].name,
  bought: ({ networkName, bundleName }) => `${networkName} data, ${bundleName}`,
  terms: ({ phone }) => [['Phone', formatPhone(phone)]],
  recipientKey: ({ network, phone }) => `data:${network}:${phone}`,
  line: ({ network, phone, bundleName }) => ({
    title: `${NETWORKS[network].name} Data Bundle`,
    counterparty: formatPhone(phone),
    detail: `${phone} · ${bundleName}`,
  }),
  noun: ({ network }) => one(`${NETWORKS[network].name} data bundle`),
  plan: ({ recipient: { network, bundleId, bundleName }, amountKobo }) => ({
    list: { product: 'data', network },
    seller: NETWORKS[network].name,
    code: bundleId,
    name: bundleName,
    amountKobo,
  }),
  purchase: ({ network, phone, bundleId }, amountKobo) => ({
    product: 'data',
    network,
    phone,
    planCode: bundleId,
    amountKobo,
  }),
  number: ({ phone }) => phone,
  beneficiary: ({ phone, network, networkName }) => ({
    kind: 'phone',
    key: phone,
    details: { phone, network, networkName },
  }),
  receiptTo: ({ phone, bundleName }) => ({ name: null, place: { label: 'Phone', number: phone, more: bundleName } }),
  plural: 'data',
})
