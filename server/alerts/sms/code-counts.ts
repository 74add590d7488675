import { createHmac } from 'node:crypto'
import { SMS_CODES_PER_NUMBER_MAX, SMS_CODES_PER_PERSON_MAX, SMS_CODES_WINDOW_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

type CountDeps = Pick<Deps, 'clock' | 'keys'>
type Asked = { readonly userId: UserId; readonly phone: string }

/**
 * Counts one more code today, for its person and its number, before it is sent.
 *
 * @throws AppError sms.too-many-codes
 */
export async function countSmsCode(tx: Transaction, deps: CountDeps, { userId, phone }: Asked): Promise<void> {
  await count(tx, deps, { key: keyOfPerson(deps, userId), max: SMS_CODES_PER_PERSON_MAX })
  await count(tx, deps, { key: keyOfNumber(deps, phone), max: SMS_CODES_PER_NUMBER_MAX })
}

/** Uncounts a code that the provider refused for a reason of ours. A code that may have been sent stays counted. */
export async function uncountSmsCode(deps: Pick<Deps, 'database' | 'keys'>, { userId, phone }: Asked): Promise<void> {
  const keys = [keyOfPerson(deps, userId), keyOfNumber(deps, phone)]
  await deps.database.query(
    `with less as (update sms_code_counts set sent = sent - 1 where count_key = any($1) and sent > 1)
     delete from sms_code_counts where count_key = any($1) and sent = 1`,
    [keys],
  )
}

/** In one statement, so that concurrent requests never exceed the limit. */
async function count(
  tx: Transaction,
  deps: CountDeps,
  { key, max }: { readonly key: Uint8Array; readonly max: number },
): Promise<void> {
  const now = deps.clock.now()
  const counted = await tx.query(
    `insert into sms_code_counts as c (count_key, sent, window_started_at) values ($1, 1, $2)
     on conflict (count_key) do update set
       sent = case when c.window_started_at <= $3 then 1 else c.sent + 1 end,
       window_started_at = case when c.window_started_at <= $3 then excluded.window_started_at else c.window_started_at end
     where c.window_started_at <= $3 or c.sent < $4 returning 1`,
    [key, now, new Date(now.getTime() - SMS_CODES_WINDOW_MS), max],
  )
  if (counted.length === 0) throw new AppError('sms.too-many-codes')
}

const keyOfPerson = (deps: Pick<Deps, 'keys'>, userId: UserId) => keyOf(deps, `person\n${userId}`)
const keyOfNumber = (deps: Pick<Deps, 'keys'>, phone: string) => keyOf(deps, `number\n${phone}`)
const keyOf = ({ keys }: Pick<Deps, 'keys'>, of: string) =>
  createHmac('sha256', keys.waitKey).update(`sms-codes\n${of}`).digest()
