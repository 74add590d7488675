import { AT, LATER, type TableProofs, word } from './specimen.ts'
import { appendOnly, EMPTIED, keeps, neverRemoved, REMOVED, takesTwo } from './triggers.ts'

/** A difference that reconciliation later found to agree. */
const CLOSED = { closed_at: LATER, closed_by: 'reconciliation', evidence: 'it agrees' }

export const controls = {
  payment_suspensions: {
    specimen: {
      id: 'stop',
      reason: 'restored',
      detail: 'a backup',
      since: AT,
      stopped_at: AT,
      lifted_at: null,
      lifted_by: null,
      confirmed_by: null,
      seen_at: null,
      seen_count: 1n,
    },
    nullable: ['confirmed_by', 'lifted_at', 'lifted_by', 'seen_at', 'since'],
    refuses: {
      payment_suspensions_pkey: [{ reason: 'books', since: null }],
      payment_suspensions_one_open: [{ id: 'another' }],
      payment_suspensions_reason_check: [{ id: 'another', reason: 'holiday', since: null }],
      payment_suspensions_since: [{ since: null }, { reason: 'books' }],
      payment_suspensions_seen_count_check: [{ id: 'another', reason: 'books', since: null, seen_count: 0n }],
      payment_suspensions_seen: [{ seen_at: AT }, { reason: 'clock' }],
      payment_suspensions_lifted: [{ lifted_at: LATER }, { lifted_by: 'Ngozi' }, { confirmed_by: 'Ngozi' }],
      payment_suspensions_two_people: [
        ...['Ngozi', 'reconciliation'].map((by) => ({ lifted_at: LATER, lifted_by: by, confirmed_by: 'Obi' })),
        { lifted_at: LATER, lifted_by: 'Ngozi' },
        ...[null, 'Ngozi', 'NGOZI'].map((confirmed_by) => ({
          reason: 'books',
          since: null,
          lifted_at: LATER,
          lifted_by: 'Ngozi',
          confirmed_by,
        })),
        { reason: 'books', since: null, lifted_at: LATER, lifted_by: 'reconciliation' },
        { reason: 'books', since: null, lifted_at: LATER, lifted_by: 'clock' },
        ...[null, 'Ngozi', 'NGOZI'].map((confirmed_by) => ({
          reason: 'clock',
          seen_at: AT,
          lifted_at: LATER,
          lifted_by: 'Ngozi',
          confirmed_by,
        })),
      ],
    },
    triggers: {
      ...neverRemoved('payment_suspensions'),
      payment_suspensions_take_two: takesTwo(
        'payment_suspensions',
        "reason = 'books', since = null, lifted_at = stopped_at, lifted_by = 'Ngozi Eze', confirmed_by = 'Bayo Ade'",
      ),
    },
  },
  book_check: {
    specimen: { only_row: true, checked_at: AT, after_owner: null, round_began_at: AT, round_ended_at: null },
    nullable: ['after_owner', 'round_ended_at'],
    refuses: { book_check_pkey: [{}], book_check_only_row_check: [{ only_row: false }] },
  },
  reconciliation_runs: {
    specimen: {
      id: 'run',
      window_from: AT,
      window_to: AT,
      began_at: AT,
      ended_at: AT,
      lines: 0,
      matched: 0,
      pending: 0,
      exceptions: 0,
      fresh: 0,
      gaps: [],
      reached: [],
      not_ours: 0,
      set_aside: [],
    },
    refuses: {
      reconciliation_runs_pkey: [{}],
      reconciliation_runs_check: [{ window_from: LATER }],
      ...Object.fromEntries(
        ['lines', 'matched', 'pending', 'exceptions', 'fresh', 'not_ours'].map((count) => [
          `reconciliation_runs_${count}_check`,
          [{ [count]: -1 }],
        ]),
      ),
    },
    triggers: { ...appendOnly('reconciliation_runs', 'gaps') },
  },
  reconciliation_exceptions: {
    specimen: {
      provider: 'paystack',
      kind: 'transfer-unknown',
      reference: 'reference',
      number: 1n,
      detail: 'a transfer that we know nothing of',
      ledger_kobo: null,
      provider_kobo: null,
      difference_kobo: null,
      came_late: false,
      found_at: AT,
      seen_at: AT,
      closed_at: null,
      evidence: null,
      closed_by: null,
      confirmed_by: null,
    },
    nullable: ['closed_at', 'closed_by', 'confirmed_by', 'difference_kobo', 'evidence', 'ledger_kobo', 'provider_kobo'],
    refuses: {
      reconciliation_exceptions_pkey: [{ number: 2n }],
      reconciliation_exceptions_number_key: [{ reference: 'another' }],
      reconciliation_exceptions_evidence_check: [
        { ...CLOSED, evidence: word(3) },
        { ...CLOSED, evidence: word(501) },
      ],
      reconciliation_exceptions_closed: [
        ...['closed_at', 'closed_by', 'evidence'].map((missing) => ({ ...CLOSED, [missing]: null })),
        { closed_at: LATER },
        { closed_by: 'Ngozi' },
        { confirmed_by: 'Ngozi' },
      ],
      reconciliation_exceptions_two_people: [
        { ...CLOSED, closed_by: 'Ngozi' },
        { ...CLOSED, closed_by: 'Ngozi', confirmed_by: 'Ngozi' },
        { ...CLOSED, closed_by: 'Ngozi', confirmed_by: 'NGOZI' },
        { ...CLOSED, confirmed_by: 'Reconciliation' },
      ],
      reconciliation_exceptions_sides: [{ ledger_kobo: 5n, provider_kobo: 7n, difference_kobo: -2n }],
      reconciliation_exceptions_came_late: [{ came_late: true }],
    },
    triggers: {
      reconciliation_exceptions_take_two: takesTwo(
        'reconciliation_exceptions',
        "closed_at = found_at, evidence = 'the statement', closed_by = 'Ngozi Eze', confirmed_by = 'Bayo Ade'",
      ),
      reconciliation_exceptions_stay: keeps('reconciliation_exceptions', REMOVED),
      reconciliation_exceptions_no_truncate: keeps('reconciliation_exceptions', EMPTIED),
    },
  },
  reconciliation_run_differences: {
    specimen: {
      run_id: 'run',
      number: 1n,
      detail: 'a transfer that we know nothing of',
      ledger_kobo: null,
      provider_kobo: null,
      difference_kobo: null,
    },
    nullable: ['difference_kobo', 'ledger_kobo', 'provider_kobo'],
    refuses: {
      reconciliation_run_differences_pkey: [{}],
      reconciliation_run_differences_run_id_fkey: [{ run_id: 'another' }],
      reconciliation_run_differences_number_fkey: [{ number: 99n }],
      reconciliation_run_differences_sides: [{ ledger_kobo: 5n, provider_kobo: 7n, difference_kobo: -2n }],
    },
    triggers: { ...appendOnly('reconciliation_run_differences', 'detail') },
  },
  provider_opening_balances: {
    specimen: { provider: 'paystack', own_kobo: 0n, set_at: AT },
    refuses: { provider_opening_balances_pkey: [{}] },
  },
  provider_positions: {
    specimen: { provider: 'paystack', held_kobo: 0n, ledger_kobo: 0n, read_at: AT },
    refuses: { provider_positions_pkey: [{}] },
  },
} satisfies TableProofs
