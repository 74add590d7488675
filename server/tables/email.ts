import { MAILS_KEPT_MS } from '#contract/constants.ts'
import { ALL, byAny, OF_KEYS, RECORD, type Tables } from './table.ts'

export const email = {
  emails: {
    owner: 'user_id',
    foundBy: 'its id: an address that is to be proved has no account yet',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'kind', 'state', 'created_at', 'done_at'],
      leftOut: { box: 'an email that waits holds codes and links; it arrives by itself', key_id: OF_KEYS },
    },
    onClosing: { stays: 'which kinds of emails were sent; emptied when they are, gone after 30 days' },
    retention: { since: 'done_at', keptMs: MAILS_KEPT_MS },
    times: {
      created_at: byAny({ stays: 'it is tried for longer' }),
      done_at: RECORD,
    },
    keys: { kind: 'box', columns: ['box'], where: `state = 'waiting'`, olderThanKeyNames: true },
    afterRestore: 'kept',
  },
} as const satisfies Tables
