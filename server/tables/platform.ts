import {
  ADD,
  ADD_AND_CHANGE,
  ADD_AND_REMOVE,
  ALL,
  byAny,
  FOR_EVER,
  OF_DATABASE,
  ONE_ROW,
  READ,
  RECORD,
  type Tables,
} from './table.ts'

/** What an installation knows about itself, and the work it still has to do. */
export const platform = {
  schema_migrations: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: READ,
    retention: 'a mark that closes the database goes when it is opened again',
    times: {
      applied_at: OF_DATABASE,
    },
    afterRestore: 'kept',
  },
  installation: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: ONE_ROW,
    times: {
      created_at: RECORD,
    },
    afterRestore: 'kept',
  },
  secret_check: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: ONE_ROW,
    times: {
      kept_at: byAny({ stays: 'the secret is called old later' }),
    },
    afterRestore: 'kept',
  },
  jobs: {
    owner: 'user_id',
    foundBy: "its kind and subject: recurring work is the installation's",
    app: ALL,
    exported: { nothing: 'what is to be done next, gone once it is done; what it is about is in the file' },
    onClosing: { stays: 'what is to be done next, gone once it is done' },
    retention: 'a row goes when its work is done; recurring work stays',
    times: {
      created_at: byAny({ stays: 'a payment is asked for longer' }),
      due_at: byAny('waits again'),
      set_at: byAny('becomes now'),
      lease_until: byAny({ stays: 'a lease longer than any clock gives has run out' }),
    },
    afterRestore: 'reconsidered',
  },
  alarms: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: {
      raised_at: RECORD,
    },
    afterRestore: 'kept',
  },
  open_alarms: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: 'a row goes once operators have been told that it is over, or of what has no end',
    times: {
      raised_at: RECORD,
      told_at: byAny('becomes now'),
    },
    afterRestore: 'kept',
  },
  alarm_webhooks: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_REMOVE,
    retention: 'a row goes when it was accepted, or after a day',
    times: {
      created_at: byAny({ stays: 'it is tried for longer' }),
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
