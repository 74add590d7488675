import { ChevronRight, Sparkle } from 'lucide-react'
import type { AlertLine } from '#contract/alerts.ts'
import { formatTime } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { CATEGORIES } from './alert-words.ts'

const ROW = 'flex min-h-16 gap-3 px-3 py-3'

/** One alert in full, never cut. A new alert is marked in words. */
export function AlertRow({ alert, isNew }: { alert: AlertLine; isNew: boolean }) {
  return (
    <li className="@container border-b border-line last:border-b-0">
      {alert.path === null ? (
        <div className={ROW}>
          <Content alert={alert} isNew={isNew} />
        </div>
      ) : (
        <Link to={alert.path} className={`${ROW} -outline-offset-3`}>
          <Content alert={alert} isNew={isNew} />
          <ChevronRight aria-hidden size={20} className="shrink-0 self-center text-ink-3 @max-[14rem]:hidden" />
        </Link>
      )}
    </li>
  )
}

function Content({ alert: { category, title, body, at }, isNew }: { alert: AlertLine; isNew: boolean }) {
  const { icon: Icon, name } = CATEGORIES[category]
  const shown = useListText()
  return (
    <>
      <Mark names={[name]} className="@max-[14rem]:hidden">
        <Icon size={20} />
      </Mark>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={`wrap-anywhere tabular ${isNew ? 'font-semibold' : 'font-medium'}`}>{shown(title)}</span>
        <span className="text-small text-ink-2 tabular wrap-anywhere">{shown(body)}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-0.5 text-caption text-ink-3">
          <time dateTime={at}>{formatTime(at)}</time>
          {isNew ? <Chip word="New" icon={Sparkle} look="bg-tint text-brand" /> : null}
        </span>
      </span>
    </>
  )
}
