import { ArrowDownLeft, ArrowUpRight, Undo2 } from 'lucide-react'
import type { TransactionKind } from '#contract/transactions.ts'
import { LOOKS, type Look } from '#web/payments/kinds/looks.ts'

/** What each kind of line is called in a filter, and its picture in a row. */
export const KINDS: Readonly<Record<TransactionKind, Look>> = {
  ...LOOKS,
  deposit: { name: 'Deposits', icon: ArrowDownLeft },
  recall: { name: 'Taken back', icon: ArrowUpRight },
  refund: { name: 'Refunds', icon: Undo2 },
  sms: { name: 'SMS alerts', icon: ArrowUpRight },
  grant: { name: 'Sandbox grant', icon: ArrowDownLeft },
}
