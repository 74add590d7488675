import {
  ADD,
  ADD_AND_CHANGE,
  byRight,
  OF_COSTS,
  OF_OPERATORS,
  OF_PROGRAM,
  OF_PROVIDER,
  RECORD,
  type Tables,
  WITH_THE_BOOKS,
} from './table.ts'

const PAYMENTS = { stays: 'what was paid, agreed to and signed' } as const

/** Incoming money. */
export const deposits = {
  deposits: {
    owner: 'user_id',
    foundBy: "the provider's transaction: nobody may have the account number that was paid",
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: [
        'id',
        'provider',
        'provider_transaction_id',
        'reference',
        'state',
        'reason',
        'amount_kobo',
        'sender_name',
        'account_number',
        'transaction_id',
        'order_id',
        'stray',
        'paid_at',
        'created_at',
        'credited_at',
      ],
      leftOut: {
        provider_fee_kobo: OF_COSTS,
        credited_by: OF_OPERATORS,
        confirmed_by: OF_OPERATORS,
        restored_by_request: OF_OPERATORS,
        given_again_at: OF_PROGRAM,
      },
    },
    onClosing: PAYMENTS,
    countedAs: 'deposits',
    retention: WITH_THE_BOOKS,
    times: {
      created_at: byRight({ stays: 'it is looked at again for longer' }),
      credited_at: byRight('stays'),
      given_again_at: RECORD,
      paid_at: OF_PROVIDER,
    },
    afterRestore: 'kept',
  },
  bpc_charges: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['provider', 'reference'],
      columns: [
        'order_id',
        'provider',
        'reference',
        'account_number',
        'bank_name',
        'account_name',
        'expires_at',
        'created_at',
      ],
      leftOut: {},
    },
    onClosing: {
      stays: 'numbers that money may still come in on; the name on them is replaced',
      nameReplaced: 'account_name',
    },
    retention: WITH_THE_BOOKS,
    times: {
      created_at: byRight('stays'),
      expires_at: { writtenBy: 'the provider', whenAhead: { stays: 'until then the provider takes the money' } },
    },
    afterRestore: 'kept',
  },
  bpc_rejections: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['provider', 'provider_transaction_id'],
      columns: ['provider', 'provider_transaction_id', 'amount_kobo', 'reported_at'],
      leftOut: {},
    },
    onClosing: PAYMENTS,
    retention: WITH_THE_BOOKS,
    times: {
      reported_at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
