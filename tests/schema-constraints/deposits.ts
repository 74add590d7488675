import { AT, id, LATER, MINE, type TableProofs, TOO_MUCH } from './specimen.ts'

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
    },
    nullable: [
      'account_number',
      'order_id',
      'paid_at',
      'reason',
      'sender_name',
      'stray',
      'transaction_id',
      // Nobody knows yet whose it is.
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
