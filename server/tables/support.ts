import { ADD, ADD_AND_CHANGE, OF_OPERATORS, OF_PROGRAM, type Tables, WITH_THE_BOOKS } from './table.ts'

const REPORTS = { stays: 'append-only reports' } as const

/** Reports of problems. */
export const support = {
  cases: {
    owner: 'user_id',
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'tracking_number', 'topic', 'transaction_id', 'status', 'status_at', 'created_at'],
      leftOut: { request_key: OF_PROGRAM },
    },
    onClosing: REPORTS,
    countedAs: 'reports',
    retention: WITH_THE_BOOKS,
    times: { created_at: 'stays', status_at: 'stays' },
    afterRestore: 'kept',
  },
  case_messages: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['case_id', 'seq'],
      columns: ['case_id', 'seq', 'author', 'text', 'at'],
      leftOut: { operator: OF_OPERATORS, request_key: OF_PROGRAM },
    },
    onClosing: REPORTS,
    retention: WITH_THE_BOOKS,
    times: { at: 'stays' },
    afterRestore: 'kept',
  },
  case_actions: {
    owner: 'user_id',
    app: ADD,
    exported: {
      orderedBy: ['case_id', 'seq'],
      columns: ['case_id', 'seq', 'action', 'at'],
      leftOut: { operator: OF_OPERATORS, operator_id: OF_OPERATORS },
    },
    onClosing: REPORTS,
    retention: WITH_THE_BOOKS,
    times: { at: 'stays' },
    afterRestore: 'kept',
  },
} as const satisfies Tables
