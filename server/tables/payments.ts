import { QUOTE_LIFETIME_MS, UNFINISHED_KEPT_MS } from '#contract/constants.ts'
import { ADD_AND_REMOVE, ALL, byAny, byRight, OF_COSTS, OF_PROGRAM, RECORD, type Tables } from './table.ts'

/** A list that became an order keeps the text that was signed. */
const APPROVED = 'exists (select from orders o where o.user_id = t.user_id and o.quote_id = any(t.quote_ids))'

/** Payments that people prepare, and their saved recipients. */
export const payments = {
  beneficiaries: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'name', 'details', 'last_used_at'],
      leftOut: { key: OF_PROGRAM },
    },
    onClosing: 'removed',
    countedAs: 'saved_recipients',
    retention: 'its owner removes it; the one unused for longest makes room',
    times: {
      last_used_at: byRight('stays'),
    },
    afterRestore: 'kept',
  },
  customers: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'name', 'phone', 'network', 'note', 'created_at'],
      leftOut: {},
    },
    onClosing: 'removed',
    countedAs: 'customers',
    retention: 'the seller removes it',
    times: {
      created_at: RECORD,
    },
    afterRestore: 'kept',
  },
  order_batches: {
    owner: 'user_id',
    app: ADD_AND_REMOVE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'terms', 'rows', 'quote_ids', 'created_at', 'expires_at'],
      leftOut: { challenge: OF_PROGRAM },
    },
    onClosing: { stays: 'lists that were approved; the others go', if: APPROVED },
    retention: { since: 'expires_at', keptMs: UNFINISHED_KEPT_MS, unless: APPROVED },
    times: {
      created_at: RECORD,
      expires_at: byAny({ rowLastsMs: QUOTE_LIFETIME_MS, unless: APPROVED }),
    },
    afterRestore: 'kept',
  },
  quotes: {
    owner: 'user_id',
    app: ADD_AND_REMOVE,
    exported: {
      orderedBy: ['id'],
      columns: [
        'id',
        'kind',
        'terms',
        'amount_kobo',
        'fee_kobo',
        'duty_kobo',
        'discount_kobo',
        'total_kobo',
        'available_after_kobo',
        'recipient',
        'price_list',
        'bpc_id',
        'sale',
        'batch_id',
        'created_at',
        'expires_at',
      ],
      leftOut: { challenge: OF_PROGRAM, provider: OF_PROGRAM, cost_kobo: OF_COSTS },
    },
    onClosing: 'removed',
    retention: { since: 'expires_at', keptMs: QUOTE_LIFETIME_MS },
    times: {
      created_at: RECORD,
      expires_at: byAny({ rowLastsMs: QUOTE_LIFETIME_MS }),
    },
    afterRestore: 'emptied',
  },
} as const satisfies Tables
