import { createHmac } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** 1 s after the first failure, doubling, up to 15 minutes; forgotten a day after the last try. */
const WAIT_FIRST_MS = 1_000
const WAIT_MAX_MS = 15 * 60_000
const WAIT_DOUBLINGS_MAX = 20
const WAIT_FORGOTTEN_MS = 24 * 60 * 60_000

type WaitDeps = Pick<Deps, 'clock'>

/**
 * The key of a sign-in wait: an email, with or without an account. The account's own active device has its own wait, so
 * that a stranger's tries cannot keep the owner out; nobody else knows that device's key.
 */
export function throttleKey(deps: Pick<Deps, 'keys'>, of: { email: string; ownDeviceId: string | null }): Uint8Array {
  return attemptsKey(deps, `sign-in-wait\n${of.email.toLowerCase()}\n${of.ownDeviceId ?? ''}`)
}

/** The key of any other wait, hashed so that the table does not name it. */
export function attemptsKey(deps: Pick<Deps, 'keys'>, of: string): Uint8Array {
  return createHmac('sha256', deps.keys.waitKey).update(of).digest()
}

/**
 * Counts one attempt as failed before the password or code is checked, and starts the next delay. It is one statement,
 * so of concurrent attempts only one proceeds. `refusal` names what was attempted. Returns how many failed ones
 * preceded it.
 *
 * An attempt that may be refused later without being made is counted in the transaction that makes it. There, a wrong
 * one is a value, not an exception, so it commits: exactly the attempts that are made are counted.
 *
 * @throws AppError of that code, with retryAfterS
 */
export async function countAttempt(
  sql: Sql,
  deps: WaitDeps,
  key: Uint8Array,
  refusal: Extract<ErrorCode, 'session.wait' | 'session.code-wait' | 'account.code-wait'> = 'session.wait',
): Promise<number> {
  const now = deps.clock.now()
  // `skip locked`, because no transaction may wait for a row that another one removes.
  await sql.query(
    `delete from sign_in_throttles where account_key in (
       select account_key from sign_in_throttles where last_try_at < $1 for update skip locked)`,
    [new Date(now.getTime() - WAIT_FORGOTTEN_MS)],
  )
  const [taken] = await sql.query<{ failures: number }>(
    `insert into sign_in_throttles as w (account_key, failures, wait_until, last_try_at)
     values ($1, 1, $2::timestamptz + $3 * interval '1 millisecond', $2)
     on conflict (account_key) do update set
       failures = w.failures + 1,
       wait_until = $2::timestamptz
         + least($3 * power(2, least(w.failures, $5::int)), $4::float8) * interval '1 millisecond',
       last_try_at = $2
     where w.wait_until <= $2
     returning failures`,
    [key, now, WAIT_FIRST_MS, WAIT_MAX_MS, WAIT_DOUBLINGS_MAX],
  )
  if (taken === undefined) throw new AppError(refusal, { retryAfterS: await secondsLeft(sql, key, now) })
  return taken.failures - 1
}

/** The password was right: ends the wait. */
export async function clearAttempts(sql: Sql, key: Uint8Array): Promise<void> {
  await sql.query('delete from sign_in_throttles where account_key = $1', [key])
}

async function secondsLeft(sql: Sql, key: Uint8Array, now: Date): Promise<number> {
  const [row] = await sql.query<{ wait_until: Date }>(
    'select wait_until from sign_in_throttles where account_key = $1',
    [key],
  )
  const leftMs = (row?.wait_until.getTime() ?? 0) - now.getTime()
  return Math.max(1, Math.ceil(leftMs / 1000))
}
