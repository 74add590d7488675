import { formatPhone } from '#contract/phones.ts'
import { unbroken } from '#web/lib/format.ts'
import { type BillDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'

export const data: BillDescriptor<'data'> = {
  noun: 'data purchase',
  offer: 'Data bundles for the same networks',
  pricedBy: 'plan',
  inSight: { leading: 'You pay', who: ['Phone', 'You buy'] },
  afterApproval: { path: '/data/processing', toast: null },
  deliveredToast: () => 'Data purchase successful!',
  lines: ({ recipient }) => [
    { label: 'Bundle', value: recipient.bundleName },
    { label: 'Network', value: recipient.networkName },
    { label: 'Phone number', value: formatPhone(recipient.phone) },
  ],
  completed: ({ recipient }) => ({
    title: 'Your data is delivered',
    sentences: [`${recipient.bundleName} is on ${unbroken(formatPhone(recipient.phone))}.`],
  }),
  placeLabel: 'Bundle',
  costs: 'discount',
  topic: 'purchase',
  ...NOTHING_SHOWN,
}
