import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import type { TransactionStatus } from '#contract/transactions.ts'
import { Chip } from './chip.tsx'

/** The statuses that people see. `completed`: the provider proved it, or two operators ended it as paid. */
export const STATUSES = {
  completed: { word: 'Completed', icon: CircleCheck, text: 'text-ok', look: 'bg-ok-tint text-ok' },
  pending: { word: 'Pending', icon: Clock, text: 'text-wait', look: 'bg-wait-tint text-wait' },
  failed: { word: 'Failed', icon: CircleX, text: 'text-bad', look: 'bg-bad-tint text-bad' },
  reversed: { word: 'Reversed', icon: Undo2, text: 'text-wait', look: 'bg-wait-tint text-wait' },
} as const satisfies Record<TransactionStatus, unknown>

export function StatusChip({ status }: { status: TransactionStatus }) {
  const { word, icon, look } = STATUSES[status]
  return <Chip word={word} icon={icon} look={look} />
}
