import { timingSafeEqual } from 'node:crypto'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { keyRing } from '#server/platform/crypto/keys.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashCode, parseCode } from './code.ts'

/** Wrong codes a user may send per window. A code has 74 random bits; this only stops a loop of guesses. */
const WRONG_CODES_MAX = 20
const WRONG_CODES_WINDOW_MS = 60 * 60_000

type CheckDeps = Pick<Deps, 'clock' | 'keys'>
export type HeldBpc = { readonly id: BpcId; readonly kind: 'starter' | 'bought' }

/**
 * Finds which of the user's own active codes this is; null for anything else, including another user's code. Pass the
 * database, not a transaction that may roll back: that would undo the count of wrong codes.
 *
 * @throws AppError request.too-many with retryAfterS after WRONG_CODES_MAX wrong codes
 */
export async function checkBpcCode(
  deps: CheckDeps,
  sql: Sql,
  of: { userId: UserId; code: string },
): Promise<HeldBpc | null> {
  await refuseTooMany(deps, sql, of.userId)
  const code = parseCode(of.code)
  const held = code === null ? null : await findHeld(deps, sql, of.userId, code)
  if (held === null) await countWrong(deps, sql, of.userId)
  return held
}

async function findHeld(deps: CheckDeps, sql: Sql, userId: UserId, code: string): Promise<HeldBpc | null> {
  const rows = await sql.query<HeldBpc & { code_hash: Uint8Array }>(
    `select id, kind, code_hash from bpc_codes where user_id = $1 and status = 'active'`,
    [userId],
  )
  const hashes = keyRing(deps.keys).map((keys) => hashCode({ keys }, code))
  // Compares every code of the user in constant time, wherever the match is.
  const [match] = rows.filter((row) => hashes.filter((hash) => timingSafeEqual(row.code_hash, hash)).length > 0)
  return match === undefined ? null : { id: match.id, kind: match.kind }
}

async function refuseTooMany(deps: CheckDeps, sql: Sql, userId: UserId): Promise<void> {
  const now = deps.clock.now().getTime()
  const [row] = await sql.query<{ window_started_at: Date; wrong: number }>(
    'select window_started_at, wrong from bpc_wrong_codes where user_id = $1',
    [userId],
  )
  if (row === undefined || row.wrong < WRONG_CODES_MAX) return
  const leftMs = row.window_started_at.getTime() + WRONG_CODES_WINDOW_MS - now
  if (leftMs > 0) throw new AppError('request.too-many', { retryAfterS: Math.ceil(leftMs / 1000) })
}

async function countWrong(deps: CheckDeps, sql: Sql, userId: UserId): Promise<void> {
  const now = deps.clock.now()
  await sql.query(
    `insert into bpc_wrong_codes as w (user_id, window_started_at, wrong) values ($1, $2, 1)
     on conflict (user_id) do update set
       wrong = case when w.window_started_at <= $3 then 1 else w.wrong + 1 end,
       window_started_at = case when w.window_started_at <= $3 then $2 else w.window_started_at end`,
    [userId, now, new Date(now.getTime() - WRONG_CODES_WINDOW_MS)],
  )
}
