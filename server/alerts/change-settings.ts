import { type AlertPreferences, type AlertSwitchBody, canSwitch } from '#contract/alert-settings.ts'
import { ALERT_DEFAULTS } from '#contract/alerts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'

type ChangeDeps = Pick<Deps, 'database' | 'clock' | 'events'>

/**
 * Turns a category on or off in one channel. Only differences from the default are stored, so turning a switch back
 * restores the default. Repeating a change has no effect.
 *
 * @throws AppError `alert.always-on`, `alert.never-sent` for what nobody can change
 */
export async function changeSwitch(deps: ChangeDeps, userId: UserId, change: AlertSwitchBody): Promise<void> {
  const { category, channel, isOn } = change
  const set = ALERT_DEFAULTS[category][channel]
  if (!canSwitch(category, channel)) throw new AppError(set === 'always' ? 'alert.always-on' : 'alert.never-sent')
  if (isOn === (set === 'on'))
    await deps.database.query('delete from alert_settings where user_id = $1 and category = $2 and channel = $3', [
      userId,
      category,
      channel,
    ])
  else
    await deps.database.query(
      `insert into alert_settings (user_id, category, channel, is_on, changed_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, category, channel) do update set is_on = excluded.is_on, changed_at = excluded.changed_at
       where alert_settings.is_on <> excluded.is_on`,
      [userId, category, channel, isOn, deps.clock.now()],
    )
  deps.events.publish(userId, { topics: ['alerts'] })
}

/** Changes what a locked phone shows, and quiet hours. As with switches, defaults are not stored. */
export async function changePreferences(deps: ChangeDeps, userId: UserId, to: AlertPreferences): Promise<void> {
  const { showsAmounts, quiet } = to
  if (!showsAmounts && quiet === null)
    await deps.database.query('delete from alert_preferences where user_id = $1', [userId])
  else
    await deps.database.query(
      `insert into alert_preferences (user_id, shows_amounts, quiet_from, quiet_until, changed_at)
       values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set shows_amounts = excluded.shows_amounts, quiet_from = excluded.quiet_from,
         quiet_until = excluded.quiet_until, changed_at = excluded.changed_at`,
      [userId, showsAmounts, quiet?.fromMinute ?? null, quiet?.untilMinute ?? null, deps.clock.now()],
    )
  deps.events.publish(userId, { topics: ['alerts'] })
}
