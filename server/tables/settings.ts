import { ADD, ADD_AND_CHANGE, FOR_EVER, type Tables } from './table.ts'

/** What two operators tell customers, from when, until when. */
export const settings = {
  bank_notices: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { ended_at: 'stays', expires_at: 'stays', set_at: 'stays', starts_at: 'stays' },
    afterRestore: 'kept',
  },
  kind_pauses: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: { ends_at: 'stays', lifted_at: 'stays', set_at: 'stays' },
    afterRestore: 'kept',
  },
  channel_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: { set_at: 'stays', starts_at: 'stays' },
    afterRestore: 'kept',
  },
  price_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: { set_at: 'stays', starts_at: 'stays' },
    afterRestore: 'kept',
  },
  limit_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: { set_at: 'stays', starts_at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
