import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import type { Task, TodayAnswer } from '#contract/console/today.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { serverNow } from '#web/lib/clock.ts'
import { Link } from '#web/lib/routing.tsx'
import { HealthPanel } from './health-panel.tsx'
import { groupTasks, type TaskGroup } from './task-groups.ts'
import { TaskRow } from './task-row.tsx'

const PLURALS: Readonly<Record<Task['kind'], string>> = {
  stop: 'stops',
  pause: 'pauses',
  proposal: 'proposals that you can confirm',
  case: 'cases that wait for an answer',
  difference: 'open differences',
  alarm: 'alarms',
}

/**
 * Tasks for people: stops and pauses first, then by deadline, then the oldest. Beside them, the installation's health.
 */
export default function TodayScreen() {
  const { data, error } = useQuery({
    queryKey: ['today'],
    queryFn: async ({ signal }) => await call<TodayAnswer>('GET', '/api/admin/today', undefined, signal),
    gcTime: 0,
  })
  return (
    <>
      <ScreenHead title="Today" error={error} />
      <div className="beside">
        <div className="min-w-0">{data === undefined ? null : <Tasks {...data} />}</div>
        <div className="facts min-w-0">
          <HealthPanel />
        </div>
      </div>
    </>
  )
}

function Tasks({ tasks, cuts }: TodayAnswer) {
  const now = serverNow()
  if (tasks.length === 0)
    return (
      <p className="flex items-center gap-3 rounded-tile bg-surface p-4 shadow-lift">
        <CircleCheck aria-hidden className="shrink-0 text-ok" /> Nothing needs you now.
      </p>
    )
  return (
    <div className="flex flex-col gap-5">
      {cuts.map(({ kind, shown, total, link }) => (
        <CutNote key={kind} isCut>
          {`These are ${shown} of ${total} ${PLURALS[kind]}, those that come first. `}
          <Link to={link} className="underline underline-offset-4">
            {`All ${PLURALS[kind]}`}
          </Link>
        </CutNote>
      ))}
      {groupTasks(tasks, now).map((group) => (
        <Group key={group.name} group={group} now={now} />
      ))}
    </div>
  )
}

function Group({ group: { name, urgency, tasks }, now }: { group: TaskGroup; now: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`flex flex-col gap-2 urgency-${urgency}`}>
      <h2 id={id} className="flex items-center gap-2 px-0.5 text-[1rem]">
        <span aria-hidden className="urgency-dot" />
        {name} <span className="text-small font-normal text-ink-3 tabular">{tasks.length}</span>
      </h2>
      <ul className="overflow-hidden rounded-tile bg-surface shadow-lift forced-colors:border">
        {tasks.map((task) => (
          <TaskRow key={`${task.kind} ${task.title} ${task.since}`} task={task} urgency={urgency} now={now} />
        ))}
      </ul>
    </section>
  )
}
