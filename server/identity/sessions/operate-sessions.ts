import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { type HowDecided, signedAlone } from '#server/identity/operators/requests.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { notifyNodes } from '#server/platform/events.ts'
import { raiseAlarm } from '#server/platform/jobs/alarms.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

const PAGE_PEOPLE = 500
const REASON_MIN_LENGTH = 10
const REASON_MAX_LENGTH = 300
/** Bulk emails are spread out, so that a user signing in meanwhile does not wait long for their code. */
const BETWEEN_EMAILS_MS = 50

/** Whose sessions: one person's, by email or id, or everybody's. */
export type UncheckedWhose = {
  readonly email?: string | undefined
  readonly user?: string | undefined
  readonly all?: boolean | undefined
}

type EndDeps = Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes'>
type Counts = { readonly sessions: number; readonly people: number }

/** How many sessions are open, locked ones included, and of how many people. */
export async function countOpenSessions(deps: Pick<Deps, 'clock' | 'database'>): Promise<Counts> {
  const [row] = await deps.database.query<{ sessions: number; people: number }>(
    `select count(*)::int as sessions, count(distinct user_id)::int as people from sessions
     where ended_at is null and created_at > $1`,
    [startedAfter(deps.clock.now())],
  )
  return row ?? { sessions: 0, people: 0 }
}

/**
 * Ends the open sessions of one person or of everybody, whatever device they are on: the next request with any of their
 * cookies is asked to sign in. Each owner is notified in the transaction that ends theirs, by email and in the app. Who ended them and
 * why stays as an alarm, written before the first one ends. What was broken off is done again from where it was.
 *
 * @throws RefusedError without a reason, for nobody or for two at once, and for an account there is not
 */
export async function endSessionsByOperator(
  deps: EndDeps,
  of: UncheckedEnding & HowDecided & { readonly operator: ProvenOperator },
): Promise<Counts> {
  const { userId, reason } = await readEnding(deps.database, of)
  const at = deps.clock.now()
  const { operator: by, where = IN_TERMINAL } = of
  const whose = userId ?? 'everybody'
  // Everybody's sessions end in as many transactions as there are people, so alarm and line come before the first.
  await deps.database.transaction(async (tx) => {
    await raiseAlarm(tx, deps.log, {
      kind: 'sessions-ended',
      subjectId: `${whose} ${at.toISOString()}`,
      detail: `${by.name} (${by.id}) ended the sessions of ${whose}: ${reason}`,
      at,
    })
    await addAuditLine(tx, deps, { by, where, act: 'end-sessions', subject: whose, reason, ...signedAlone(of) })
  })
  return userId === null ? await endEverybodys(deps) : await endOnes(deps, userId, at)
}

export type UncheckedEnding = { readonly whose: UncheckedWhose; readonly uncheckedReason: string }

/**
 * The person whose sessions are to end, and the reason. Null: everybody.
 *
 * @throws RefusedError as endSessionsByOperator
 */
export async function readEnding(
  sql: Sql,
  { whose, uncheckedReason }: UncheckedEnding,
): Promise<{ readonly userId: UserId | null; readonly reason: string }> {
  const reason = cleanLine(uncheckedReason, REASON_MAX_LENGTH)
  if ([...reason].length < REASON_MIN_LENGTH)
    throw new RefusedError('why? Give a reason: --reason "Cookies of their laptop were stolen"')
  return { userId: await findWhose(sql, whose), reason }
}

/** Null: everybody's. */
async function findWhose(sql: Sql, { email, user, all }: UncheckedWhose): Promise<UserId | null> {
  if ([email !== undefined, user !== undefined, all === true].filter(Boolean).length !== 1) {
    throw new RefusedError('whose? Give one of --email, --user and --all')
  }
  if (all === true) return null
  if (user !== undefined && !isId('usr', user)) throw new RefusedError('--user needs the id of a person: usr_…')
  const [row] = await sql.query<{ id: UserId }>(
    `select id from users where closed_at is null and ${user === undefined ? 'lower(email) = lower($1)' : 'id = $1'}`,
    [user ?? email],
  )
  if (row === undefined) throw new RefusedError(`no open account has this ${user === undefined ? 'email' : 'id'}`)
  return row.id
}

/** Every user with an open session at that point, each once. */
async function endEverybodys(deps: EndDeps): Promise<Counts> {
  let [sessions, people] = [0, 0]
  for (let after = ''; ; ) {
    const page = await deps.database.query<{ user_id: UserId }>(
      `select distinct user_id from sessions where ended_at is null and created_at > $1 and user_id > $2
       order by user_id limit ${PAGE_PEOPLE}`,
      [startedAfter(deps.clock.now()), after],
    )
    for (const { user_id } of page) {
      const emailAt = new Date(deps.clock.now().getTime() + people * BETWEEN_EMAILS_MS)
      const ended = await endOnes(deps, user_id, emailAt)
      sessions += ended.sessions
      people += ended.people
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_PEOPLE) return { sessions, people }
    after = last.user_id
  }
}

async function endOnes(deps: EndDeps, userId: UserId, emailAt: Date): Promise<Counts> {
  const sessions = await deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    const ended = await tx.query(
      'update sessions set ended_at = $2 where user_id = $1 and ended_at is null and created_at > $3 returning id',
      [userId, now, startedAfter(now)],
    )
    if (ended.length > 0) await notifyOwner(tx, deps, { userId, kind: 'sessions-ended', deviceId: null, emailAt })
    return ended.length
  })
  if (sessions === 0) return { sessions: 0, people: 0 }
  await notifyNodes(deps.database, userId, { topics: ['session'] })
  return { sessions, people: 1 }
}

/** A session that began earlier has expired. */
const startedAfter = (now: Date) => new Date(now.getTime() - SESSION_LIFETIME_MS)
