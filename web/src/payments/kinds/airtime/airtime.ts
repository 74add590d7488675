import { formatNairaShort } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import { unbroken } from '#web/lib/format.ts'
import { type BillDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'
import { NETWORK_NAMES } from '#web/payments/kinds/network-names.ts'

export const airtime: BillDescriptor<'airtime'> = {
  noun: 'airtime purchase',
  offer: `Airtime for ${NETWORK_NAMES}`,
  pricedBy: 'amount',
  inSight: { leading: 'You pay', who: ['Phone', 'You buy'] },
  afterApproval: { path: '/airtime/processing', toast: null },
  deliveredToast: () => 'Airtime purchase successful!',
  lines: ({ recipient }) => [
    { label: 'Network', value: recipient.networkName },
    { label: 'Phone number', value: formatPhone(recipient.phone) },
  ],
  completed: ({ amountKobo, recipient }) => ({
    title: 'Your airtime is delivered',
    sentences: [
      `${recipient.networkName} airtime of ${formatNairaShort(BigInt(amountKobo))} is on ${unbroken(formatPhone(recipient.phone))}.`,
    ],
  }),
  placeLabel: 'Account',
  costs: 'discount',
  topic: 'purchase',
  ...NOTHING_SHOWN,
}
