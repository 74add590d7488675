import { Check, CircleAlert, CirclePause, type LucideIcon, Mail, OctagonAlert, Scale } from 'lucide-react'
import type { Task } from '#contract/console/today.ts'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { lengthInWords } from './age.ts'

type Look = { readonly name: string; readonly icon: LucideIcon; readonly family: string }

const LOOKS: Readonly<Record<Task['kind'], Look>> = {
  stop: { name: 'Stop', icon: OctagonAlert, family: 'family-zobo' },
  pause: { name: 'Pause', icon: CirclePause, family: 'family-sky' },
  proposal: { name: 'Proposal', icon: Check, family: 'family-leaf' },
  case: { name: 'Case', icon: Mail, family: 'family-stone' },
  difference: { name: 'Difference', icon: Scale, family: 'family-sun' },
  alarm: { name: 'Alarm', icon: CircleAlert, family: 'family-clay' },
}

/** The label of a deadline that is not just an expiry. */
const DEADLINES: Readonly<Partial<Record<Task['kind'], string>>> = { pause: 'Ends automatically', case: 'Answer by' }

type TaskRowProps = { readonly task: Task; readonly urgency: string /** ms since 1970 */; readonly now: number }

/** One task: its kind and title, how long it has waited, and how long is left. Links to where it is dealt with. */
export function TaskRow({ task, urgency, now }: TaskRowProps) {
  const { kind, title, since, deadline, link } = task
  const { name, icon: Icon, family } = LOOKS[kind]
  const leftMs = deadline === null ? null : Date.parse(deadline) - now
  const content = (
    <>
      <span
        aria-hidden
        className={`grid size-9 shrink-0 place-items-center rounded-[11px] bg-family-tint text-family forced-colors:border ${family}`}
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-[1_1_11rem]">
        <span className="block font-head leading-snug font-semibold wrap-anywhere">{title}</span>
        <span className="block text-small leading-snug text-ink-3 tabular">
          {`${name} · ${deadline === null ? '' : `${DEADLINES[kind] ?? 'Expires'} ${momentOf(deadline)}. `}Since ${momentOf(since)}.`}
        </span>
      </span>
      {leftMs === null ? null : (
        <span
          className={`ml-auto text-right font-head text-[0.9375rem] font-semibold tabular ${leftMs < 0 ? 'text-bad' : urgency === 'wait' ? 'text-wait' : 'text-ink-2'}`}
        >
          {leftMs < 0 ? `${lengthInWords(-leftMs)} over` : `in ${lengthInWords(leftMs)}`}
        </span>
      )}
    </>
  )
  const look = 'flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-4 pl-3'
  return (
    <li className={`spine urgency-${urgency} border-b border-b-line last:border-b-0`}>
      {link === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to={link} className={`${look} -outline-offset-3`}>
          {content}
        </Link>
      )}
    </li>
  )
}
