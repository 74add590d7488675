import { z } from 'zod'
import { ALERT_DEFAULTS, type AlertCategory, type AlertSwitch, alertCategory } from './alerts.ts'

/** The channels that leave the installation. The inbox has every alert, so there is nothing to choose about it. */
export const OUTGOING_CHANNELS = ['email', 'push', 'sms'] as const
export const outgoingChannel = z.enum(OUTGOING_CHANNELS)
export type OutgoingChannel = z.infer<typeof outgoingChannel>

/** Whether its owner may turn a category on and off in a channel. */
export function canSwitch(category: AlertCategory, channel: OutgoingChannel): boolean {
  const set: AlertSwitch = ALERT_DEFAULTS[category][channel]
  return set === 'on' || set === 'off'
}

/** What a switch shows. `always` and `never` cannot be changed. */
const alertSwitch = z.enum(['always', 'on', 'off', 'never'])
export type ShownSwitch = z.infer<typeof alertSwitch>

/** Minutes since midnight in Africa/Lagos. */
const minute = z.int().min(0).max(1_439)

/** What a locked phone shows, and the hours in which alerts that can wait are held back. */
export const alertPreferences = z.strictObject({
  /** Amounts and names in push and SMS. */
  showsAmounts: z.boolean(),
  /** From the first minute until the second, which may be the next day; null: no quiet hours. */
  quiet: z
    .strictObject({ fromMinute: minute, untilMinute: minute })
    .refine(({ fromMinute, untilMinute }) => fromMinute !== untilMinute, 'Quiet hours must end at another time')
    .nullable(),
})
export type AlertPreferences = z.infer<typeof alertPreferences>

export const alertSettingsLine = z.object({
  category: alertCategory,
  email: alertSwitch,
  push: alertSwitch,
  sms: alertSwitch,
})
export type AlertSettingsLine = z.infer<typeof alertSettingsLine>

/** `GET /api/alerts/settings`, and the answer to every change of them. */
export const alertSettingsAnswer = z.object({
  /** One line for each category with anything to choose. */
  categories: z.array(alertSettingsLine),
  preferences: alertPreferences,
})
export type AlertSettingsAnswer = z.infer<typeof alertSettingsAnswer>

/** `PUT /api/alerts/settings`: one switch. Repeating it changes nothing. */
export const alertSwitchBody = z.strictObject({ category: alertCategory, channel: outgoingChannel, isOn: z.boolean() })
export type AlertSwitchBody = z.infer<typeof alertSwitchBody>

/** `POST /api/alerts/test`: a test alert to oneself, in one channel. */
export const testAlertBody = z.strictObject({ channel: outgoingChannel })

/** `GET` and `POST /api/alerts/unsubscribe`. */
export const unsubscribeQuery = z.strictObject({ token: z.string().max(200) })
/** The category whose emails are now off, or already were. */
export const unsubscribedAnswer = z.object({ category: alertCategory })
export type UnsubscribedAnswer = z.infer<typeof unsubscribedAnswer>
