import { mayCheck, mayRead } from '#contract/console/permissions.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { Task, TodayAnswer } from '#contract/console/today.ts'
import { isId } from '#contract/ids.ts'
import { pauseHeading } from '#contract/pauses.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { whyLost } from '#server/console/proposals/list-proposals.ts'
import { summaryOf } from '#server/console/proposals/prospect.ts'
import { listExceptions } from '#server/controls/reconciliation/list-exceptions.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { listRequests } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { listWork } from '#server/support/operate-cases.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { alarmTitle } from './alarm-titles.ts'

/** Of alarms, at most. */
const ALARMS_MAX = 50

/** What needs a person now, of what this operator's role may see. */
export async function listToday(deps: Deps, { operator: by, where }: ConsoleSession): Promise<TodayAnswer> {
  const proposals = await proposalsFor(deps, by)
  return await deps.database.transaction(async (tx) => {
    const others = [...(await casesOf(deps, tx)), ...(await differencesFor(tx, by)), ...(await alarmsOf(tx))]
    const stops = [...(await stopsOf(tx)), ...(await pausesOf(tx, deps.clock.now()))]
    await addAuditLine(tx, deps, { by, where, act: 'look-at-today' })
    return { tasks: [...stops, ...[...proposals, ...others].toSorted(soonestFirst)] }
  })
}

/** By deadline; what has none comes after, the oldest first. */
function soonestFirst(one: Task, other: Task): number {
  const [left, right] = [one.deadline ?? '9999', other.deadline ?? '9999']
  return left.localeCompare(right) || one.since.localeCompare(other.since)
}

async function stopsOf(sql: Sql): Promise<Task[]> {
  return (await readSuspensions(sql)).map(({ detail, stoppedAt }) =>
    task('stop', `Money is stopped: ${detail}`, stoppedAt, '/admin/proposals'),
  )
}

/** By end: to extend a pause, operators have to set another one. */
async function pausesOf(sql: Sql, now: Date): Promise<Task[]> {
  const running = (await readPauses(sql, now)).toReversed()
  return running.map((pause) => ({
    ...task('pause', `${pauseHeading(pause)} ${pause.reason}`, pause.setAt, '/admin/pauses'),
    deadline: pause.endsAt.toISOString(),
  }))
}

/** Those that this operator can check. */
async function proposalsFor(deps: Deps, { id, role }: ProvenOperator): Promise<Task[]> {
  return (await listRequests(deps))
    .filter(({ act, requestedById }) => requestedById !== id && mayCheck(role, act))
    .filter((request) => whyLost(request) === null)
    .map((request) => ({
      ...task('proposal', summaryOf(request), request.requestedAt, '/admin/proposals'),
      deadline: request.expiresAt.toISOString(),
    }))
}

/** Cases that wait for us, by deadline. */
async function casesOf(deps: Deps, sql: Sql): Promise<Task[]> {
  return (await listWork(deps, sql))
    .filter(({ clock }) => clock.waitsFor === 'us')
    .map(({ trackingNumber, lastAt, clock: { isOverdue, answerBy } }) => ({
      ...task(
        'case',
        `${trackingNumber} waits for an answer${isOverdue ? ', overdue' : ''}`,
        lastAt,
        `/admin/cases?case=${trackingNumber}`,
      ),
      deadline: answerBy?.toISOString() ?? null,
    }))
}

async function differencesFor(sql: Sql, { role }: ProvenOperator): Promise<Task[]> {
  if (!mayRead(role, 'look-at-reconciliation')) return []
  return (await listExceptions(sql, false)).map(({ number, provider, detail, foundAt }) =>
    task(
      'difference',
      `Difference ${number} at ${providerName(provider)}: ${detail}`,
      foundAt,
      '/admin/reconciliation',
    ),
  )
}

async function alarmsOf(sql: Sql): Promise<Task[]> {
  const found = await sql.query<{ kind: string; subjectId: string; raisedAt: Date }>(
    `select kind, subject_id as "subjectId", raised_at as "raisedAt" from open_alarms
     where kind <> 'reconciliation-exception' order by raised_at limit $1`,
    [ALARMS_MAX],
  )
  return found.map(({ kind, subjectId, raisedAt }) =>
    task('alarm', `${alarmTitle(kind)}: ${saySubject(subjectId)}`, raisedAt, screenOf(subjectId)),
  )
}

/** An alarm's subject, with a provider in it by its name: `paystack 2026-11-25`. */
function saySubject(subjectId: string): string {
  return subjectId.split(' ').map(providerName).join(' ')
}

/** The screen of an alarm's subject; null: it has none. */
function screenOf(subjectId: string): string | null {
  if (isId('ord', subjectId)) return `/admin/orders/${subjectId}`
  return isId('dep', subjectId) ? `/admin/deposits/${subjectId}` : null
}

function task(kind: Task['kind'], title: string, since: Date, link: string | null): Task {
  return { kind, title, since: since.toISOString(), deadline: null, link }
}
