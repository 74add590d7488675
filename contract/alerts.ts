import { z } from 'zod'
import { ALERTS_PAGE_MAX } from './alert-limits.ts'

/** The categories people can switch on and off. contract/alert-kinds.ts says which alerts belong to each. */
export const alertCategory = z.enum(['money', 'late', 'security', 'bpc', 'case', 'statement', 'notice', 'test'])
export type AlertCategory = z.infer<typeof alertCategory>

/** How an alert reaches its owner. `app` is the inbox: every alert is there, whatever is switched off. */
export const ALERT_CHANNELS = ['app', 'email', 'push', 'sms'] as const
export const alertChannel = z.enum(ALERT_CHANNELS)
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/**
 * Defaults until the owner changes them. `always` and `never` are fixed: nobody enters an account silently, and some
 * alerts do not suit a channel.
 */
export type AlertSwitch = 'always' | 'on' | 'off' | 'never'
export const ALERT_DEFAULTS = {
  money: { app: 'always', email: 'on', push: 'on', sms: 'on' },
  late: { app: 'always', email: 'on', push: 'on', sms: 'never' },
  security: { app: 'always', email: 'always', push: 'on', sms: 'on' },
  bpc: { app: 'always', email: 'on', push: 'on', sms: 'never' },
  case: { app: 'always', email: 'on', push: 'on', sms: 'never' },
  statement: { app: 'always', email: 'off', push: 'never', sms: 'never' },
  notice: { app: 'always', email: 'never', push: 'off', sms: 'never' },
  // The owner just asked for it, in one channel.
  test: { app: 'always', email: 'always', push: 'always', sms: 'always' },
} as const satisfies Readonly<Record<AlertCategory, Readonly<Record<AlertChannel, AlertSwitch>>>>

/** One alert in the inbox. Its text never changes: it says what was true at its moment. */
export const alertLine = z.object({
  id: z.string(),
  category: alertCategory,
  title: z.string(),
  body: z.string(),
  /** The path of the app it links to; null if there is nothing more to see. */
  path: z.string().nullable(),
  at: z.iso.datetime(),
  /** False until its owner has looked at it. */
  isSeen: z.boolean(),
})
export type AlertLine = z.infer<typeof alertLine>

/** `GET /api/alerts`: newest first, keyset pages. */
export const alertsQuery = z.strictObject({
  category: alertCategory.optional(),
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(ALERTS_PAGE_MAX)).default(20),
})
export type AlertsQuery = z.infer<typeof alertsQuery>
export const alertsAnswer = z.object({
  alerts: z.array(alertLine),
  nextCursor: z.string().nullable(),
  /** Unseen alerts of every category; at most UNSEEN_COUNTED_MAX. */
  unseen: z.int(),
})
export type AlertsAnswer = z.infer<typeof alertsAnswer>

/** `POST /api/alerts/seen`: its owner has looked at this alert and all before it. */
export const alertsSeenBody = z.strictObject({ id: z.string().max(60) })
