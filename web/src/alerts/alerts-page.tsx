import { Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AlertCategory, AlertLine } from '#contract/alerts.ts'
import { messageOf } from '#web/lib/api.ts'
import { serverTimeOf } from '#web/lib/clock.ts'
import { useOnline } from '#web/lib/online.ts'
import { Link, useSearchParams } from '#web/lib/routing.tsx'
import { Age } from '#web/ui/age.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Days } from '#web/ui/days.tsx'
import { Drawing } from '#web/ui/drawings.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { AlertRow } from './alert-row.tsx'
import { CATEGORIES, categoryOf } from './alert-words.ts'
import { markSeen, useAlerts } from './get-alerts.ts'
import { PushEndedNotice } from './push/push-ended-notice.tsx'

const FILTERS: readonly (AlertCategory | null)[] = [
  null,
  'money',
  'late',
  'security',
  'bpc',
  'case',
  'statement',
  'notice',
]
/** An alert counts as seen once it was on the screen for this long. */
const LOOKED_MS = 700
const SKELETON_ROWS = 4

/** The inbox: the alerts of twelve months by day. New alerts are marked; viewing them marks them as seen. */
export default function AlertsPage() {
  const [category, choose] = useCategory()
  const { pages, alerts, problem, isOld } = useAlerts(category)
  const newIds = useNewDuringVisit(alerts)
  useMarkSeen(category === null && !isOld && !pages.isPlaceholderData ? alerts : undefined)
  return (
    <>
      <Page title="Alerts" back="/dashboard" hasBottomBar>
        <div className="flex flex-col gap-2">
          <CategoryFilter chosen={category} onChoose={choose} />
          <Link
            to="/security/alerts"
            className="flex min-h-12 items-center gap-2 self-start rounded-control font-semibold text-brand"
          >
            <Settings2 aria-hidden size={20} /> Choose your alerts
          </Link>
        </div>
        <PushEndedNotice />
        <Freshness at={isOld ? serverTimeOf(pages.dataUpdatedAt) : null} problem={problem} />
        <div role="status" className="sr-only">
          {alerts === undefined ? '' : `${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'} shown`}
        </div>
        {alerts === undefined ? (
          problem === null && <Skeleton />
        ) : alerts.length === 0 ? (
          <NoAlerts isFiltered={category !== null} />
        ) : (
          <Days of={alerts} at={({ at }) => at}>
            {(alert) => <AlertRow key={alert.id} alert={alert} isNew={newIds.has(alert.id)} />}
          </Days>
        )}
        <ShowMore pages={pages} />
      </Page>
      <BottomBar />
    </>
  )
}

/** The category in the address. A change replaces the entry, so Back leaves the inbox. */
function useCategory(): [AlertCategory | null, (category: AlertCategory | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const category = categoryOf(parameters.get('category'))
  return [category, (chosen) => setParameters(chosen === null ? {} : { category: chosen }, { replace: true })]
}

/** Alerts that were new when this visit first showed them stay marked until the person leaves. */
function useNewDuringVisit(alerts: readonly AlertLine[] | undefined): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const more = (alerts ?? []).filter(({ id, isSeen }) => !isSeen && !ids.has(id))
  if (more.length > 0) setIds(new Set([...ids, ...more.map(({ id }) => id)]))
  return ids
}

/** Tells the server once the alerts have been in sight for a moment. */
function useMarkSeen(alerts: readonly AlertLine[] | undefined): void {
  const newest = alerts?.some(({ isSeen }) => !isSeen) ? alerts[0]?.id : undefined
  useEffect(() => {
    if (newest === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void markSeen(newest), LOOKED_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [newest])
}

type FilterProps = { chosen: AlertCategory | null; onChoose: (category: AlertCategory | null) => void }

function CategoryFilter({ chosen, onChoose }: FilterProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      {FILTERS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          onClick={() => onChoose(each)}
          className="min-h-12 min-w-12 rounded-control border border-control px-2.5 text-small font-medium aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
        >
          {each === null ? 'All' : CATEGORIES[each].short}
        </button>
      ))}
    </fieldset>
  )
}

/** Says why the alerts are not current, and how old they are. `at`: when they were read; null if they are current. */
function Freshness({ at, problem }: { at: number | null; problem: unknown }) {
  const online = useOnline()
  if (at === null && problem === null) return null
  return (
    <Notice tone="wait" role="status">
      <p>
        {problem !== null && (online || at === null) ? `${messageOf(problem)} ` : null}
        {at === null ? null : <Age of="These alerts" at={at} />}
      </p>
    </Notice>
  )
}

function NoAlerts({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className="py-8 text-center text-ink-2">You have no alerts of this kind.</p>
  return (
    <Empty drawing={<BellDrawing />} action={<ButtonLink to="/fund">Add money</ButtonLink>}>
      Nothing yet. Money in and out, sign-ins and answers from support will appear here.
    </Empty>
  )
}

function Skeleton() {
  return (
    <div aria-hidden className="mt-7 overflow-hidden rounded-card bg-surface shadow-lift">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything in them
        <div key={row} className="min-h-24 border-b border-line last:border-b-0" />
      ))}
    </div>
  )
}

function BellDrawing() {
  return (
    <Drawing
      ink={
        <path d="M26 60h44c-5-5-7-11-7-22 0-11-6-18-15-18s-15 7-15 18c0 11-2 17-7 22zM48 20v-6M42 66a6 6 0 0 0 12 0" />
      }
      accent={<path d="M74 22c3 3 5 7 5 12M22 22c-3 3-5 7-5 12" />}
    />
  )
}
