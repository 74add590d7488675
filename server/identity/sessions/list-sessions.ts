import type { EndSessionBody, SessionsAnswer } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS, SESSIONS_KEPT_MS, SESSIONS_SHOWN_MAX } from '#contract/constants.ts'
import { isId, type SessionId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Session } from './session.ts'

type SessionRow = {
  readonly id: SessionId
  readonly browser: string | null
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly ended_at: Date | null
}

/**
 * Sessions that are open or ended within SESSIONS_KEPT_MS: this one first, then newest first, at most
 * SESSIONS_SHOWN_MAX.
 */
export async function listSessions(
  deps: Pick<Deps, 'clock' | 'database'>,
  asking: { id: SessionId; userId: UserId },
): Promise<SessionsAnswer> {
  const now = deps.clock.now()
  const endedAfter = new Date(now.getTime() - SESSIONS_KEPT_MS)
  const startedAfter = new Date(endedAfter.getTime() - SESSION_LIFETIME_MS)
  const rows = await deps.database.query<SessionRow>(
    `select id, browser, created_at, last_seen_at, ended_at from sessions
     where user_id = $1 and (ended_at is null or ended_at > $2) and created_at > $5
     order by id = $4 desc, created_at desc, id desc limit $3`,
    [asking.userId, endedAfter, SESSIONS_SHOWN_MAX, asking.id, startedAfter],
  )
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      browser: row.browser,
      current: row.id === asking.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      endedAt: endOf(row, now)?.toISOString() ?? null,
    })),
  }
}

/** A session expires even if nobody ends it. */
function endOf({ created_at, ended_at }: SessionRow, now: Date): Date | null {
  const latest = new Date(created_at.getTime() + SESSION_LIFETIME_MS)
  if (ended_at !== null) return ended_at
  return latest <= now ? latest : null
}

/**
 * Ends one of the account's sessions, on any device. Ending an ended one changes nothing. Ending the request's own
 * session needs no proof; any other needs PIN or passkey, so that a stolen cookie cannot sign its owner out.
 *
 * @throws AppError session.not-found when the account has no such session, approval.invalid without a required
 *   approval, and those of checkApproval
 */
export async function endOneSession(
  deps: Deps,
  session: Session,
  of: { readonly sessionId: string; readonly body: EndSessionBody },
): Promise<void> {
  const { userId } = session
  const { sessionId, body } = of
  if (!(await hasSession(deps, userId, sessionId))) throw new AppError('session.not-found')
  if (sessionId !== session.id) {
    if (body == null) throw new AppError('approval.invalid')
    const { challenge, approval } = body
    await checkApproval(deps, { ...approval, session, purpose: 'end-session', challenge, terms: '' })
  }
  await deps.database.query('update sessions set ended_at = coalesce(ended_at, $3) where user_id = $1 and id = $2', [
    userId,
    sessionId,
    deps.clock.now(),
  ])
  deps.log.info({ userId, sessionId }, 'session ended')
}

/** Checked first: another account's session is not found, whatever the request contains. */
async function hasSession(deps: Pick<Deps, 'database'>, userId: UserId, sessionId: string): Promise<boolean> {
  if (!isId('ses', sessionId)) return false
  const found = await deps.database.query('select 1 from sessions where user_id = $1 and id = $2', [userId, sessionId])
  return found.length > 0
}
