import { lazy } from 'react'
import { formatNairaShort } from '#contract/money.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { BillDescriptor } from '#web/payments/kinds/kind.ts'

const NONE_YET =
  'No token has come yet. We ask for three days and show it here. If none comes, give support the reference.'

export const electricity: BillDescriptor<'electricity'> = {
  noun: 'electricity payment',
  offer: 'Electricity',
  pricedBy: 'amount',
  inSight: { leading: 'You pay', who: ['Name on the meter', 'Meter', 'You buy'] },
  afterApproval: { path: '/bills/processing', toast: null },
  deliveredToast: ({ recipient }) => (recipient.meterType === 'prepaid' ? null : 'Electricity purchase successful!'),
  lines: ({ recipient }) => [
    { label: 'Customer', value: recipient.customerName },
    { label: 'Company', value: recipient.billerName },
    { label: 'Meter', value: `${recipient.meterNumber} (${recipient.meterType})` },
  ],
  completed: (order) => ({ title: 'Your electricity is paid', sentences: sentencesOf(order) }),
  placeLabel: 'Meter',
  costs: 'discount',
  topic: 'purchase',
  Delivered: lazy(() => import('./token-card.tsx')),
  missing: ({ token, recipient }) => (token === null && recipient.meterType === 'prepaid' ? NONE_YET : null),
}

function sentencesOf({ amountKobo, token, recipient }: OrderOf<'electricity'>): readonly string[] {
  const { billerName, customerName, meterType } = recipient
  if (meterType === 'postpaid')
    return [`${billerName} has ${formatNairaShort(BigInt(amountKobo))} for the meter of ${customerName}.`]
  if (token === null) return [`${billerName} has confirmed the payment.`, NONE_YET]
  return [`Enter ${token.includes(' ') ? 'these tokens' : 'this token'} on the meter of ${customerName}.`]
}
