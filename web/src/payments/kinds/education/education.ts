import { lazy } from 'react'
import { formatNairaShort } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import { type BillDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'

export const education: BillDescriptor<'education'> = {
  ...NOTHING_SHOWN,
  noun: 'exam PIN purchase',
  offer: 'Exam PINs, for reading WAEC results',
  pricedBy: 'plan',
  inSight: { leading: 'You pay', who: ['Phone', 'You buy'] },
  afterApproval: { path: '/bills/processing', toast: null },
  deliveredToast: () => null,
  lines: ({ recipient }) => [
    { label: 'Exam', value: `${recipient.examName}, ${recipient.planName}` },
    { label: 'PINs', value: `${recipient.quantity} at ${formatNairaShort(BigInt(recipient.unitKobo))}` },
    { label: 'Phone number', value: formatPhone(recipient.phone) },
  ],
  completed: ({ recipient: { quantity } }) => ({
    title: quantity === 1 ? 'Your exam PIN is paid' : 'Your exam PINs are paid',
    sentences: ['Keep these private: anyone who has a PIN can use it.'],
  }),
  placeLabel: 'PINs and phone',
  costs: 'discount',
  topic: 'purchase',
  Delivered: lazy(() => import('./pins-card.tsx')),
}
