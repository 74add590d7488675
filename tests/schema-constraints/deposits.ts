import { AT, id, LATER, MINE, type TableProofs, TOO_MUCH } from './specimen.ts'

/** Another payment. */
const other = (row: object) => ({ id: id('dep', 1), provider_transaction_id: '8', ...row })
const BY_TWO = { credited_at: AT, credited_by: 'Ngozi Eze', confirmed_by: 'Zainab Sule' }

export const deposits = {
  deposits: {
    specimen: {
      ...MINE,
      provider: 'paystack',
      provider_transaction_id: '7',
      id: id('dep'),
      reference: 'reference',
      state: 'credited',
      reason: null,
      amount_kobo: 1_000n,
      provider_fee_kobo: 0n,
      sender_name: null,
      account_number: null,
      transaction_id: null,
      order_id: null,
      stray: null,
      paid_at: null,
      created_at: AT,
      credited_at: null,
      credited_by: null,
      confirmed_by: null,
      given_again_at: null,
      restored_by_request: null,
    },
    nullable: [
      'account_number',
      'confirmed_by',
      'credited_at',
      'credited_by',
      'given_again_at',
      'order_id',
      'paid_at',
      'reason',
      'restored_by_request',
      'sender_name',
      'stray',
      'transaction_id',
      // The owner is not known yet.
      'user_id',
    ],
    refuses: {
      deposits_pkey: [{ id: id('dep', 1) }],
      deposits_id_key: [{ provider_transaction_id: '8' }],
      deposits_amount_kobo_check: [{ amount_kobo: 0n }, { amount_kobo: TOO_MUCH }],
      deposits_provider_fee_kobo_check: [{ provider_fee_kobo: -1n }],
      deposits_state_check: [{ state: 'promised' }],
      deposits_stray_check: [{ stray: 'lost' }],
      deposits_paid_in: [{ state: 'paid_in' }],
      deposits_credited: [
        other({ credited_at: AT }),
        other({ credited_at: AT, credited_by: 'Ngozi Eze' }),
        other({ credited_by: 'Ngozi Eze', confirmed_by: 'Zainab Sule' }),
      ],
      deposits_credited_state: [
        other({ state: 'credited_by_operators' }),
        other({ ...BY_TWO, state: 'credited_by_operators', user_id: null }),
        other({ ...BY_TWO, state: 'quarantined' }),
      ],
      deposits_given_again: ['credited', 'quarantined', 'restored'].map((state) =>
        other({
          state,
          given_again_at: AT,
          ...(state === 'restored' ? { restored_by_request: id('orq') } : {}),
        }),
      ),
      deposits_restored: [
        other({ state: 'restored' }),
        other({ restored_by_request: id('orq') }),
        other({ state: 'restored', restored_by_request: id('orq'), user_id: null }),
      ],
      deposits_two_people: [other({ ...BY_TWO, state: 'credited_by_operators', confirmed_by: 'NGOZI EZE' })],
    },
    triggers: {
      deposits_credited_by_two: [
        {
          code: 'JO040',
          message: /^a deposit is credited as two operators agreed, and once/,
          statements: [
            `update deposits set state = 'credited_by_operators', credited_at = created_at, credited_by = 'Ngozi Eze', confirmed_by = 'Zainab Sule'`,
          ],
        },
      ],
      deposits_restored_by_two: [
        {
          code: 'JO040',
          message: /^a deposit is credited once more as two operators agreed/,
          statements: [`update deposits set state = 'restored', restored_by_request = '${id('orq')}'`],
        },
      ],
      deposits_not_restored_yet: [
        {
          code: 'JO040',
          message: /^a deposit is credited once more as two operators agreed/,
          statements: [
            `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, amount_kobo, provider_fee_kobo,
               created_at, restored_by_request)
             select provider, '8', '${id('dep', 1)}', user_id, reference, 'restored', amount_kobo, provider_fee_kobo,
               created_at, '${id('orq')}' from deposits`,
          ],
        },
      ],
      deposits_not_credited_yet: [
        {
          code: 'JO040',
          message: /^a deposit is credited as two operators agreed, and once/,
          statements: [
            `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, amount_kobo, provider_fee_kobo,
               created_at, credited_at, credited_by, confirmed_by)
             select provider, '8', '${id('dep', 1)}', user_id, reference, 'credited_by_operators', amount_kobo, provider_fee_kobo,
               created_at, created_at, 'Ngozi Eze', 'Zainab Sule' from deposits`,
          ],
        },
      ],
    },
  },
  bpc_charges: {
    specimen: {
      ...MINE,
      order_id: id('ord'),
      provider: 'paystack',
      reference: 'ord-1',
      account_number: null,
      bank_name: null,
      account_name: null,
      expires_at: null,
      created_at: AT,
    },
    nullable: ['account_name', 'account_number', 'bank_name', 'expires_at'],
    refuses: {
      bpc_charges_pkey: [{}],
      bpc_charges_issued: [
        { account_number: '0123456784' },
        { account_number: '0123456784', expires_at: LATER },
        { account_number: '0123456784', account_name: 'ADA' },
      ],
    },
  },
  bpc_rejections: {
    specimen: {
      ...MINE,
      provider: 'paystack',
      provider_transaction_id: '7',
      amount_kobo: 1n,
      reported_at: AT,
    },
    refuses: {
      bpc_rejections_pkey: [{}],
      bpc_rejections_amount_kobo_check: [{ amount_kobo: 0n }, { amount_kobo: TOO_MUCH }],
    },
  },
} satisfies TableProofs
