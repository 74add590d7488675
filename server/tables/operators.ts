import { CONSOLE_LIFETIME_MS, CONSOLE_SESSIONS_KEPT_MS, LINK_LIVES_MS } from '#contract/console/limits.ts'
import { CHALLENGE_LIFETIME_MS, EXPIRED_KEPT_MS } from '#contract/constants.ts'
import {
  ADD,
  ADD_AND_CHANGE,
  ADD_AND_REMOVE,
  ALL,
  byAny,
  FOR_EVER,
  ONE_ROW,
  READ,
  RECORD,
  type Tables,
} from './table.ts'

/** Operators, who run the installation. They are not users: each must answer for what they did. */
export const operators = {
  operators: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      admitted_at: RECORD,
      created_at: RECORD,
      revoked_at: RECORD,
      role_since: RECORD,
    },
    keys: {
      kind: 'password',
      columns: ['passphrase_hash'],
      countedAs: 'operators',
      inUse: 'admitted_at is not null and revoked_at is null',
    },
    afterRestore: 'kept',
  },
  operator_requests: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      confirmed_at: RECORD,
      expires_at: byAny({ stays: 'it can be confirmed for longer' }),
      requested_at: byAny({ stays: 'before it, the same is asked for again' }),
    },
    afterRestore: 'kept',
  },
  operator_proofs: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
  operator_passkeys: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      confirmed_at: RECORD,
      created_at: RECORD,
      last_used_at: RECORD,
      removed_at: RECORD,
    },
    afterRestore: 'kept',
  },
  operator_links: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: { since: 'expires_at', keptMs: EXPIRED_KEPT_MS },
    times: {
      expires_at: byAny({ rowLastsMs: LINK_LIVES_MS }),
      made_at: RECORD,
      used_at: RECORD,
    },
    afterRestore: 'emptied',
  },
  operator_sessions: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: {
      since: `coalesce(ended_at, created_at + interval '${CONSOLE_LIFETIME_MS} milliseconds')`,
      keptMs: CONSOLE_SESSIONS_KEPT_MS,
    },
    // Otherwise the session would outlast its maximum lifetime. Its operator signs in again.
    times: {
      created_at: byAny({ rowLastsMs: 0 }),
      touched_at: byAny({ rowLastsMs: 0 }),
      ended_at: RECORD,
      locked_at: RECORD,
    },
    afterRestore: 'emptied',
  },
  operator_filters: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: 'its operator deletes it',
    times: {
      saved_at: RECORD,
    },
    afterRestore: 'kept',
  },
  operator_challenges: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_REMOVE,
    retention: { since: 'expires_at', keptMs: EXPIRED_KEPT_MS },
    times: {
      expires_at: byAny({ rowLastsMs: CHALLENGE_LIFETIME_MS }),
    },
    afterRestore: 'emptied',
  },
  operator_audit: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
  operator_audit_head: {
    owner: null,
    whenSpread: 'each its own',
    // Written by the trigger on operator_audit, with the owner's rights.
    app: READ,
    retention: ONE_ROW,
    afterRestore: 'kept',
  },
} as const satisfies Tables
