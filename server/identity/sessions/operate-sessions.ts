import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import type { OperatorRequestId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findAccount, type UncheckedWhose } from '#server/identity/accounts/find-account.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type RequestContent,
  signedAlone,
} from '#server/identity/operators/requests.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'

const PAGE_PEOPLE = 500
const REASON_MIN_LENGTH = 10
const REASON_MAX_LENGTH = 300
/** Bulk emails are spread out, so that a user signing in meanwhile does not wait long for their code. */
const BETWEEN_EMAILS_MS = 50

type EndDeps = Pick<Deps, 'clock' | 'database' | 'events' | 'keys' | 'log' | 'newId' | 'randomBytes'>
type Counts = { readonly sessions: number; readonly people: number }

/** The number of open sessions, including locked ones, and of their owners. */
export async function countOpenSessions(deps: Pick<Deps, 'clock' | 'database'>): Promise<Counts> {
  const [row] = await deps.database.query<{ sessions: number; people: number }>(
    `select count(*)::int as sessions, count(distinct user_id)::int as people from sessions
     where ended_at is null and created_at > $1`,
    [startedAfter(deps.clock.now())],
  )
  return row ?? { sessions: 0, people: 0 }
}

/**
 * Ends one person's open sessions on every device: the next request with their cookies must sign in again. The owner is
 * notified by email and in the app, in the same transaction. Who ended them and why is stored as an alarm, before the
 * first one ends. An interrupted run resumes where it was.
 *
 * @throws RefusedError without a reason, for nobody or for two at once, and for an unknown account
 */
export async function endSessionsByOperator(
  deps: EndDeps,
  of: UncheckedEnding & HowDecided & { readonly operator: ProvenOperator },
): Promise<Counts> {
  const { userId, reason } = await readEnding(deps.database, of)
  const at = deps.clock.now()
  const { operator: by, where = IN_TERMINAL } = of
  await deps.database.transaction(async (tx) => {
    await raiseEnded(tx, deps, { whose: userId, by: `${by.name} (${by.id})`, reason, at })
    await addAuditLine(tx, deps, { by, where, act: 'end-sessions', subject: userId, reason, ...signedAlone(of) })
  })
  return await endSessionsOfUser(deps, userId, { until: at, emailAt: at })
}

async function raiseEnded(
  tx: Transaction,
  { log }: Pick<Deps, 'log'>,
  of: { whose: string; by: string; reason: string; at: Date },
): Promise<void> {
  const { whose, by, reason, at } = of
  await raiseAlarm(tx, log, {
    kind: 'sessions-ended',
    subjectId: `${whose} ${at.toISOString()}`,
    detail: `${by} ended the sessions of ${whose}: ${reason}`,
    at,
  })
}

export type UncheckedEnding = { readonly whose: UncheckedWhose; readonly uncheckedReason: string }

/**
 * The person whose sessions are to end, and the reason.
 *
 * @throws RefusedError as endSessionsByOperator
 */
export async function readEnding(
  sql: Sql,
  { whose, uncheckedReason }: UncheckedEnding,
): Promise<{ readonly userId: UserId; readonly reason: string }> {
  const reason = readReason(uncheckedReason)
  return { userId: await findAccount(sql, whose), reason }
}

function readReason(unchecked: string): string {
  const reason = readAtMost(unchecked, { what: 'a reason', max: REASON_MAX_LENGTH })
  if ([...reason].length >= REASON_MIN_LENGTH) return reason
  throw new RefusedError('why? Give a reason: --reason "Cookies of their laptop were stolen"')
}

/**
 * The exact content of a request to end everybody's sessions.
 *
 * @throws RefusedError without a reason
 */
export function readEndingAll(uncheckedReason: string): RequestContent & { readonly reason: string } {
  return { reason: readReason(uncheckedReason) }
}

/**
 * Requests that everybody's sessions end. That signs every customer out, so another operator has to confirm it.
 *
 * @throws RefusedError without a reason
 */
export async function requestEndingAll(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: HowDecided & { readonly uncheckedReason: string; readonly by: ProvenOperator },
): Promise<OperatorRequestId> {
  const content = readEndingAll(of.uncheckedReason)
  // Each request has its own subject: the same act may be needed again.
  const subject = deps.newId('end')
  const asked = { ...of, act: 'end-all-sessions', subject, content, reason: content.reason } as const
  return await askForAct(deps, asked)
}

/**
 * Confirms that everybody's open sessions end. A job ends them customer by customer, so a crash leaves nobody out.
 * Returns the cut-off: sessions that began later stay open.
 *
 * @throws RefusedError as confirmRequest
 */
export async function confirmEndingAll(
  deps: Pick<Deps, 'clock' | 'database' | 'log'>,
  of: Confirmation,
): Promise<{ readonly until: Date }> {
  const { id: subjectId, requestedBy, content } = of.request
  const { reason = '' } = content
  let until = deps.clock.now()
  await carryOut(deps, of, async (tx, at) => {
    until = at
    const by = `${requestedBy} (${of.request.requestedById}) and ${of.by.name} (${of.by.id})`
    await raiseEnded(tx, deps, { whose: 'everybody', by, reason, at })
    await enqueue(tx, { kind: 'end-all-sessions', subjectId, userId: null, dueAt: at, now: at })
    return { reason }
  })
  return { until }
}

/** The job that ends the sessions two operators agreed to end. */
export async function workEndingAll(deps: EndDeps, { subjectId }: Pick<Claim, 'subjectId'>): Promise<'done'> {
  const [request] = await deps.database.query<{ until: Date }>(
    `select confirmed_at as until from operator_requests
     where id = $1 and act = 'end-all-sessions' and confirmed_at is not null`,
    [subjectId],
  )
  if (request !== undefined) await endEveryonesSessions(deps, request.until)
  return 'done'
}

/** Ends sessions that began until then, user by user. Those that have ended are left as they are. */
export async function endEveryonesSessions(deps: EndDeps, until: Date): Promise<Counts> {
  let [sessions, people] = [0, 0]
  for (let after = ''; ; ) {
    const page = await deps.database.query<{ user_id: UserId }>(
      `select distinct user_id from sessions
       where ended_at is null and created_at > $1 and created_at <= $2 and user_id > $3
       order by user_id limit ${PAGE_PEOPLE}`,
      [startedAfter(deps.clock.now()), until, after],
    )
    for (const { user_id } of page) {
      const emailAt = new Date(deps.clock.now().getTime() + people * BETWEEN_EMAILS_MS)
      const ended = await endSessionsOfUser(deps, user_id, { until, emailAt })
      sessions += ended.sessions
      people += ended.people
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_PEOPLE) return { sessions, people }
    after = last.user_id
  }
}

async function endSessionsOfUser(
  deps: EndDeps,
  userId: UserId,
  { until, emailAt }: { until: Date; emailAt: Date },
): Promise<Counts> {
  const sessions = await deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    const ended = await tx.query(
      `update sessions set ended_at = $2
       where user_id = $1 and ended_at is null and created_at > $3 and created_at <= $4 returning id`,
      [userId, now, startedAfter(now), until],
    )
    if (ended.length > 0) await notifyOwner(tx, deps, { userId, kind: 'sessions-ended', deviceId: null, emailAt })
    return ended.length
  })
  if (sessions === 0) return { sessions: 0, people: 0 }
  deps.events.publish(userId, { topics: ['session'] })
  return { sessions, people: 1 }
}

/** A session that began earlier has expired. */
const startedAfter = (now: Date) => new Date(now.getTime() - SESSION_LIFETIME_MS)
