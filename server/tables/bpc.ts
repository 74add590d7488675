import { UNFINISHED_KEPT_MS } from '#contract/constants.ts'
import { ADD_AND_CHANGE, ALL, byAny, byRight, OF_HASH, OF_KEYS, type Tables, WITH_THE_BOOKS } from './table.ts'

/** Bill Payment Codes. */
export const bpc = {
  bpc_codes: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'status', 'order_id', 'created_at', 'returned_at'],
      leftOut: { code_hash: OF_HASH, code_box: 'a secret; the app shows it after an unlock', key_id: OF_KEYS },
    },
    onClosing: { stays: 'that a purchase delivered one; which one it was is overwritten' },
    countedAs: 'bpc_codes',
    retention: WITH_THE_BOOKS,
    times: {
      created_at: byAny({ stays: 'a bought one may be returned for longer' }),
      returned_at: byRight('stays'),
    },
    keys: {
      kind: 'box',
      columns: ['code_hash', 'code_box'],
      // Closing an account overwrites its codes, so nothing of a closed account is encrypted.
      where: 'user_id in (select id from users where closed_at is null)',
      olderThanKeyNames: true,
    },
    afterRestore: 'kept',
  },
  bpc_wrong_codes: {
    owner: 'user_id',
    app: ALL,
    exported: { orderedBy: ['user_id'], columns: ['window_started_at', 'wrong'], leftOut: {} },
    onClosing: 'removed',
    retention: { since: 'window_started_at', keptMs: UNFINISHED_KEPT_MS },
    times: {
      window_started_at: byAny('becomes now'),
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
