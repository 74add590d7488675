import type { FastifyRequest } from 'fastify'
import {
  SESSION_FRESH_MS,
  SESSION_LIFETIME_MS,
  SESSION_LOCK_MS,
  SESSION_OPEN_MAX_MS,
  SESSIONS_KEPT_MS,
  TOUCH_HEADER,
} from '#contract/constants.ts'
import type { DeviceId, SessionId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { hashToken, newToken, readToken, type WithCookies } from './session-cookie.ts'

/** The parts of a request that are read: the session's cookie, and whether its person touched the page. */
export type SessionRequest = WithCookies & Pick<FastifyRequest, 'headers'>

/** `last_seen_at` is written at most this often, so that requests of one tap cost one write. */
const SESSION_SEEN_STEP_MS = 1_000
/** How long the previous token is still accepted, for requests under way, ms. */
const PREVIOUS_TOKEN_MS = 10_000

/** The session of a request. `fresh`: a full sign-in was recent enough for acts that need one. */
export type Session = {
  readonly id: SessionId
  readonly userId: UserId
  readonly deviceId: DeviceId
  readonly fresh: boolean
  readonly createdAt: Date
  readonly unlockedAt: Date
}

/** A session that may be locked. */
export type PeekedSession = Session & { readonly locked: boolean }

type SessionDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/**
 * The unlocked session of a request.
 *
 * @throws AppError session.none (401) · session.locked (423)
 */
export async function requireSession(
  deps: SessionDeps,
  request: SessionRequest,
  options: TouchOptions = {},
): Promise<Session> {
  const session = await peekSession(deps, request, options)
  if (session.locked) throw new AppError('session.locked')
  return session
}

/** `touched`: only a person sends this request, such as an approval. */
type TouchOptions = { readonly touched?: boolean }

/**
 * The session of a request, locked or not: only for what a locked screen needs. An open session locks SESSION_LOCK_MS
 * after the last touch, which requests report with TOUCH_HEADER; polls, event streams and prefetches do not.
 *
 * @throws AppError session.none (401)
 */
export async function peekSession(
  deps: SessionDeps,
  request: SessionRequest,
  { touched = false }: TouchOptions = {},
): Promise<PeekedSession> {
  const found = await find(deps, request)
  await keepTouched(deps, request, found, touched)
  return found
}

/** The result of one statement for a token: its open session, if any, and its person's page. */
export type ReadWithSession<Page> = { readonly session: SessionRow | null; readonly page: Page }

/**
 * A page for the unlocked session of a request, both read in one statement: half the round trips of reading the session
 * first. Returns nothing of the page if the session has ended or is locked.
 *
 * @throws AppError session.none (401) · session.locked (423)
 */
export async function readForSession<Page>(
  deps: SessionDeps,
  request: SessionRequest,
  readWith: (hash: Uint8Array) => Promise<ReadWithSession<Page>>,
): Promise<Page> {
  return (await readWithSession(deps, request, readWith)).page
}

/** Like readForSession, but also returns the session. */
export async function readWithSession<Page>(
  deps: SessionDeps,
  request: SessionRequest,
  readWith: (hash: Uint8Array) => Promise<ReadWithSession<Page>>,
  { touched = false }: TouchOptions = {},
): Promise<{ readonly session: Session; readonly page: Page }> {
  const token = readToken(deps, request)
  if (token === null) throw new AppError('session.none')
  const { session, page } = await readWith(hashToken(token))
  const found = toFound(session, deps.clock.now())
  await keepTouched(deps, request, found, touched)
  if (found.locked) throw new AppError('session.locked')
  return { session: found, page }
}

async function keepTouched(
  deps: SessionDeps,
  request: SessionRequest,
  found: FoundSession,
  touched: boolean,
): Promise<void> {
  const isTouched = touched || request.headers[TOUCH_HEADER] !== undefined
  if (isTouched && !found.locked) await keepOpen(deps, found)
}

async function keepOpen(deps: SessionDeps, session: Session & { readonly lastSeenAt: Date }): Promise<void> {
  if (deps.clock.now().getTime() - session.lastSeenAt.getTime() < SESSION_SEEN_STEP_MS) return
  await markSeen(deps, session)
}

/** An open session as the database holds it. */
export type SessionRow = {
  session_id: SessionId
  user_id: UserId
  device_id: DeviceId
  created_at: Date
  password_at: Date
  unlocked_at: Date
  last_seen_at: Date
  locked_at: Date | null
}

type FoundSession = PeekedSession & { readonly lastSeenAt: Date }

async function find(deps: SessionDeps, request: WithCookies): Promise<FoundSession> {
  const token = readToken(deps, request)
  return toFound(token === null ? null : await selectTogether(deps, hashToken(token)), deps.clock.now())
}

function toFound(row: SessionRow | null, now: Date): FoundSession {
  const age = (since: Date) => now.getTime() - since.getTime()
  if (row === null || age(row.created_at) >= SESSION_LIFETIME_MS) throw new AppError('session.none')
  setLogAccount(row.user_id)
  return {
    id: row.session_id,
    userId: row.user_id,
    deviceId: row.device_id,
    fresh: age(row.password_at) <= SESSION_FRESH_MS,
    createdAt: row.created_at,
    unlockedAt: row.unlocked_at,
    lastSeenAt: row.last_seen_at,
    locked:
      row.locked_at !== null || age(row.last_seen_at) > SESSION_LOCK_MS || age(row.unlocked_at) > SESSION_OPEN_MAX_MS,
  }
}

const SESSION_COLUMNS =
  'id as session_id, user_id, device_id, created_at, password_at, unlocked_at, last_seen_at, locked_at'

/**
 * A query for the SessionRow of a token's hash, an SQL expression: one row, or none. The previous token is accepted for
 * a while, for requests under way when their session got a new one. The caller checks the session's age.
 */
export const sessionOf = (hash: string, now: string): string =>
  `select ${SESSION_COLUMNS} from sessions where token_hash = ${hash} and ended_at is null
   union all
   select ${SESSION_COLUMNS} from sessions
   where previous_token_hash = ${hash} and previous_until > ${now} and ended_at is null
   limit 1`

/** The SessionRow in a row that was joined with sessionOf, or null. */
export function sessionIn(row: SessionRow | { readonly [Column in keyof SessionRow]: null }): SessionRow | null {
  return row.session_id === null ? null : row
}

/** Requests that arrive together share one query for their sessions. */
const selectTogether = batched<Pick<Deps, 'clock' | 'database'>, Uint8Array, SessionRow | null>({
  async work({ clock, database }, hashes) {
    const rows = await database.query<SessionRow>(
      // Looks up each by key, so that one plan suits any number of them.
      `select session.* from unnest($1::bytea[]) with ordinality as asked (hash, place)
       left join lateral (${sessionOf('asked.hash', '$2::timestamptz')}) as session on true
       where asked.place between 1 and ${BATCH_MAX} order by asked.place`,
      [hashes, clock.now()],
    )
    return rows.map(sessionIn)
  },
  concurrency: 2,
})

/**
 * Gives a session a new token, which invalidates copies of the previous one except for requests in progress. The
 * session becomes fresh if everything that a full sign-in needs was just proved.
 *
 * @throws AppError session.none when it ended, or the password changed, meanwhile
 */
export async function renewToken(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'randomBytes'>,
  session: Session,
  of: { readonly passwordHash: string; readonly makesFresh: boolean },
): Promise<string> {
  const now = deps.clock.now()
  const token = newToken(deps)
  const previousUntil = new Date(now.getTime() + PREVIOUS_TOKEN_MS)
  const renewed = await tx.query(
    `update sessions s set password_at = coalesce($3, s.password_at),
       previous_token_hash = s.token_hash, previous_until = $5, token_hash = $6
     from users u
     where s.user_id = $1 and s.id = $2 and s.ended_at is null and u.id = s.user_id and u.password_hash = $4
     returning s.id`,
    [session.userId, session.id, of.makesFresh ? now : null, of.passwordHash, previousUntil, hashToken(token)],
  )
  if (renewed.length === 0) throw new AppError('session.none')
  return token
}

/**
 * Simultaneous touches share a statement. It waits neither for the disk nor for a locked row: a lost touch locks a
 * session early, never late.
 */
const markSeen = batched<Pick<Deps, 'clock' | 'database'>, Pick<Session, 'userId' | 'id'>, null>({
  async work({ clock, database }, sessions) {
    await database.query(
      `with touched as (
         select open.* from unnest($1::text[], $2::text[]) with ordinality as asked (by_user, of_id, place)
         cross join lateral (
           select user_id, id from sessions
           where user_id = by_user and id = of_id and locked_at is null and ended_at is null and last_seen_at < $3
           for update skip locked
         ) as open
         where place between 1 and ${BATCH_MAX}
       )
       update sessions s set last_seen_at = $3 from touched
       where s.user_id = touched.user_id and s.id = touched.id and set_config('synchronous_commit', 'off', true) = 'off'`,
      [sessions.map(({ userId }) => userId), sessions.map(({ id }) => id), clock.now()],
    )
    return sessions.map(() => null)
  },
})

/**
 * Opens a session after a full sign-in and ends the account's others: there is one active device, and its browser keeps
 * one cookie. Returns the token for the cookie, and how many sessions ended.
 */
export async function openSession(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId' | 'randomBytes'>,
  of: { userId: UserId; deviceId: DeviceId; browser: string | null },
): Promise<{ token: string; endedCount: number }> {
  const now = deps.clock.now()
  const token = newToken(deps)
  const endedCount = await endSessions(tx, of.userId, now)
  await removeOldSessions(tx, of.userId, now)
  await tx.query(
    `insert into sessions
       (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at, browser)
     values ($1, $2, $3, $4, $5, $5, $5, $5, $6)`,
    [of.userId, deps.newId('ses'), of.deviceId, hashToken(token), now, of.browser],
  )
  return { token, endedCount }
}

/** Ends the account's sessions. Returns how many of them had not expired. */
async function endSessions(tx: Transaction, userId: UserId, now: Date): Promise<number> {
  const ended = await tx.query<{ created_at: Date }>(
    'update sessions set ended_at = $2 where user_id = $1 and ended_at is null returning created_at',
    [userId, now],
  )
  return ended.filter(({ created_at }) => created_at.getTime() + SESSION_LIFETIME_MS > now.getTime()).length
}

/** Removes sessions that ended more than SESSIONS_KEPT_MS ago, at each sign-in. */
async function removeOldSessions(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - SESSIONS_KEPT_MS)
  const startedBefore = new Date(endedBefore.getTime() - SESSION_LIFETIME_MS)
  await tx.query(
    `delete from challenges c using sessions s
     where c.user_id = $1 and s.user_id = $1 and s.id = c.session_id and (s.ended_at < $2 or s.created_at < $3)`,
    [userId, endedBefore, startedBefore],
  )
  await tx.query('delete from sessions where user_id = $1 and (ended_at < $2 or created_at < $3)', [
    userId,
    endedBefore,
    startedBefore,
  ])
}

