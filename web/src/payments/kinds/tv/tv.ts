import { type BillDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'

export const tv: BillDescriptor<'tv'> = {
  noun: 'TV payment',
  offer: 'TV',
  pricedBy: 'plan',
  inSight: { leading: 'You pay', who: ['Name on the card', 'Smartcard', 'You buy'] },
  afterApproval: { path: '/bills/processing', toast: null },
  deliveredToast: () => 'TV subscription successful!',
  lines: ({ recipient }) => [
    { label: 'Customer', value: recipient.customerName },
    { label: 'Package', value: `${recipient.billerName}, ${recipient.planName}` },
    { label: 'Smartcard', value: recipient.smartcardNumber },
  ],
  completed: ({ recipient }) => ({
    title: 'Your TV subscription is paid',
    sentences: [`${recipient.planName} is on the smartcard of ${recipient.customerName}.`],
  }),
  placeLabel: 'Package and smartcard',
  costs: 'discount',
  topic: 'purchase',
  ...NOTHING_SHOWN,
}
