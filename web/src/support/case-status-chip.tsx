import { CircleCheck, Clock, MessageCircle, UserRoundCheck } from 'lucide-react'
import type { CaseStatus } from '#contract/support.ts'
import { Chip } from '#web/ui/chip.tsx'
import { STATUS_WORDS } from './case-words.ts'

const LOOKS = {
  received: { icon: Clock, look: 'bg-wait-tint text-wait' },
  in_progress: { icon: UserRoundCheck, look: 'bg-wait-tint text-wait' },
  answered: { icon: MessageCircle, look: 'bg-ok-tint text-ok' },
  closed: { icon: CircleCheck, look: 'bg-ok-tint text-ok' },
} as const satisfies Record<CaseStatus, unknown>

/** What operators did with a report: amber while it is under way, green once it was answered. */
export function CaseStatusChip({ status }: { status: CaseStatus }) {
  const { icon, look } = LOOKS[status]
  return <Chip word={STATUS_WORDS[status]} icon={icon} look={look} />
}
