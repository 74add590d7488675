import type { TransactionKind } from '#contract/transactions.ts'
import { LOOKS, type Look } from '#web/payments/kinds/looks.ts'
import { AddMoneyIcon, AlertsIcon, SendIcon } from '#web/ui/duotone-icons.tsx'

/** The name of each kind of line in a filter, and its picture in a row. */
export const KINDS: Readonly<Record<TransactionKind, Look>> = {
  ...LOOKS,
  deposit: { name: 'Deposits', icon: AddMoneyIcon, look: 'family-palm', person: 'from' },
  recall: { name: 'Taken back', icon: SendIcon, look: 'family-stone', person: 'from' },
  refund: { name: 'Refunds', icon: AddMoneyIcon, look: 'family-palm' },
  sms: { name: 'SMS alerts', icon: AlertsIcon, look: 'family-sun' },
  grant: { name: 'Sandbox grant', icon: AddMoneyIcon, look: 'family-palm' },
}
