import type { SessionsAnswer } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS, SESSIONS_KEPT_MS, SESSIONS_SHOWN_MAX } from '#contract/constants.ts'
import { isId, type SessionId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'

type SessionRow = {
  readonly id: SessionId
  readonly browser: string | null
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly ended_at: Date | null
}

/** The sessions that are open or ended at most SESSIONS_KEPT_MS ago, this one first, then newest first, at most SESSIONS_SHOWN_MAX. */
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

/** A session that nobody ended is over all the same once its time is. */
function endOf({ created_at, ended_at }: SessionRow, now: Date): Date | null {
  const latest = new Date(created_at.getTime() + SESSION_LIFETIME_MS)
  if (ended_at !== null) return ended_at
  return latest <= now ? latest : null
}

/**
 * Ends one session of the account's, whichever device it is on. Ending one that is over changes nothing.
 *
 * @throws AppError session.not-found when the account has none of that id
 */
export async function endOneSession(
  deps: Pick<Deps, 'clock' | 'database' | 'log'>,
  of: { userId: UserId; sessionId: string },
): Promise<void> {
  if (!isId('ses', of.sessionId)) throw new AppError('session.not-found')
  const ended = await deps.database.query(
    'update sessions set ended_at = coalesce(ended_at, $3) where user_id = $1 and id = $2 returning id',
    [of.userId, of.sessionId, deps.clock.now()],
  )
  if (ended.length === 0) throw new AppError('session.not-found')
  deps.log.info(of, 'session ended')
}
