import { ADD, ADD_AND_CHANGE, OF_PROGRAM, type Tables, WITH_THE_BOOKS } from './table.ts'

const PROOF = 'what the books prove themselves with'
/** A ledger time ahead of the clock stays: the ledger dates later entries after it. */
const OF_LEDGER = { writtenBy: 'the ledger', whenAhead: 'stays' } as const
const BOOKS = { stays: 'the books' } as const

/** The books. Every time in them is the ledger's own: docs/reference/ledger.md. */
export const ledger = {
  ledger_accounts: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'balance', 'entry_count'],
      leftOut: { sign_rule: OF_PROGRAM, last_hash: PROOF, last_posted_at: OF_PROGRAM, ordered_from_seq: OF_PROGRAM },
    },
    onClosing: BOOKS,
    retention: WITH_THE_BOOKS,
    times: {
      last_posted_at: OF_LEDGER,
    },
    afterRestore: 'kept',
  },
  ledger_transfers: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'subject_id', 'posted_at'],
      leftOut: { key: OF_PROGRAM, input_hash: PROOF, digest: PROOF },
    },
    onClosing: BOOKS,
    retention: WITH_THE_BOOKS,
    times: {
      posted_at: OF_LEDGER,
    },
    afterRestore: 'kept',
  },
  ledger_entries: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['transfer_id', 'leg'],
      columns: ['transfer_id', 'leg', 'account_id', 'amount', 'posted_at', 'seq', 'balance_after'],
      // The other legs belong to house accounts.
      where: 'seq is not null',
      leftOut: { hash: PROOF },
    },
    onClosing: BOOKS,
    retention: WITH_THE_BOOKS,
    times: {
      posted_at: OF_LEDGER,
    },
    afterRestore: 'kept',
  },
  ledger_house_balances: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: WITH_THE_BOOKS,
    times: {
      through_day: OF_LEDGER,
    },
    afterRestore: 'kept',
  },
  ledger_closed_days: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: WITH_THE_BOOKS,
    times: {
      newest_posted_at: OF_LEDGER,
      through_day: OF_LEDGER,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
