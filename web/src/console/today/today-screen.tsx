import { useQuery } from '@tanstack/react-query'
import type { Task, TodayAnswer } from '#contract/console/today.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { HealthPanel } from './health-panel.tsx'

const KINDS: Readonly<Record<Task['kind'], string>> = {
  stop: 'Stop',
  pause: 'Pause',
  proposal: 'Proposal',
  case: 'Case',
  difference: 'Difference',
  alarm: 'Alarm',
}

const PLURALS: Readonly<Record<Task['kind'], string>> = {
  stop: 'stops',
  pause: 'pauses',
  proposal: 'proposals that you can confirm',
  case: 'cases that wait for an answer',
  difference: 'open differences',
  alarm: 'alarms',
}

/** The label of a deadline that is not just an expiry. */
const DEADLINES: Readonly<Partial<Record<Task['kind'], string>>> = { pause: 'Ends automatically', case: 'Answer by' }

/** Tasks for people: stops and pauses first, then by deadline, then the oldest. Next to them the installation's health. */
export default function TodayScreen() {
  const { data, error } = useQuery({
    queryKey: ['today'],
    queryFn: async ({ signal }) => await call<TodayAnswer>('GET', '/api/admin/today', undefined, signal),
    gcTime: 0,
  })
  return (
    <>
      <PageTitle>Today</PageTitle>
      <ErrorNotice error={error} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">{data === undefined ? null : <Tasks {...data} />}</div>
        <HealthPanel />
      </div>
    </>
  )
}

function Tasks({ tasks, cuts }: TodayAnswer) {
  if (tasks.length === 0) return <p className="text-ink-2">Nothing needs you now.</p>
  return (
    <div className="flex flex-col gap-3">
      {cuts.map(({ kind, shown, total, link }) => (
        <CutNote key={kind} isCut>
          {`These are ${shown} of ${total} ${PLURALS[kind]}, those that come first. `}
          <Link to={link} className="underline underline-offset-4">
            {`All ${PLURALS[kind]}`}
          </Link>
        </CutNote>
      ))}
      <ul className="flex flex-col gap-2">
        {tasks.map((task) => (
          <li
            key={`${task.kind} ${task.title} ${task.since}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card bg-surface shadow-lift p-4"
          >
            <span className="w-24 shrink-0 text-caption font-medium text-ink-2">{KINDS[task.kind]}</span>
            <div className="min-w-0 flex-1 basis-64">
              {task.link === null ? (
                <p className="wrap-anywhere">{task.title}</p>
              ) : (
                <Link
                  to={task.link}
                  className="inline-flex min-h-12 items-center underline underline-offset-4 wrap-anywhere"
                >
                  {task.title}
                </Link>
              )}
              <p className="text-caption text-ink-2">
                {task.deadline === null ? '' : `${DEADLINES[task.kind] ?? 'Expires'} ${momentOf(task.deadline)}. `}
                {`Since ${momentOf(task.since)}.`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
