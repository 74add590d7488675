import { CONSOLE_LIFETIME_MS, CONSOLE_SESSIONS_KEPT_MS, LINK_LIVES_MS } from '#contract/console/limits.ts'
import { CHALLENGE_LIFETIME_MS, USED_UP_KEPT_MS } from '#contract/constants.ts'
import { ADD, ADD_AND_CHANGE, ADD_AND_REMOVE, ALL, FOR_EVER, ONE_ROW, READ, type Tables } from './table.ts'

/** Who runs the installation. They are not users: somebody has to answer for what was done. */
export const operators = {
  operators: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { admitted_at: 'stays', created_at: 'stays', revoked_at: 'stays', role_since: 'stays' },
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
    // What two people agreed to within a day of that clock.
    times: { confirmed_at: 'stays', expires_at: 'stays', requested_at: 'stays' },
    afterRestore: 'kept',
  },
  operator_proofs: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: { at: 'stays' },
    afterRestore: 'kept',
  },
  operator_passkeys: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { confirmed_at: 'stays', created_at: 'stays', last_used_at: 'stays', removed_at: 'stays' },
    afterRestore: 'kept',
  },
  operator_links: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: { since: 'expires_at', keptMs: USED_UP_KEPT_MS },
    times: { expires_at: { rowLastsMs: LINK_LIVES_MS }, made_at: 'stays', used_at: 'stays' },
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
    // It would stay open, and last, for longer than a session does: its operator signs in again.
    times: { created_at: { rowLastsMs: 0 }, touched_at: { rowLastsMs: 0 }, ended_at: 'stays', locked_at: 'stays' },
    afterRestore: 'emptied',
  },
  operator_filters: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: 'its operator deletes it',
    times: { saved_at: 'stays' },
    afterRestore: 'kept',
  },
  operator_challenges: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_REMOVE,
    retention: { since: 'expires_at', keptMs: USED_UP_KEPT_MS },
    times: { expires_at: { rowLastsMs: CHALLENGE_LIFETIME_MS } },
    afterRestore: 'emptied',
  },
  operator_audit: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: { at: 'stays' },
    afterRestore: 'kept',
  },
  operator_audit_head: {
    owner: null,
    whenSpread: 'each its own',
    // Written by the trigger of operator_audit, as the owner.
    app: READ,
    retention: ONE_ROW,
    afterRestore: 'kept',
  },
} as const satisfies Tables
