import { DEVICES_KEPT_MS, PIN_WAIT_MS, SESSION_LIFETIME_MS, SESSIONS_KEPT_MS } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import {
  ADD,
  ADD_AND_CHANGE,
  ALL,
  byAny,
  byRight,
  OF_HASH,
  OF_KEYS,
  OF_OPERATORS,
  RECORD,
  type Tables,
  WITH_THE_BOOKS,
} from './table.ts'

/** Accounts, and the browsers they are used in. */
export const accounts = {
  users: {
    owner: 'id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: [
        'id',
        'email',
        'full_name',
        'created_at',
        'name_changed_at',
        'new_since',
        'frozen_at',
        'operator_freeze_id',
        'operator_frozen_at',
        'operator_freeze_heading',
        'money_out_frozen_until',
        'closed_at',
      ],
      leftOut: { password_hash: OF_HASH },
    },
    onClosing: { stays: 'the account itself, with its name, email and password replaced' },
    retention: 'closing replaces name, email and password; the row stays with the books',
    times: {
      closed_at: RECORD,
      created_at: RECORD,
      frozen_at: RECORD,
      operator_frozen_at: RECORD,
      money_out_frozen_until: byAny({ lastsMs: DAY_MS }),
      new_since: byAny('becomes now'),
      name_changed_at: byAny('becomes now'),
    },
    keys: {
      kind: 'password',
      columns: ['password_hash'],
      countedAs: 'passwords',
      inUse: 'closed_at is null',
      olderThanKeyNames: true,
    },
    afterRestore: 'kept',
  },
  contact_phones: {
    owner: 'user_id',
    app: ALL,
    exported: { orderedBy: ['phone'], columns: ['phone', 'changed_at'], leftOut: {} },
    onClosing: 'removed',
    retention: 'its owner changes it; closing removes it',
    times: { changed_at: RECORD },
    afterRestore: 'kept',
  },
  profile_images: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['version'],
      columns: ['version', 'changed_at'],
      computed: { webp_base64: `replace(encode(image, 'base64'), chr(10), '')` },
      leftOut: { image: 'it is there as webp_base64' },
    },
    onClosing: 'removed',
    countedAs: 'pictures',
    retention: 'its owner removes or replaces it',
    times: {
      changed_at: RECORD,
    },
    afterRestore: 'kept',
  },
  devices: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'key_x', 'key_y', 'created_at', 'revoked_at'],
      leftOut: {},
    },
    onClosing: { stays: 'the public keys that payments were signed with, all of them revoked' },
    retention: {
      since: 'revoked_at',
      keptMs: DEVICES_KEPT_MS,
      // Its key verifies the signatures of orders approved with it.
      unless: `exists (select from orders o where o.user_id = t.user_id and o.approval ->> 'deviceId' = t.id)
      or exists (select from sessions s where s.user_id = t.user_id and s.device_id = t.id)
      or exists (select from pins p where p.user_id = t.user_id and p.device_id = t.id)`,
    },
    times: {
      created_at: RECORD,
      revoked_at: RECORD,
    },
    afterRestore: 'kept',
  },
  pins: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['device_id'],
      columns: ['device_id', 'wrong_in_row', 'wait_until', 'wrong_at'],
      leftOut: { pin_hash: OF_HASH, key_id: OF_KEYS },
    },
    onClosing: 'removed',
    retention: 'one row for each account; a new device empties the hash',
    times: {
      wait_until: byAny({ lastsMs: PIN_WAIT_MS }),
      wrong_at: byAny('each becomes now'),
    },
    keys: {
      kind: 'hash',
      columns: ['pin_hash'],
      where: 'pin_hash is not null',
      countedAs: 'pins',
      olderThanKeyNames: true,
    },
    afterRestore: 'kept',
  },
  sessions: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: [
        'id',
        'device_id',
        'browser',
        'created_at',
        'password_at',
        'unlocked_at',
        'last_seen_at',
        'locked_at',
        'ended_at',
      ],
      leftOut: { token_hash: OF_HASH, previous_token_hash: OF_HASH, previous_until: 'of that token' },
    },
    onClosing: 'removed',
    retention: {
      since: `coalesce(ended_at, created_at + interval '${SESSION_LIFETIME_MS} milliseconds')`,
      keptMs: SESSIONS_KEPT_MS,
      unless: 'exists (select from challenges c where c.user_id = t.user_id and c.session_id = t.id)',
    },
    times: {
      // When the owner was last there is unknown: they enter the PIN again, and whatever needs a full sign-in asks for
      // one.
      last_seen_at: byAny('locks the session'),
      unlocked_at: byAny('locks the session'),
      password_at: byAny('locks the session'),
      previous_until: byAny('locks the session'),
      // Otherwise the session would outlast its maximum lifetime.
      created_at: byAny('ends the session'),
      ended_at: RECORD,
      locked_at: RECORD,
    },
    afterRestore: 'reconsidered',
  },
  account_events: {
    owner: 'user_id',
    app: ADD,
    exported: { orderedBy: ['id'], columns: ['id', 'kind', 'device_id', 'browser', 'at'], leftOut: {} },
    onClosing: { stays: 'what happened to the account, append-only' },
    retention: WITH_THE_BOOKS,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
  customer_limits: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'number', 'daily_kobo', 'set_at'],
      leftOut: { reason: OF_OPERATORS, set_by: OF_OPERATORS, confirmed_by: OF_OPERATORS },
    },
    onClosing: { stays: 'what operators decided about the account, and why' },
    retention: WITH_THE_BOOKS,
    times: {
      set_at: RECORD,
    },
    afterRestore: 'kept',
  },
  account_recoveries: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'new_email', 'opened_at', 'confirmed_at', 'announced_at', 'stopped_at', 'stopped_by', 'done_at'],
      leftOut: { reason: OF_OPERATORS, opened_by: OF_OPERATORS, confirmed_by: OF_OPERATORS },
    },
    onClosing: { stays: 'what operators decided about the account, and why' },
    retention: WITH_THE_BOOKS,
    times: {
      announced_at: byRight({ stays: 'the owner has longer to object' }),
      confirmed_at: RECORD,
      done_at: byRight('stays'),
      opened_at: RECORD,
      stopped_at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
