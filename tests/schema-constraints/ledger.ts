import { AT, bytes, id, MINE, type TableProofs, TOO_MUCH } from './specimen.ts'
import { appendOnly, neverRemoved } from './triggers.ts'

export const ledger = {
  ledger_accounts: {
    specimen: {
      ...MINE,
      id: `user:${id('usr')}:available`,
      sign_rule: 1,
      balance: 0n,
      entry_count: 0n,
      last_hash: bytes(0),
      last_posted_at: null,
      ordered_from_seq: 1n,
    },
    // House accounts have neither number nor balance nor chain.
    nullable: ['last_posted_at'],
    refuses: {
      ledger_accounts_pkey: [{}],
      ledger_accounts_sign: [{ balance: -1n }, { sign_rule: -1, balance: 1n }],
      ledger_accounts_ordered_from_seq_check: [{ ordered_from_seq: 0n }],
      ledger_accounts_sign_rule_check: [{ sign_rule: 2 }, { sign_rule: -2 }],
    },
    triggers: { ...neverRemoved('ledger_accounts') },
  },
  ledger_transfers: {
    specimen: {
      ...MINE,
      id: id('trf'),
      kind: 'hold',
      key: 'hold',
      input_hash: bytes(32),
      subject_id: id('ord'),
      posted_at: AT,
      digest: bytes(32),
    },
    nullable: ['subject_id'],
    refuses: {
      ledger_transfers_pkey: [{ key: 'another', subject_id: id('ord', 1) }],
      ledger_transfers_key: [{ id: id('trf', 1), subject_id: id('ord', 1) }],
      ledger_transfers_kind_check: [{ kind: 'gift' }],
      ledger_transfers_subject: [
        { subject_id: '' },
        ...['hold', 'settle', 'release', 'return', 'late-success', 'sms'].map((kind) => ({ kind, subject_id: null })),
      ],
      ledger_transfers_one_line: [{ id: 'a\nb' }, { key: 'a\nb' }, { subject_id: 'a\nb' }, { user_id: 'a\nb' }],
      ...Object.fromEntries(
        ['hold', 'return', 'late-success', 'deposit', 'pay-in', 'quarantine', 'recall', 'restore', 'repay', 'sms'].map(
          (kind) => [`ledger_transfers_one_${kind.replace('-', '_')}`, [{ id: id('trf', 1), key: 'another', kind }]],
        ),
      ),
      ledger_transfers_one_resolution: ['settle', 'release'].map((kind) => ({
        id: id('trf', 1),
        key: 'another',
        kind,
      })),
    },
    triggers: { ...appendOnly('ledger_transfers', 'subject_id') },
  },
  ledger_entries: {
    specimen: {
      ...MINE,
      transfer_id: id('trf'),
      leg: 0,
      account_id: `user:${id('usr')}:available`,
      amount: -1_000n,
      posted_at: AT,
      seq: 1n,
      balance_after: 0n,
      hash: bytes(32),
    },
    nullable: ['balance_after', 'hash', 'seq'],
    refuses: {
      ledger_entries_pkey: [{ seq: 2n }],
      ledger_entries_of_account: [{ leg: 1 }],
      ledger_entries_amount_check: [{ amount: 0n }, { amount: TOO_MUCH }, { amount: -TOO_MUCH }],
      ledger_entries_kept: [{ seq: null }, { balance_after: null }, { hash: null }, { seq: null, hash: null }],
    },
    triggers: { ...appendOnly('ledger_entries', 'amount') },
  },
  ledger_house_balances: {
    specimen: { account_id: 'revenue:fees', through_day: '2026-11-20', balance: 0n },
    refuses: { ledger_house_balances_pkey: [{}] },
    triggers: { ...appendOnly('ledger_house_balances', 'balance') },
  },
  ledger_closed_days: {
    specimen: { through_day: '2026-11-20', newest_posted_at: '2026-11-21 00:00:00+00' },
    refuses: {
      ledger_closed_days_pkey: [{}],
      ledger_closed_days_over: [{ newest_posted_at: '2026-11-20 23:59:59.999+00' }],
    },
    triggers: { ...appendOnly('ledger_closed_days', 'newest_posted_at') },
  },
} satisfies TableProofs
