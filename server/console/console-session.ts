import type { FastifyRequest } from 'fastify'
import { CONSOLE_LIFETIME_MS, CONSOLE_LOCK_MS } from '#contract/console/limits.ts'
import { type Command, mayMake, mayRead, READS, type Read } from '#contract/console/permissions.ts'
import { TOUCH_HEADER } from '#contract/constants.ts'
import type { OperatorId, OperatorPasskeyId, OperatorSessionId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { hashesOfOneTimeSecret, hashOneTimeSecret } from '#server/identity/accounts/one-time-secrets.ts'
import { addAuditLine, type Where } from '#server/identity/operators/audit-lines.ts'
import { ADMITTED, type ProvenOperator } from '#server/identity/operators/operator.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { readToken, type WithCookies } from './console-cookie.ts'

const TOKEN_BYTES = 32
const PURPOSE = 'operator-session'

export type ConsoleRequest = WithCookies & Pick<FastifyRequest, 'headers' | 'id'>
type SessionDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'keys'>

/** An operator's session at the console. */
export type ConsoleSession = {
  readonly id: OperatorSessionId
  readonly operator: ProvenOperator
  readonly locked: boolean
  readonly createdAt: Date
  /** Recorded with everything done in this request. */
  readonly where: Where
}

/**
 * The open session of a request, if the operator's role has this permission. `null`: any role.
 *
 * @throws AppError operator.none, operator.signed-in-elsewhere (401) · operator.locked (423) · operator.not-allowed
 *   (403)
 */
export async function requireOperator(
  deps: SessionDeps,
  request: ConsoleRequest,
  permission: Command | Read | null,
): Promise<ConsoleSession> {
  const session = await peekOperator(deps, request)
  if (session.locked) throw new AppError('operator.locked')
  if (permission !== null && !isAllowed(session.operator, permission)) throw new AppError('operator.not-allowed')
  return session
}

function isAllowed({ role }: ProvenOperator, permission: Command | Read): boolean {
  return isRead(permission) ? mayRead(role, permission) : mayMake(role, permission)
}

const isRead = (permission: Command | Read): permission is Read => permission in READS

/**
 * The session of a request, locked or not: only for what a locked screen needs. A reported touch keeps an open session
 * open.
 *
 * @throws AppError operator.none, operator.signed-in-elsewhere (401)
 */
export async function peekOperator(deps: SessionDeps, request: ConsoleRequest): Promise<ConsoleSession> {
  const row = await find(deps, request)
  const session = toSession(row, request)
  if (row.lockedAt !== null) return { ...session, locked: true }
  if (deps.clock.now().getTime() - row.touchedAt.getTime() > CONSOLE_LOCK_MS) {
    await lockConsole(deps, session, 'idle')
    return { ...session, locked: true }
  }
  if (request.headers[TOUCH_HEADER] !== undefined) await keepOpen(deps, session)
  return session
}

/** What ended a session early. */
export type ConsoleSessionEnd = 'sign-out' | 'other-browser'

type SessionRow = {
  id: OperatorSessionId
  operatorId: OperatorId
  name: string
  role: ProvenOperator['role']
  createdAt: Date
  touchedAt: Date
  lockedAt: Date | null
  endedBy: ConsoleSessionEnd | null
}

async function find(deps: SessionDeps, request: WithCookies): Promise<SessionRow> {
  const token = readToken(deps, request)
  const row = token === null ? undefined : await selectByToken(deps, token)
  if (row?.endedBy === 'other-browser') throw new AppError('operator.signed-in-elsewhere')
  if (row === undefined || row.endedBy !== null) throw new AppError('operator.none')
  return row
}

/** A session ends when its operator or its passkey is removed, and CONSOLE_LIFETIME_MS after its sign-in. */
async function selectByToken(deps: SessionDeps, token: string): Promise<SessionRow | undefined> {
  const [row] = await deps.database.query<SessionRow>(
    `select s.id, o.id as "operatorId", o.name, o.role, s.created_at as "createdAt", s.touched_at as "touchedAt",
       s.locked_at as "lockedAt", s.ended_by as "endedBy"
     from operator_sessions s join operators o on o.id = s.operator_id and ${ADMITTED}
     join operator_passkeys p on p.id = s.passkey_id and p.removed_at is null
     where s.token_hash = any($1) and s.created_at > $2`,
    [hashesOfOneTimeSecret(deps, PURPOSE, token), new Date(deps.clock.now().getTime() - CONSOLE_LIFETIME_MS)],
  )
  return row
}

function toSession(row: SessionRow, request: ConsoleRequest): ConsoleSession {
  const { id, operatorId, name, role, createdAt } = row
  return {
    id,
    operator: { id: operatorId, name, role },
    locked: false,
    createdAt,
    where: { sessionId: id, requestId: request.id },
  }
}

async function keepOpen(deps: SessionDeps, { id }: ConsoleSession): Promise<void> {
  await deps.database.query(
    'update operator_sessions set touched_at = $2 where id = $1 and touched_at < $2 and locked_at is null and ended_at is null',
    [id, deps.clock.now()],
  )
}

/**
 * Opens a session and ends the operator's other one, because an operator is signed in at one browser at a time. Returns
 * the token for the cookie, and whether another session was ended.
 */
export async function openConsole(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  of: { operator: ProvenOperator; passkeyId: OperatorPasskeyId; browser: string | null; requestId: string },
): Promise<{ token: string; endedOther: boolean }> {
  const { operator, passkeyId, browser, requestId } = of
  const [id, now] = [deps.newId('ops'), deps.clock.now()]
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url')
  // Serialised: of two sign-ins at once the later one ends the earlier one.
  await tx.query('select 1 from operators where id = $1 for no key update', [operator.id])
  const ended = await tx.query<{ createdAt: Date }>(
    `update operator_sessions set ended_at = $2, ended_by = 'other-browser' where operator_id = $1 and ended_at is null
     returning created_at as "createdAt"`,
    [operator.id, now],
  )
  await tx.query(
    `insert into operator_sessions (id, operator_id, passkey_id, token_hash, browser, created_at, touched_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, operator.id, passkeyId, hashOneTimeSecret(deps, PURPOSE, token), browser, now],
  )
  const endedOther = ended.some(({ createdAt }) => now.getTime() - createdAt.getTime() < CONSOLE_LIFETIME_MS)
  const after = { passkey: passkeyId, browser, endedOther }
  await addAuditLine(tx, deps, { by: operator, where: { sessionId: id, requestId }, act: 'sign-in', after })
  return { token, endedOther }
}

/** Locks a session, once. `idle`: nobody has touched it for too long. */
export async function lockConsole(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: ConsoleSession,
  because: 'asked' | 'idle',
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const locked = await tx.query(
      'update operator_sessions set locked_at = $2 where id = $1 and locked_at is null and ended_at is null returning 1',
      [session.id, deps.clock.now()],
    )
    if (locked.length === 0) return
    const { operator: by, where } = session
    await addAuditLine(tx, deps, { by, where, act: 'lock', after: { because } })
  })
}

/**
 * Unlocks a session after a passkey proved the operator.
 *
 * @throws AppError operator.none when it ended meanwhile
 */
export async function unlockConsole(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  session: ConsoleSession,
): Promise<void> {
  const unlocked = await tx.query(
    'update operator_sessions set locked_at = null, touched_at = $2 where id = $1 and ended_at is null returning 1',
    [session.id, deps.clock.now()],
  )
  if (unlocked.length === 0) throw new AppError('operator.none')
  await addAuditLine(tx, deps, { by: session.operator, where: session.where, act: 'unlock' })
}

/** Ends a session at its operator's request. */
export async function endConsole(deps: Pick<Deps, 'clock' | 'database'>, session: ConsoleSession): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const ended = await tx.query(
      `update operator_sessions set ended_at = $2, ended_by = 'sign-out' where id = $1 and ended_at is null returning 1`,
      [session.id, deps.clock.now()],
    )
    if (ended.length === 0) return
    await addAuditLine(tx, deps, { by: session.operator, where: session.where, act: 'sign-out' })
  })
}
