import { SMS_CODES_WINDOW_MS, UNFINISHED_KEPT_MS } from '#contract/constants.ts'
import { ADD, ALL, byAny, OF_PROGRAM, RECORD, type Tables, WITH_THE_BOOKS } from './table.ts'

/** Alerts by SMS. */
export const sms = {
  alert_phones: {
    owner: 'user_id',
    app: ALL,
    exported: { orderedBy: ['user_id'], columns: ['phone', 'proved_at'], leftOut: {} },
    onClosing: 'removed',
    onRecovery: 'removed',
    countedAs: 'alert_phones',
    retention: 'its owner removes or replaces it',
    times: {
      proved_at: RECORD,
    },
    afterRestore: 'kept',
  },
  sms_consents: {
    owner: 'user_id',
    app: ADD,
    exported: { orderedBy: ['id'], columns: ['id', 'is_on', 'shown', 'price_kobo', 'at'], leftOut: {} },
    onClosing: { stays: 'what its owner agreed to and declined, append-only' },
    retention: WITH_THE_BOOKS,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
  sms_code_counts: {
    owner: null,
    whenSpread: 'by its own key',
    app: ALL,
    retention: { since: 'window_started_at', keptMs: SMS_CODES_WINDOW_MS },
    times: {
      window_started_at: byAny('becomes now'),
    },
    afterRestore: 'kept',
  },
  sms_messages: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['alert_id'],
      columns: [
        'alert_id',
        'state',
        'provider',
        'phone',
        'text',
        'parts',
        'price_kobo',
        'created_at',
        'done_at',
        'provider_message_id',
        'charged_kobo',
        'transaction_id',
      ],
      leftOut: { attempts: OF_PROGRAM, asked_at: OF_PROGRAM },
    },
    onClosing: {
      stays: 'what each message cost; number and text are emptied when it is sent',
      if: "t.state <> 'sending'",
    },
    // A newer alert replaced this one, so nobody asks for its result: it was never charged.
    retention: { since: 'asked_at', keptMs: UNFINISHED_KEPT_MS, unless: "t.state <> 'sending'" },
    times: {
      asked_at: byAny('becomes now'),
      created_at: byAny('becomes now'),
      done_at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
