import { ALERTS_KEPT_MS } from '#contract/alert-limits.ts'
import { ALL, OF_PROGRAM, type Tables } from './table.ts'

/** What people are alerted to, and how they want to hear of it. */
export const alerts = {
  alerts: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'subject_id', 'facts', 'at', 'seen_at', 'email', 'push', 'sms'],
      leftOut: { seq: OF_PROGRAM },
    },
    onClosing: 'removed',
    retention: { since: 'at', keptMs: ALERTS_KEPT_MS },
    times: { at: 'stays', seen_at: 'stays' },
    afterRestore: 'reconsidered',
  },
  alert_settings: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['category', 'channel'],
      columns: ['category', 'channel', 'is_on', 'changed_at'],
      leftOut: {},
    },
    onClosing: 'removed',
    retention: 'closing removes it',
    times: { changed_at: 'stays' },
    afterRestore: 'kept',
  },
  alert_preferences: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['user_id'],
      columns: ['shows_amounts', 'quiet_from', 'quiet_until', 'changed_at'],
      leftOut: {},
    },
    onClosing: 'removed',
    retention: 'closing removes it',
    times: { changed_at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
