import { ALERTS_KEPT_MS } from '#contract/alert-limits.ts'
import { PUSH_RETRY_AFTER_MAX_MS } from '#contract/push-limits.ts'
import {
  ADD_AND_CHANGE,
  ALL,
  byAny,
  byRight,
  OF_HASH,
  OF_KEYS,
  OF_PROGRAM,
  ONE_ROW,
  RECORD,
  type Tables,
} from './table.ts'

/**
 * SQL condition: a push subscription counts while its device is active and has a session that was not ended. A
 * sign-out, a new device, a new password and a recovery end it in the statement that ends the session, whoever makes
 * it. The table is `t`.
 */
export const PUSH_COUNTS = `exists (select from devices d where d.user_id = t.user_id and d.id = t.device_id and d.revoked_at is null)
  and exists (select from sessions s where s.user_id = t.user_id and s.device_id = t.device_id and s.ended_at is null)`

/** People's alerts, and how they want to receive them. */
export const alerts = {
  alerts: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'subject_id', 'facts', 'at', 'seen_at', 'email_state', 'push_state', 'sms_state'],
      leftOut: { seq: OF_PROGRAM },
    },
    onClosing: 'removed',
    retention: { since: 'at', keptMs: ALERTS_KEPT_MS },
    times: {
      at: byAny({ stays: 'it is tried for longer, and a test counts as one of today' }),
      seen_at: RECORD,
    },
    afterRestore: 'reconsidered',
  },
  alert_rounds: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: { since: 'began_at', keptMs: ALERTS_KEPT_MS, unless: 't.ended_at is null' },
    times: {
      began_at: byRight('stays'),
      ended_at: byRight('stays'),
    },
    afterRestore: 'kept',
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
    times: {
      changed_at: RECORD,
    },
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
    times: {
      changed_at: RECORD,
    },
    afterRestore: 'kept',
  },
  push_keys: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD_AND_CHANGE,
    retention: ONE_ROW,
    times: {
      created_at: RECORD,
    },
    keys: { kind: 'box', columns: ['box'] },
    afterRestore: 'kept',
  },
  push_subscriptions: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'device_id', 'browser', 'created_at', 'last_sent_at', 'wait_until', 'ended_at'],
      leftOut: {
        box: 'where the browser is reached, and its keys: secrets that work for anyone who has them',
        endpoint_hash: OF_HASH,
        key_id: OF_KEYS,
      },
    },
    onClosing: 'removed',
    onRecovery: 'removed',
    retention: { since: 'created_at', keptMs: 0, unless: PUSH_COUNTS },
    times: {
      created_at: byAny('becomes now'),
      last_sent_at: RECORD,
      wait_until: byAny({ lastsMs: PUSH_RETRY_AFTER_MAX_MS }),
      ended_at: RECORD,
    },
    keys: { kind: 'box', columns: ['box'] },
    afterRestore: 'kept',
  },
} as const satisfies Tables
