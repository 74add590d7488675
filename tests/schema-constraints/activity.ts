import { AT, id, MINE, type TableProofs, word } from './specimen.ts'

export const activity = {
  receipts: {
    specimen: { ...MINE, transaction_id: id('txn'), code: word(26), created_at: AT, shows_names: false },
    refuses: {
      receipts_pkey: [{ code: word(24, 'b') }],
      receipts_code: [{ user_id: id('usr', 1) }],
      receipts_code_check: [23, 25, 27]
        .map((length) => ({ code: word(length) }))
        .concat({ code: word(26, 'i') }, { code: word(24, 'A') }),
      receipts_user_id_transaction_id_fkey: [{ transaction_id: id('txn', 1), code: word(24, 'b') }],
    },
  },
} satisfies TableProofs
