import { ArrowDownLeft, ArrowUpRight, Undo2 } from 'lucide-react'
import type { TransactionKind } from '#contract/transactions.ts'
import type { Icon } from '#web/payments/kinds/kind.ts'
import { KINDS as ORDER_KINDS } from '#web/payments/kinds/kinds.ts'

/** What each kind of line is called in a filter, and its picture in a row. */
export const KINDS: Readonly<Record<TransactionKind, { readonly name: string; readonly icon: Icon }>> = {
  ...ORDER_KINDS,
  deposit: { name: 'Deposits', icon: ArrowDownLeft },
  recall: { name: 'Taken back', icon: ArrowUpRight },
  refund: { name: 'Refunds', icon: Undo2 },
  grant: { name: 'Sandbox grant', icon: ArrowDownLeft },
}
