import { kobo } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import { readPhone } from '#server/payments/bills/read-number.ts'
import { resolveCustomer } from '#server/payments/bills/resolve-customer.ts'
import { one } from '#server/payments/kinds/kind.ts'
import { describeBill } from '#server/payments/kinds/purchase/describe-bill.ts'
import { requireFilled } from '#server/payments/orders/read-form.ts'
import { AppError } from '#server/platform/errors.ts'

/** A package for a smartcard, at the price of the provider's list. */
export const tv = describeBill({
  kind: 'tv',
  read: async ({ deps, catalogue }, { biller, smartcardNumber, planId, phone: uncheckedPhone }) => {
    requireFilled({ biller, smartcardNumber, phone: uncheckedPhone })
    const phone = readPhone(uncheckedPhone)
    const plan = (await catalogue.tvPlans(biller)).find((each) => each.id === planId)
    if (plan === undefined) throw new AppError('plan.invalid', { fields: { planId: 'Choose a package' } })
    const customer = await resolveCustomer(deps, catalogue, {
      category: 'tv',
      biller,
      customerNumber: smartcardNumber,
      meterType: null,
    })
    const recipient = {
      biller: customer.biller.id,
      billerName: customer.biller.name,
      customerName: customer.customerName,
      smartcardNumber: customer.customerNumber,
      planId: plan.id,
      planName: plan.name,
      phone,
    }
    return { recipient, amountKobo: kobo(BigInt(plan.amountKobo)) }
  },
  services: null,
  service: ({ biller }) => biller,
  seller: ({ billerName }) => billerName,
  bought: ({ billerName, planName }) => `${billerName} TV, ${planName}`,
  terms: ({ smartcardNumber, customerName, phone }) => [
    ['Smartcard', smartcardNumber],
    ['Name on the card', customerName],
    ['Phone', formatPhone(phone)],
  ],
  recipientKey: ({ biller, smartcardNumber }) => `tv:${biller}:${smartcardNumber}`,
  line: ({ billerName, customerName, planName, smartcardNumber }) => ({
    title: `${billerName} TV`,
    counterparty: customerName,
    detail: `${planName} · ${smartcardNumber}`,
  }),
  noun: ({ billerName }) => one(`${billerName} TV payment`),
  plan: ({ recipient: { biller, billerName, planId, planName }, amountKobo }) => ({
    list: { product: 'tv', biller },
    seller: billerName,
    code: planId,
    name: planName,
    amountKobo,
  }),
  purchase: ({ biller, smartcardNumber, planId, phone }, amountKobo) => ({
    product: 'tv',
    biller,
    smartcardNumber,
    planCode: planId,
    phone,
    amountKobo,
  }),
  number: ({ smartcardNumber }) => smartcardNumber,
  beneficiary: ({ biller, billerName, smartcardNumber, customerName }) => ({
    kind: 'smartcard',
    key: `${biller}:${smartcardNumber}`,
    details: { biller, billerName, smartcardNumber, customerName },
  }),
  receiptTo: ({ customerName, smartcardNumber, planName }) => ({
    name: customerName,
    place: { label: 'Smartcard', number: smartcardNumber, more: planName },
  }),
  plural: 'TV',
})
