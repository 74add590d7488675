import { ADD, ADD_AND_CHANGE, FOR_EVER, ONE_ROW, type Tables } from './table.ts'

/** What finds that something is wrong, and what it found. */
export const controls = {
  payment_suspensions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { lifted_at: 'stays', seen_at: 'stays', since: 'stays', stopped_at: 'stays' },
    afterRestore: 'reconsidered',
  },
  book_check: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: ONE_ROW,
    // Not counted: server/controls/ledger-check/check-books.ts.
    times: { checked_at: 'stays', round_began_at: 'stays', round_ended_at: 'stays' },
    afterRestore: 'kept',
  },
  reconciliation_runs: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: { began_at: 'stays', ended_at: 'stays', window_from: 'stays', window_to: 'stays' },
    afterRestore: 'kept',
  },
  reconciliation_exceptions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    // Not gone by: server/controls/reconciliation/reconcile-daily.ts.
    times: { closed_at: 'stays', found_at: 'stays', seen_at: 'stays' },
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
    times: { set_at: 'stays' },
    afterRestore: 'kept',
  },
  provider_positions: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: 'one row for each provider',
    times: { read_at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
