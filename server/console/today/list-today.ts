import { TODAY_SHOWN } from '#contract/console/limits.ts'
import { mayCheck, mayRead } from '#contract/console/permissions.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { Cut, Task, TodayAnswer } from '#contract/console/today.ts'
import { isId } from '#contract/ids.ts'
import { pauseHeading } from '#contract/pauses.ts'
import { ALL_ACTS, summaryOf } from '#server/acts/preview-request.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { listExceptions } from '#server/controls/reconciliation/list-exceptions.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { listWaiting } from '#server/identity/operators/waiting-requests.ts'
import { readExceptions } from '#server/installation/read-figures.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { countWork, listWork } from '#server/support/operate-cases.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { alarmTitle } from './alarm-titles.ts'

/** Tasks of one kind, with the total if some are left out. */
type Listed = { readonly tasks: readonly Task[]; readonly cut?: Cut | undefined }

/** The tasks that need a person now, among those this operator's role may see. */
export async function listToday(deps: Deps, { operator: by, where }: ConsoleSession): Promise<TodayAnswer> {
  const proposals = await proposalsFor(deps, by)
  return await deps.database.transaction(async (tx) => {
    const kinds = [proposals, await casesOf(deps, tx), await differencesFor(tx, by), { tasks: await alarmsOf(tx) }]
    const stops = [...(await stopsOf(tx)), ...(await pausesOf(tx, deps.clock.now()))]
    await addAuditLine(tx, deps, { by, where, act: 'look-at-today' })
    return {
      tasks: [...stops, ...kinds.flatMap(({ tasks }) => tasks).toSorted(soonestFirst)],
      cuts: kinds.flatMap(({ cut }: Listed) => cut ?? []),
    }
  })
}

/** These tasks of one kind and, if there are more, the total and the screen that lists all. */
function listed(tasks: readonly Task[], { total, link }: { total: number; link: string }): Listed {
  const [first] = tasks
  if (first === undefined || total <= tasks.length) return { tasks }
  return { tasks, cut: { kind: first.kind, shown: tasks.length, total, link } }
}

/** By deadline; tasks without one follow, oldest first. */
function soonestFirst(one: Task, other: Task): number {
  const [left, right] = [one.deadline ?? '9999', other.deadline ?? '9999']
  return left.localeCompare(right) || one.since.localeCompare(other.since)
}

async function stopsOf(sql: Sql): Promise<Task[]> {
  return (await readSuspensions(sql)).map(({ detail, stoppedAt }) =>
    task('stop', `Money is stopped: ${detail}`, stoppedAt, '/admin/proposals'),
  )
}

/** Sorted by end: to extend a pause, operators must set another. */
async function pausesOf(sql: Sql, now: Date): Promise<Task[]> {
  const running = (await readPauses(sql, now)).toReversed()
  return running.map((pause) => ({
    ...task('pause', `${pauseHeading(pause)} ${pause.reason}`, pause.setAt, '/admin/pauses'),
    deadline: pause.endsAt.toISOString(),
  }))
}

/** Requests that this operator can confirm, and whose author still has the right to make them. */
async function proposalsFor(deps: Deps, { id, role }: ProvenOperator): Promise<Listed> {
  const acts = ALL_ACTS.filter((act) => mayCheck(role, act))
  const { requests, total } = await listWaiting(deps, { acts, toConfirmBy: id, limit: TODAY_SHOWN })
  const link = '/admin/proposals'
  const tasks = requests.map((request) => ({
    ...task('proposal', summaryOf(request), request.requestedAt, link),
    deadline: request.expiresAt.toISOString(),
  }))
  return listed(tasks, { total, link })
}

/** Cases that wait for us, by deadline. */
async function casesOf(deps: Deps, sql: Sql): Promise<Listed> {
  const tasks = (await listWork(deps, sql, { waits: 'us', limit: TODAY_SHOWN })).map(
    ({ trackingNumber, lastAt, clock: { isOverdue, answerBy } }) => ({
      ...task(
        'case',
        `${trackingNumber} waits for an answer${isOverdue ? ', overdue' : ''}`,
        lastAt,
        `/admin/cases?case=${trackingNumber}`,
      ),
      deadline: answerBy?.toISOString() ?? null,
    }),
  )
  return listed(tasks, { total: await countWork(deps, sql, { waits: 'us' }), link: '/admin/cases?waits=us' })
}

async function differencesFor(sql: Sql, { role }: ProvenOperator): Promise<Listed> {
  if (!mayRead(role, 'look-at-reconciliation')) return { tasks: [] }
  const link = '/admin/reconciliation'
  const tasks = (await listExceptions(sql, false, { now: new Date(0), limit: TODAY_SHOWN })).map(
    ({ number, provider, detail, foundAt }) =>
      task('difference', `Difference ${number} at ${providerName(provider)}: ${detail}`, foundAt, link),
  )
  const total = (await readExceptions(sql)).reduce((sum, { count }) => sum + count, 0)
  return listed(tasks, { total, link })
}

/** The oldest alarms one by one, and the others by kind: no screen lists all alarms. */
async function alarmsOf(sql: Sql): Promise<Task[]> {
  const oldest = await sql.query<{ kind: string; subjectId: string; raisedAt: Date }>(
    `select kind, subject_id as "subjectId", raised_at as "raisedAt" ${OPEN_ALARMS} limit $1`,
    [TODAY_SHOWN],
  )
  const others = await sql.query<{ kind: string; count: number; since: Date }>(
    `select kind, count(*)::int as count, min(raised_at) as since from (select kind, raised_at ${OPEN_ALARMS} offset $1) as others
     group by kind order by since, kind`,
    [TODAY_SHOWN],
  )
  return [
    ...oldest.map(({ kind, subjectId, raisedAt }) =>
      task('alarm', `${alarmTitle(kind)}: ${saySubject(subjectId)}`, raisedAt, screenOf(subjectId)),
    ),
    ...others.map(({ kind, count, since }) => task('alarm', `${alarmTitle(kind)}: ${count} more`, since, null)),
  ]
}

const OPEN_ALARMS = `from open_alarms where kind <> 'reconciliation-exception' order by raised_at, kind, subject_id`

/** An alarm's subject with providers by name: `paystack 2026-11-25` becomes `Paystack 2026-11-25`. */
function saySubject(subjectId: string): string {
  return subjectId.split(' ').map(providerName).join(' ')
}

/** The screen of an alarm's subject, or null. */
function screenOf(subjectId: string): string | null {
  if (isId('ord', subjectId)) return `/admin/orders/${subjectId}`
  return isId('dep', subjectId) ? `/admin/deposits/${subjectId}` : null
}

function task(kind: Task['kind'], title: string, since: Date, link: string | null): Task {
  return { kind, title, since: since.toISOString(), deadline: null, link }
}
