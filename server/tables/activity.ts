import { ALL, RECORD, type Tables } from './table.ts'

/** Receipts that people share from their history. */
export const activity = {
  receipts: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['transaction_id'],
      columns: ['transaction_id', 'code', 'created_at', 'shows_names'],
      leftOut: {},
    },
    onClosing: 'removed',
    retention: 'closing removes it; a code cannot be taken back before',
    times: {
      created_at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
