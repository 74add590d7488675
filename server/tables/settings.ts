import { ADD, ADD_AND_CHANGE, byRight, FOR_EVER, type Tables } from './table.ts'

const BY_OPERATORS = { writtenBy: 'operators', whenAhead: 'stays' } as const

/** Notices, prices and settings that two operators set for a period. */
export const settings = {
  bank_notices: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      ended_at: byRight('stays'),
      expires_at: BY_OPERATORS,
      set_at: byRight('stays'),
      starts_at: BY_OPERATORS,
    },
    afterRestore: 'kept',
  },
  kind_pauses: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD_AND_CHANGE,
    retention: FOR_EVER,
    times: {
      ends_at: BY_OPERATORS,
      lifted_at: byRight('stays'),
      set_at: byRight('stays'),
    },
    afterRestore: 'kept',
  },
  channel_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: {
      set_at: byRight('stays'),
      starts_at: BY_OPERATORS,
    },
    afterRestore: 'kept',
  },
  price_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: {
      set_at: byRight('stays'),
      starts_at: BY_OPERATORS,
    },
    afterRestore: 'kept',
  },
  limit_versions: {
    owner: null,
    whenSpread: 'the same everywhere',
    app: ADD,
    retention: FOR_EVER,
    times: {
      set_at: byRight('stays'),
      starts_at: BY_OPERATORS,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
