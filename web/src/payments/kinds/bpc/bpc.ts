import { type KindDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'

export const bpc: KindDescriptor<'bpc'> = {
  noun: 'BPC purchase',
  inSight: { leading: 'You pay', who: ['For', 'You buy', 'Paid'] },
  afterApproval: { path: '/buy-bpc/confirmation', toast: null },
  deliveredToast: () => null,
  lines: ({ recipient }) => [{ label: 'For', value: recipient.fullName }],
  completed: () => ({ title: 'Your BPC code is ready', sentences: ['It is active in your account.'] }),
  placeLabel: 'Account',
  costs: 'price',
  topic: 'bpc',
  isFromWallet: ({ recipient }) => recipient.payWith === 'wallet',
  ...NOTHING_SHOWN,
}
