import { AT, bytes, id, LATER, MINE, type TableProofs, word } from './specimen.ts'

export const email = {
  emails: {
    specimen: {
      ...MINE,
      id: id('mai'),
      kind: 'account-event',
      box: bytes(40),
      key_id: '0a1b2c3d',
      state: 'waiting',
      created_at: AT,
      done_at: null,
    },
    nullable: ['box', 'done_at', 'key_id', 'user_id'],
    refuses: {
      emails_pkey: [{}],
      emails_id_check: [{ id: 'mai_1' }],
      emails_kind_check: [{ kind: '' }, { kind: 'Code' }, { kind: word(41) }],
      emails_box_check: [{ box: bytes(28) }, { box: bytes(8_193) }],
      emails_key_id_check: [{ key_id: '0a1b2c3' }, { key_id: '0A1B2C3D' }],
      emails_state_check: [{ state: 'lost', box: null, done_at: LATER }],
      emails_done: [{ done_at: LATER }, { state: 'sent', box: null }],
      emails_emptied: [{ box: null }, { state: 'sent', done_at: LATER }],
      emails_user_id_fkey: [{ user_id: id('usr', 1), id: id('mai', 1) }],
    },
  },
} satisfies TableProofs
