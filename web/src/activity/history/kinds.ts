import { ArrowDownLeft, ArrowUpRight, Smartphone, Ticket, Tv, Undo2, Wifi, Zap } from 'lucide-react'
import type { TransactionKind } from '#contract/transactions.ts'

/** What each kind is called in a filter, and its picture in a row. */
export const KINDS = {
  withdrawal: { name: 'Bank transfers', icon: ArrowUpRight },
  airtime: { name: 'Airtime', icon: Smartphone },
  data: { name: 'Data', icon: Wifi },
  electricity: { name: 'Electricity', icon: Zap },
  tv: { name: 'TV', icon: Tv },
  bpc: { name: 'BPC codes', icon: Ticket },
  deposit: { name: 'Deposits', icon: ArrowDownLeft },
  recall: { name: 'Taken back', icon: ArrowUpRight },
  refund: { name: 'Refunds', icon: Undo2 },
  grant: { name: 'Sandbox grant', icon: ArrowDownLeft },
} as const satisfies Record<TransactionKind, unknown>
