import {
  CHALLENGE_LIFETIME_MS,
  EXPIRED_KEPT_MS,
  RESET_LINK_LIFETIME_MS,
  SECOND_STEP_LIFETIME_MS,
  UNFINISHED_KEPT_MS,
} from '#contract/constants.ts'
import { ADD_AND_REMOVE, ALL, byAny, ENDS_SOON, OF_HASH, OF_KEYS, OF_PROGRAM, RECORD, type Tables } from './table.ts'

/** The longest wait that throttled attempts get: server/identity/sign-in/sign-in-throttle.ts. */
const TRY_WAIT_MAX_MS = 15 * 60_000

const OF_PASSKEYS = 'what an authenticator signs with; its name and times are in the file'
const EXPIRED = { since: 'expires_at', keptMs: EXPIRED_KEPT_MS } as const

/** Whatever proves who owns an account. */
export const signIn = {
  passkeys: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'name', 'transports', 'backed_up', 'created_at', 'last_used_at'],
      leftOut: {
        credential_id: OF_PASSKEYS,
        public_key: OF_PASSKEYS,
        counter: OF_PASSKEYS,
        last_signed: OF_PASSKEYS,
      },
    },
    onClosing: 'removed',
    onRecovery: 'removed',
    countedAs: 'passkeys',
    retention: 'its owner removes it',
    times: {
      created_at: RECORD,
      last_used_at: RECORD,
    },
    afterRestore: 'kept',
  },
  authenticators: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['user_id'],
      columns: ['created_at', 'confirmed_at'],
      leftOut: { secret_box: 'a secret', last_step: OF_PROGRAM, key_id: OF_KEYS },
    },
    onClosing: 'removed',
    onRecovery: 'removed',
    retention: { since: 'created_at', keptMs: UNFINISHED_KEPT_MS, unless: 'confirmed_at is not null' },
    times: {
      confirmed_at: RECORD,
      created_at: RECORD,
    },
    keys: { kind: 'box', columns: ['secret_box'], olderThanKeyNames: true },
    afterRestore: 'kept',
  },
  recovery_codes: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['code_hash'],
      columns: ['created_at', 'used_at'],
      leftOut: { code_hash: OF_HASH, key_id: OF_KEYS },
    },
    onClosing: 'removed',
    onRecovery: 'removed',
    retention: 'new ones replace all of them',
    times: {
      created_at: RECORD,
      used_at: RECORD,
    },
    keys: {
      kind: 'hash',
      columns: ['code_hash'],
      countedAs: 'recoveryCodes',
      inUse: 'used_at is null',
      olderThanKeyNames: true,
    },
    afterRestore: 'kept',
  },
  challenges: {
    owner: 'user_id',
    app: ADD_AND_REMOVE,
    exported: ENDS_SOON,
    onClosing: 'removed',
    retention: EXPIRED,
    times: {
      expires_at: byAny({ rowLastsMs: CHALLENGE_LIFETIME_MS }),
    },
    afterRestore: 'emptied',
  },
  sign_ins: {
    owner: 'user_id',
    app: ALL,
    exported: ENDS_SOON,
    onClosing: 'removed',
    onRecovery: 'removed',
    retention: EXPIRED,
    times: {
      created_at: RECORD,
      expires_at: byAny({ rowLastsMs: SECOND_STEP_LIFETIME_MS }),
      mailed_at: byAny({ stays: 'its row goes' }),
    },
    keys: { kind: 'password', columns: ['password_hash'], countedAs: null, olderThanKeyNames: true },
    afterRestore: 'emptied',
  },
  sign_in_throttles: {
    owner: null,
    whenSpread: 'by its own key',
    app: ALL,
    retention: { since: 'last_try_at', keptMs: UNFINISHED_KEPT_MS },
    times: {
      wait_until: byAny({ lastsMs: TRY_WAIT_MAX_MS }),
      last_try_at: byAny('becomes now'),
    },
    afterRestore: 'kept',
  },
  password_resets: {
    owner: 'user_id',
    app: ALL,
    exported: ENDS_SOON,
    onClosing: 'removed',
    onRecovery: 'removed',
    retention: EXPIRED,
    times: {
      created_at: RECORD,
      expires_at: byAny({ rowLastsMs: RESET_LINK_LIFETIME_MS }),
    },
    afterRestore: 'emptied',
  },
  email_proofs: {
    owner: null,
    whenSpread: 'by its own key',
    app: ALL,
    retention: EXPIRED,
    times: {
      expires_at: byAny({ rowLastsMs: SECOND_STEP_LIFETIME_MS }),
    },
    afterRestore: 'emptied',
  },
} as const satisfies Tables
