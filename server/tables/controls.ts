import { ADD, ADD_AND_CHANGE, byAny, byRight, FOR_EVER, ONE_ROW, RECORD, type Tables } from './table.ts'

/** Checks that detect problems, and their findings. */
export const controls = {
  payment_suspensions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      lifted_at: RECORD,
      seen_at: { writtenBy: 'the database', whenAhead: 'becomes now' },
      since: { writtenBy: 'the ledger', whenAhead: 'stays' },
      stopped_at: RECORD,
    },
    afterRestore: 'reconsidered',
  },
  book_check: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: ONE_ROW,
    times: {
      checked_at: byAny({ stays: 'the next check goes by the earlier of it and now' }),
      round_began_at: RECORD,
      round_ended_at: RECORD,
    },
    afterRestore: 'kept',
  },
  reconciliation_runs: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: {
      began_at: byRight('stays'),
      ended_at: byRight('stays'),
      window_from: byRight('stays'),
      window_to: byRight({ stays: 'a window that has not ended yet is left out' }),
    },
    afterRestore: 'kept',
  },
  reconciliation_exceptions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      closed_at: RECORD,
      found_at: byRight('stays'),
      seen_at: byRight('stays'),
    },
    afterRestore: 'kept',
  },
  reconciliation_run_differences: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    afterRestore: 'kept',
  },
  provider_opening_balances: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: 'one row for each provider',
    times: {
      set_at: RECORD,
    },
    afterRestore: 'kept',
  },
  provider_positions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: 'one row for each provider',
    times: {
      read_at: byRight('stays'),
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
