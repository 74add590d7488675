import { ADD, ADD_AND_CHANGE, FOR_EVER, type Tables } from './table.ts'

/** Who runs the installation. They are not users: somebody has to answer for what was done. */
export const operators = {
  operators: {
    owner: null,
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { admitted_at: 'stays', created_at: 'stays', revoked_at: 'stays' },
    keys: {
      kind: 'password',
      columns: ['passphrase_hash'],
      countedAs: 'operators',
      inUse: 'admitted_at is not null and revoked_at is null',
    },
    afterRestore: 'kept',
  },
  operator_requests: {
    owner: null,
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    // What two people agreed to within a day of that clock.
    times: { confirmed_at: 'stays', expires_at: 'stays', requested_at: 'stays' },
    afterRestore: 'kept',
  },
  operator_proofs: {
    owner: null,
    app: ADD,
    retention: FOR_EVER,
    times: { at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
