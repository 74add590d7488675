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

/** A person's choices: differences from the defaults, how much a locked phone shows, and when. */
export type AlertChoices = {
  /** Null: no such account. */
  readonly email: string | null
  readonly fullName: string | null
  readonly hasPush: boolean
  readonly hasPhone: boolean
  readonly isClosed: boolean
  readonly changed: ChangedSwitches
  readonly showsAmounts: boolean
  readonly quiet: QuietHours | null
}

/** A person's choices, or NOBODY's. */
async function readAlertChoices(sql: Sql, userId: UserId): Promise<AlertChoices> {
  const [row] = await sql.query<AlertChoicesRow>(alertChoicesQuery('$1::text'), [userId])
  return row === undefined ? NOBODY : toAlertChoices(row)
}

const NOBODY: AlertChoices = {
  email: null,
  fullName: null,
  hasPush: false,
  hasPhone: false,
  isClosed: true,
  changed: {},
  showsAmounts: false,
  quiet: null,
}

/** A row of alertChoicesQuery. */
export type AlertChoicesRow = {
  email: string | null
  fullName: string | null
  hasPush: boolean
  hasPhone: boolean
  isClosed: boolean
  changed: ChangedSwitches | null
  showsAmounts: boolean | null
  fromMinute: number | null
  untilMinute: number | null
}

/** A query for one row with the choices of `user`, an SQL expression; `toAlertChoices` reads it. */
export const alertChoicesQuery = (user: string): string =>
  `select users.email, users.full_name as "fullName", coalesce(users.closed_at is not null, true) as "isClosed", preferences.shows_amounts as "showsAmounts",
     preferences.quiet_from as "fromMinute", preferences.quiet_until as "untilMinute",
     (select jsonb_object_agg(category || ' ' || channel, is_on) from alert_settings where user_id = asked_for.id) as changed,
     exists (select from push_subscriptions where user_id = asked_for.id and ended_at is null) as "hasPush",
     exists (select from alert_phones where user_id = asked_for.id) as "hasPhone"
   from (select ${user} as id) as asked_for
   left join lateral (select email, full_name, closed_at from users where id = asked_for.id limit 1) as users on true
   left join alert_preferences as preferences on preferences.user_id = asked_for.id`

export function toAlertChoices({
  changed,
  showsAmounts,
  fromMinute,
  untilMinute,
  ...row
}: AlertChoicesRow): AlertChoices {
  if (row.email === null) return NOBODY
  return {
    ...row,
    changed: changed ?? {},
    showsAmounts: showsAmounts ?? false,
    quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
  }
}

/** A person's settings as they see them: each category that has a choice, with its switches. */
export async function readSettings(sql: Sql, userId: UserId): Promise<AlertSettingsAnswer> {
  const { changed, showsAmounts, quiet } = await readAlertChoices(sql, userId)
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
