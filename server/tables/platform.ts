import { ADD, ADD_AND_CHANGE, ADD_AND_REMOVE, ALL, FOR_EVER, ONE_ROW, READ, type Tables } from './table.ts'

/** What an installation knows of itself, and what it has to do next. */
export const platform = {
  schema_migrations: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: READ,
    retention: 'a mark that closes the database goes when it is opened again',
    times: { applied_at: 'stays' },
    afterRestore: 'kept',
  },
  installation: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: ONE_ROW,
    times: { created_at: 'stays' },
    afterRestore: 'kept',
  },
  secret_check: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_CHANGE,
    retention: ONE_ROW,
    times: { kept_at: 'stays' },
    afterRestore: 'kept',
  },
  jobs: {
    owner: 'user_id',
    foundBy: "its kind and subject: recurring work is the installation's",
    app: ALL,
    exported: { nothing: 'what is to be done next, gone once it is done; what it is about is in the file' },
    onClosing: { stays: 'what is to be done next, gone once it is done' },
    retention: 'a row goes when its work is done; recurring work stays',
    // Brought forward by the guard, hurried at each start, and a lease is bounded: server/platform/jobs/queue.ts.
    times: { created_at: 'stays', due_at: 'stays', lease_until: 'stays' },
    afterRestore: 'reconsidered',
  },
  alarms: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD,
    retention: FOR_EVER,
    times: { raised_at: 'stays' },
    afterRestore: 'kept',
  },
  open_alarms: {
    owner: null,
    whenSpread: 'each its own',
    app: ALL,
    retention: 'a row goes once operators have been told that it is over, or of what has no end',
    times: { raised_at: 'stays', told_at: 'becomes now' },
    afterRestore: 'kept',
  },
  alarm_webhooks: {
    owner: null,
    whenSpread: 'each its own',
    app: ADD_AND_REMOVE,
    retention: 'a row goes when it was accepted, or after a day',
    // One from a clock that was ahead is only tried for longer.
    times: { created_at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
