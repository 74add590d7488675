import { HINTS_KEPT_MS } from '#contract/constants.ts'
import { ADD_AND_CHANGE, ALL, byAny, RECORD, type Tables, WITH_THE_BOOKS } from './table.ts'

/** Account numbers for incoming money, and the webhooks about it. */
export const funding = {
  funding_accounts: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['provider'],
      columns: [
        'provider',
        'status',
        'customer_code',
        'provider_account_id',
        'account_number',
        'bank_name',
        'account_name',
        'created_at',
        'asked_at',
        'refused_for',
        'refused_at',
      ],
      leftOut: {},
    },
    onClosing: {
      stays: 'numbers that money may still come in on; the name on them is replaced',
      nameReplaced: 'account_name',
    },
    countedAs: 'account_numbers',
    retention: WITH_THE_BOOKS,
    times: { created_at: RECORD, asked_at: byAny('becomes now'), refused_at: RECORD },
    afterRestore: 'kept',
  },
  webhook_events: {
    owner: null,
    whenSpread: 'by its own key',
    app: ALL,
    retention: { since: 'received_at', keptMs: HINTS_KEPT_MS },
    times: {
      received_at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
