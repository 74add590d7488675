import {
  type AlertSettingsAnswer,
  canSwitch,
  OUTGOING_CHANNELS,
  type OutgoingChannel,
} from '#contract/alert-settings.ts'
import { ALERT_DEFAULTS, type AlertCategory } from '#contract/alerts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { type ChangedSwitches, isOn, type QuietHours } from './settings.ts'

/** What a person has chosen: what differs from the defaults, and how much a locked phone shows and when. */
export type Chosen = {
  readonly isClosed: boolean
  readonly changed: ChangedSwitches
  readonly showsAmounts: boolean
  readonly quiet: QuietHours | null
}

/** The choices of a person, or of nobody. */
export async function readChosen(sql: Sql, userId: UserId): Promise<Chosen> {
  const [row] = await sql.query<{
    isClosed: boolean
    changed: ChangedSwitches | null
    showsAmounts: boolean | null
    fromMinute: number | null
    untilMinute: number | null
  }>(
    `select users.closed_at is not null as "isClosed", preferences.shows_amounts as "showsAmounts",
       preferences.quiet_from as "fromMinute", preferences.quiet_until as "untilMinute",
       (select jsonb_object_agg(category || ' ' || channel, is_on) from alert_settings where user_id = users.id) as changed
     from users left join alert_preferences as preferences on preferences.user_id = users.id where users.id = $1`,
    [userId],
  )
  if (row === undefined) return { isClosed: true, changed: {}, showsAmounts: false, quiet: null }
  const { fromMinute, untilMinute } = row
  return {
    isClosed: row.isClosed,
    changed: row.changed ?? {},
    showsAmounts: row.showsAmounts ?? false,
    quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
  }
}

/** A person's settings as they see them: each category with something to choose, and each of its switches. */
export async function readSettings(sql: Sql, userId: UserId): Promise<AlertSettingsAnswer> {
  const { changed, showsAmounts, quiet } = await readChosen(sql, userId)
  const categories = (Object.keys(ALERT_DEFAULTS) as AlertCategory[]).filter((category) =>
    OUTGOING_CHANNELS.some((channel) => canSwitch(category, channel)),
  )
  const shown = (category: AlertCategory, channel: OutgoingChannel) => {
    if (!canSwitch(category, channel)) return ALERT_DEFAULTS[category][channel]
    return isOn(changed, category, channel) ? 'on' : 'off'
  }
  return {
    categories: categories.map((category) => ({
      category,
      email: shown(category, 'email'),
      push: shown(category, 'push'),
      sms: shown(category, 'sms'),
    })),
    preferences: { showsAmounts, quiet },
  }
}
