import { AT, bytes, id, LATER, MINE, type TableProofs } from './specimen.ts'

export const bpc = {
  bpc_codes: {
    specimen: {
      ...MINE,
      id: id('bpc'),
      kind: 'bought',
      status: 'active',
      code_hash: bytes(32),
      code_box: bytes(29),
      key_id: '0a1b2c3d',
      created_at: AT,
      returned_at: null,
      order_id: id('ord'),
    },
    // No key id: created before keys had ids, or belongs to a closed account.
    nullable: ['key_id', 'order_id', 'returned_at'],
    refuses: {
      bpc_codes_pkey: [{ code_hash: bytes(32, 2), order_id: id('ord', 1) }],
      bpc_codes_hash: [{ id: id('bpc', 1), order_id: id('ord', 1) }],
      bpc_codes_one_per_order: [{ id: id('bpc', 1), code_hash: bytes(32, 2) }],
      bpc_codes_one_starter: [{ id: id('bpc', 2), kind: 'starter', order_id: null, code_hash: bytes(32, 3) }],
      bpc_codes_id_check: [{ id: 'bpc_1' }],
      bpc_codes_kind_check: [{ kind: 'gift', order_id: null }],
      bpc_codes_status_check: [{ status: 'lost' }],
      bpc_codes_code_hash_check: [{ code_hash: bytes(31) }, { code_hash: bytes(33) }],
      bpc_codes_code_box_check: [{ code_box: bytes(28) }, { code_box: bytes(201) }],
      bpc_codes_key_id_check: [{ key_id: '0a1b2c3' }, { key_id: '0A1B2C3D' }],
      bpc_codes_returned: [{ status: 'returned' }, { returned_at: LATER }],
      bpc_codes_starter_stays: [{ kind: 'starter', order_id: null, status: 'returned', returned_at: LATER }],
      bpc_codes_bought_by_order: [{ order_id: null }, { kind: 'starter' }],
      bpc_codes_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
  bpc_wrong_codes: {
    specimen: { ...MINE, window_started_at: AT, wrong: 1 },
    refuses: {
      bpc_wrong_codes_pkey: [{}],
      bpc_wrong_codes_wrong_check: [{ wrong: 0 }],
      bpc_wrong_codes_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
} satisfies TableProofs
