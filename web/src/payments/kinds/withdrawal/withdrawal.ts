import { formatNairaShort } from '#contract/money.ts'
import { type KindDescriptor, NOTHING_SHOWN } from '#web/payments/kinds/kind.ts'

export const withdrawal: KindDescriptor<'withdrawal'> = {
  noun: 'transfer',
  inSight: { leading: 'You send', who: ['To', 'Bank', 'Account number'] },
  afterApproval: { path: '/withdraw/processing', toast: 'Transfer initiated successfully!' },
  deliveredToast: () => null,
  lines: ({ recipient, totalKobo }) => [
    { label: 'To', value: recipient.accountName },
    { label: 'Bank', value: `${recipient.bankName}, ${recipient.accountNumber}` },
    { label: 'Total with fee and stamp duty', value: formatNairaShort(BigInt(totalKobo)) },
  ],
  completed: ({ amountKobo }) => ({
    title: 'Transfer Successfully',
    sentences: [`Your transfer of ${formatNairaShort(BigInt(amountKobo))} has been processed successfully.`],
  }),
  placeLabel: 'Account',
  costs: 'fees',
  topic: 'payment',
  ...NOTHING_SHOWN,
}
