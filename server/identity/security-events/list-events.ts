import type { AccountEvent } from '#contract/account-events.ts'
import { ACCOUNT_EVENTS_SHOWN_MAX } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'

/** An account's last ACCOUNT_EVENTS_SHOWN_MAX events, newest first. */
export async function listAccountEvents(deps: Pick<Deps, 'database'>, userId: UserId): Promise<AccountEvent[]> {
  const rows = await deps.database.query<Omit<AccountEvent, 'at'> & { at: Date }>(
    'select id, kind, browser, at from account_events where user_id = $1 order by id desc limit $2',
    [userId, ACCOUNT_EVENTS_SHOWN_MAX],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
