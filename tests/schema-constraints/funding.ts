import { AT, id, MINE, type TableProofs } from './specimen.ts'

export const funding = {
  funding_accounts: {
    specimen: {
      ...MINE,
      provider: 'paystack',
      status: 'ready',
      customer_code: 'CUS_1',
      provider_account_id: '1',
      account_number: '0123456784',
      bank_name: 'Wema Bank',
      account_name: 'ADA OBI',
      created_at: AT,
      asked_at: null,
      refused_for: null,
      refused_at: null,
    },
    nullable: [
      'account_name',
      'account_number',
      'asked_at',
      'bank_name',
      'customer_code',
      'provider_account_id',
      'refused_at',
      'refused_for',
    ],
    refuses: {
      funding_accounts_pkey: [{ account_number: '0123456785' }],
      funding_accounts_number: [{ user_id: id('usr', 1) }],
      funding_accounts_status_check: [{ status: 'lost' }],
      funding_accounts_ready: [{ account_number: null }, { customer_code: null }],
      funding_accounts_refused_for_check: [{ status: 'refused', refused_for: 'mood', refused_at: AT }],
      funding_accounts_refused: [
        { status: 'refused' },
        { refused_for: 'refused', refused_at: AT },
        { status: 'refused', refused_for: 'refused' },
        { refused_at: AT },
      ],
    },
  },
  webhook_events: {
    specimen: {
      provider: 'paystack',
      event_key: 'event',
      about: 'payment',
      reference: 'reference',
      received_at: AT,
      times: 1,
    },
    refuses: { webhook_events_pkey: [{}] },
  },
} satisfies TableProofs
