import { AT, bytes, id, MINE, type TableProofs, word } from './specimen.ts'

const KEY_ID = '0a1b2c3d'
const WRONG_KEY_IDS = [{ key_id: '0a1b2c3' }, { key_id: '0A1B2C3D' }]
/** Another endpoint. */
const ELSEWHERE = { endpoint_hash: bytes(32, 2) }

export const push = {
  push_keys: {
    specimen: { id: 1, public_key: word(87), box: bytes(60), key_id: KEY_ID, created_at: AT },
    refuses: {
      push_keys_pkey: [{ public_key: word(87, 'b') }],
      push_keys_id_check: [{ id: 0 }, { id: 2 }],
      push_keys_public_key_check: [{ public_key: word(86) }, { public_key: word(88) }, { public_key: word(87, '+') }],
      push_keys_box_check: [{ box: bytes(28) }, { box: bytes(201) }],
      push_keys_key_id_check: WRONG_KEY_IDS,
    },
  },
  push_subscriptions: {
    specimen: {
      ...MINE,
      id: id('psh'),
      device_id: id('dev'),
      endpoint_hash: bytes(32),
      box: bytes(400),
      key_id: KEY_ID,
      browser: null,
      created_at: AT,
      last_sent_at: null,
      wait_until: null,
      ended_at: null,
    },
    nullable: ['browser', 'last_sent_at', 'wait_until', 'ended_at'],
    refuses: {
      push_subscriptions_pkey: [ELSEWHERE],
      push_subscriptions_endpoint: [{ id: id('psh', 1) }],
      push_subscriptions_id_check: [{ id: 'psh_1' }],
      push_subscriptions_endpoint_hash_check: [{ endpoint_hash: bytes(31) }, { endpoint_hash: bytes(33) }],
      push_subscriptions_box_check: [{ box: bytes(28) }, { box: bytes(4_097) }],
      push_subscriptions_key_id_check: WRONG_KEY_IDS,
      push_subscriptions_browser_check: [{ browser: '' }, { browser: word(41) }, { browser: 'Chrome\n' }],
      push_subscriptions_user_id_fkey: [{ ...ELSEWHERE, user_id: id('usr', 1) }],
      push_subscriptions_user_id_device_id_fkey: [{ ...ELSEWHERE, id: id('psh', 1), device_id: id('dev', 1) }],
    },
  },
} satisfies TableProofs
