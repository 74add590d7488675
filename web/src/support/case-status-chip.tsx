import { CircleCheck, Clock, MessageCircle, MessageCircleQuestion, UserRoundCheck } from 'lucide-react'
import type { CaseStatus, CaseSummary } from '#contract/support.ts'
import { Chip } from '#web/ui/chip.tsx'
import { STATUS_WORDS } from './case-words.ts'

const LOOKS = {
  received: { icon: Clock, look: 'bg-wait-tint text-wait' },
  in_progress: { icon: UserRoundCheck, look: 'bg-wait-tint text-wait' },
  answered: { icon: MessageCircle, look: 'bg-ok-tint text-ok' },
  closed: { icon: CircleCheck, look: 'bg-ok-tint text-ok' },
} as const satisfies Record<CaseStatus, unknown>

const ASKED = { icon: MessageCircleQuestion, look: 'bg-wait-tint text-wait' } as const

/** A report's status: amber while it is under way, green once it is answered, or waiting for the person. */
export function CaseStatusChip({ of: { status, asksSince } }: { of: Pick<CaseSummary, 'status' | 'asksSince'> }) {
  const isAsked = asksSince !== null
  const { icon, look } = isAsked ? ASKED : LOOKS[status]
  return <Chip word={isAsked ? 'Waiting for you' : STATUS_WORDS[status]} icon={icon} look={look} />
}