/** Locks a session now. Locking a locked one changes nothing. */
export async function lockSession(deps: Pick<Deps, 'clock' | 'database' | 'log'>, session: Session): Promise<void> {
  const locked = await deps.database.query(
    `update sessions set locked_at = $3
     where user_id = $1 and id = $2 and locked_at is null and ended_at is null returning id`,
    [session.userId, session.id, deps.clock.now()],
  )
  if (locked.length > 0) deps.log.info({ userId: session.userId, deviceId: session.deviceId }, 'locked')
}

/**
 * Unlocks a session after a proved PIN or passkey and gives it a new token, like renewToken. That does not make it
 * fresh.
 *
 * @throws AppError session.none when it ended meanwhile
 */
export async function unlockSession(
  deps: Pick<Deps, 'clock' | 'database' | 'randomBytes'>,
  session: Session,
): Promise<string> {
  const now = deps.clock.now()
  const token = newToken(deps)
  const rows = await deps.database.query(
    `update sessions set locked_at = null, unlocked_at = $3, last_seen_at = $3,
       previous_token_hash = token_hash, previous_until = $4, token_hash = $5
     where user_id = $1 and id = $2 and ended_at is null returning id`,
    [session.userId, session.id, now, new Date(now.getTime() + PREVIOUS_TOKEN_MS), hashToken(token)],
  )
  if (rows.length === 0) throw new AppError('session.none')
  return token
}

/** Ends the request's session, if any, even by its previous token. Returns its owner, or null. */
export async function endSession(deps: SessionDeps, request: WithCookies): Promise<UserId | null> {
  const token = readToken(deps, request)
  if (token === null) return null
  const [row] = await deps.database.query<{ user_id: UserId }>(
    `update sessions set ended_at = $2
     where (token_hash = $1 or (previous_token_hash = $1 and previous_until > $2)) and ended_at is null
     returning user_id`,
    [hashToken(token), deps.clock.now()],
  )
  return row?.user_id ?? null
}
