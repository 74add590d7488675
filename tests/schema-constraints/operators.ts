import { AT, bytes, id, LATER, type TableProofs, word } from './specimen.ts'
import { appendOnly, neverRemoved } from './triggers.ts'

const ENDED = { ended_at: AT, ended_by: 'sign-out' }

export const operators = {
  operators: {
    specimen: {
      id: id('opr'),
      name: 'Ngozi Eze',
      passphrase_hash: '$argon2id$v=19$',
      created_at: AT,
      created_by: null,
      admitted_at: AT,
      revoked_at: null,
      role: 'manager',
      role_since: AT,
    },
    nullable: ['admitted_at', 'created_by', 'revoked_at'],
    refuses: {
      operators_pkey: [{ name: 'Bayo Ade' }],
      operators_name: [{ id: id('opr', 1) }, { id: id('opr', 1), name: 'NGOZI EZE' }],
      operators_id_check: [{ id: 'opr_1', name: 'Bayo Ade' }],
      operators_name_check: ['B', word(81), 'Bayo\nAde', 'Reconciliation'].map((name) => ({ id: id('opr', 1), name })),
      operators_passphrase_hash_check: [{ id: id('opr', 1), name: 'Bayo Ade', passphrase_hash: 'seven herons wait' }],
      operators_role_check: [{ id: id('opr', 1), name: 'Bayo Ade', role: 'owner' }],
      operators_revoked: [{ id: id('opr', 1), admitted_at: null, revoked_at: LATER }],
      operators_created_by_fkey: [{ id: id('opr', 1), name: 'Bayo Ade', created_by: id('opr', 2) }],
    },
    triggers: {
      ...neverRemoved('operators'),
      operators_change: [
        {
          code: 'JO003',
          message: /^an operator keeps who he is/,
          statements: [
            "name = 'Another'",
            'created_at = now()',
            'admitted_at = null',
            'admitted_at = now()',
            'role_since = now()',
          ].map((change) => `update operators set ${change}`),
        },
        {
          code: 'JO005',
          message: /^two operators have to stay/,
          statements: ['update operators set revoked_at = now()'],
        },
        {
          code: 'JO008',
          message: /^a manager has to stay/,
          statements: ["update operators set role = 'support'"],
        },
      ],
    },
  },
  operator_requests: {
    specimen: {
      id: id('orq'),
      act: 'resume-money',
      subject: 'stop',
      content: '{}',
      requested_by: id('opr'),
      requested_at: AT,
      expires_at: LATER,
      confirmed_by: null,
      confirmed_at: null,
      request_evidence: null,
      confirm_evidence: null,
    },
    nullable: ['confirm_evidence', 'confirmed_at', 'confirmed_by', 'request_evidence'],
    refuses: {
      operator_requests_pkey: [{}],
      operator_requests_once: [{ id: id('orq', 1), confirmed_by: id('opr', 1), confirmed_at: AT }],
      operator_requests_id_check: [{ id: 'orq_1' }],
      operator_requests_act_check: [{ id: id('orq', 1), act: 'make-money' }],
      operator_requests_subject_check: [
        { id: id('orq', 1), subject: '' },
        { id: id('orq', 1), subject: word(61) },
      ],
      operator_requests_content_check: [{ id: id('orq', 1), content: '[]' }],
      operator_requests_request_evidence_check: [{ id: id('orq', 1), request_evidence: '[]' }],
      operator_requests_confirm_evidence_check: [{ id: id('orq', 1), confirm_evidence: '"signed"' }],
      operator_requests_two_people: [{ id: id('orq', 1), confirmed_by: id('opr'), confirmed_at: AT }],
      operator_requests_confirmed: [
        { id: id('orq', 1), confirmed_at: AT },
        { id: id('orq', 1), confirmed_by: id('opr', 1) },
      ],
      operator_requests_lifetime: [
        { id: id('orq', 1), expires_at: AT },
        { id: id('orq', 1), expires_at: new Date(LATER.getTime() + 1) },
      ],
      operator_requests_in_time: [
        { id: id('orq', 1), confirmed_by: id('opr', 1), confirmed_at: new Date(AT.getTime() - 1) },
        { id: id('orq', 1), confirmed_by: id('opr', 1), confirmed_at: LATER },
      ],
      operator_requests_requested_by_fkey: [{ id: id('orq', 1), requested_by: id('opr', 2) }],
      operator_requests_confirmed_by_fkey: [{ id: id('orq', 1), confirmed_by: id('opr', 2), confirmed_at: AT }],
    },
    triggers: {
      ...neverRemoved('operator_requests'),
      operator_requests_confirm: [
        {
          code: 'JO001',
          message: /^a request is confirmed once, as it was made/,
          statements: [
            "subject = 'another'",
            'content = \'{"a":1}\'',
            "act = 'add-operator'",
            'requested_at = requested_at',
          ].map((change) => `update operator_requests set ${change}`),
        },
      ],
    },
  },
  operator_proofs: {
    specimen: {
      id: id('opp'),
      operator_id: id('opr'),
      act: 'resume-money',
      subject: 'stop',
      is_right: true,
      at: AT,
    },
    nullable: ['operator_id'],
    refuses: {
      operator_proofs_pkey: [{}],
      operator_proofs_id_check: [{ id: 'opp_1' }],
      operator_proofs_act_check: [
        { id: id('opp', 1), act: '' },
        { id: id('opp', 1), act: 'Show' },
        { id: id('opp', 1), act: word(41) },
      ],
      operator_proofs_subject_check: [
        { id: id('opp', 1), subject: word(61) },
        { id: id('opp', 1), subject: 'a\nb' },
      ],
      operator_proofs_of_somebody: [{ id: id('opp', 1), operator_id: null }],
      operator_proofs_operator_id_fkey: [{ id: id('opp', 1), operator_id: id('opr', 2) }],
    },
    triggers: { ...appendOnly('operator_proofs', 'act') },
  },
  operator_passkeys: {
    specimen: {
      id: id('opk'),
      operator_id: id('opr'),
      credential_id: bytes(16),
      public_key: bytes(77),
      counter: 0n,
      transports: ['internal'],
      backed_up: true,
      name: 'Laptop',
      created_at: AT,
      confirmed_at: null,
      removed_at: null,
      last_used_at: null,
    },
    nullable: ['confirmed_at', 'last_used_at', 'removed_at'],
    refuses: {
      operator_passkeys_pkey: [{ credential_id: bytes(16, 2) }],
      operator_passkeys_credential: [{ id: id('opk', 1) }],
      operator_passkeys_id_check: [{ id: 'opk_1', credential_id: bytes(16, 2) }],
      operator_passkeys_credential_id_check: [bytes(0), bytes(1024)].map((credential_id) => ({
        id: id('opk', 1),
        credential_id,
      })),
      operator_passkeys_public_key_check: [{ public_key: bytes(31) }, { public_key: bytes(1201) }],
      operator_passkeys_counter_check: [{ counter: -1n }, { counter: 4_294_967_296n }],
      operator_passkeys_transports_check: [{ transports: Array(11).fill('usb') }],
      operator_passkeys_name_check: [{ name: '' }, { name: word(41) }, { name: 'my\tkey' }],
      operator_passkeys_operator_id_fkey: [
        { id: id('opk', 1), credential_id: bytes(16, 2), operator_id: id('opr', 2) },
      ],
    },
    triggers: {
      ...neverRemoved('operator_passkeys'),
      operator_passkeys_change: [
        {
          code: 'JO010',
          message: /^a passkey stays what was enrolled/,
          statements: ["name = 'Another'", 'public_key = credential_id || public_key', 'created_at = now()'].map(
            (change) => `update operator_passkeys set ${change}`,
          ),
        },
      ],
    },
  },
  operator_links: {
    specimen: {
      id: id('opl'),
      operator_id: null,
      token_hash: bytes(32),
      made_at: AT,
      expires_at: new Date(AT.getTime() + 1),
      used_at: null,
    },
    nullable: ['operator_id', 'used_at'],
    refuses: {
      operator_links_pkey: [{ token_hash: bytes(32, 2) }],
      operator_links_token: [{ id: id('opl', 1) }],
      operator_links_id_check: [{ id: 'opl_1', token_hash: bytes(32, 2) }],
      operator_links_token_hash_check: [bytes(31), bytes(33)].map((token_hash) => ({ id: id('opl', 1), token_hash })),
      operator_links_lifetime: [AT, new Date(AT.getTime() + 15 * 60_000 + 1)].map((expires_at) => ({
        id: id('opl', 1),
        token_hash: bytes(32, 2),
        expires_at,
      })),
      operator_links_operator_id_fkey: [
        { id: id('opl', 1), token_hash: bytes(32, 2), operator_id: id('opr', 2) },
      ],
    },
  },
  operator_sessions: {
    specimen: {
      id: id('ops'),
      operator_id: id('opr'),
      passkey_id: id('opk'),
      token_hash: bytes(32),
      browser: 'Firefox on Linux',
      created_at: AT,
      touched_at: AT,
      locked_at: null,
      ended_at: null,
      ended_by: null,
    },
    nullable: ['browser', 'ended_at', 'ended_by', 'locked_at'],
    refuses: {
      operator_sessions_pkey: [{ token_hash: bytes(32, 2), ...ENDED }],
      operator_sessions_token: [{ id: id('ops', 1), ...ENDED }],
      operator_sessions_one: [{ id: id('ops', 1), token_hash: bytes(32, 2) }],
      operator_sessions_id_check: [{ id: 'ops_1', token_hash: bytes(32, 2), ...ENDED }],
      operator_sessions_token_hash_check: [bytes(31), bytes(33)].map((token_hash) => ({
        id: id('ops', 1),
        token_hash,
        ...ENDED,
      })),
      operator_sessions_browser_check: ['', word(41), 'Ćhrome'].map((browser) => ({
        id: id('ops', 1),
        token_hash: bytes(32, 2),
        ...ENDED,
        browser,
      })),
      operator_sessions_ended_by_check: [
        { id: id('ops', 1), token_hash: bytes(32, 2), ...ENDED, ended_by: 'magic' },
      ],
      operator_sessions_ended: [
        { id: id('ops', 1), token_hash: bytes(32, 2), ended_at: AT },
      ],
      operator_sessions_operator_id_fkey: [
        { id: id('ops', 1), token_hash: bytes(32, 2), operator_id: id('opr', 2) },
      ],
      operator_sessions_passkey_id_fkey: [
        { id: id('ops', 1), token_hash: bytes(32, 2), ...ENDED, passkey_id: id('opk', 2) },
      ],
    },
  },
  operator_challenges: {
    specimen: { challenge: word(86), expires_at: AT },
    refuses: {
      operator_challenges_pkey: [{}],
      operator_challenges_challenge_check: [{ challenge: word(85) }, { challenge: word(87) }],
    },
  },
  operator_audit: {
    specimen: {
      number: 1n,
      at: AT,
      operator_id: id('opr'),
      role: 'manager',
      session_id: id('ops'),
      act: 'sign-in',
      subject: null,
      reason: null,
      before: null,
      after: '{}',
      request_id: 'AbC-12_x',
      hash: bytes(32),
    },
    nullable: ['after', 'before', 'operator_id', 'reason', 'request_id', 'role', 'session_id', 'subject'],
    refuses: {
      operator_audit_pkey: [{}],
      operator_audit_number_check: [{ number: 0n }],
      operator_audit_role_check: [{ number: 2n, role: 'owner' }],
      operator_audit_session_id_check: [{ number: 2n, session_id: 'ops_1' }],
      operator_audit_act_check: ['', 'Look', word(41)].map((act) => ({ number: 2n, act })),
      operator_audit_subject_check: ['', word(61), 'a\nb'].map((subject) => ({ number: 2n, subject })),
      operator_audit_reason_check: ['', word(301), 'a\nb'].map((reason) => ({ number: 2n, reason })),
      operator_audit_before_check: ['{', word(2001), '{\n}'].map((before) => ({ number: 2n, before })),
      operator_audit_after_check: ['{', word(2001), '{\n}'].map((after) => ({ number: 2n, after })),
      operator_audit_request_id_check: ['', word(41), 'a b'].map((request_id) => ({ number: 2n, request_id })),
      operator_audit_hash_check: [bytes(31), bytes(33)].map((hash) => ({ number: 2n, hash })),
      operator_audit_role: [
        { number: 2n, role: null },
        { number: 2n, operator_id: null, session_id: null },
      ],
      operator_audit_session: [{ number: 2n, operator_id: null, role: null }],
      operator_audit_operator_id_fkey: [{ number: 2n, operator_id: id('opr', 2) }],
    },
    triggers: {
      ...appendOnly('operator_audit', 'act'),
      operator_audit_chain: [],
    },
  },
  operator_audit_head: {
    specimen: { one_row: true, number: 1n, hash: bytes(32) },
    refuses: {
      operator_audit_head_pkey: [{}],
      operator_audit_head_one_row: [{ one_row: false }],
      operator_audit_head_number_check: [{ number: 0n }],
      operator_audit_head_hash_check: [{ hash: bytes(31) }, { hash: bytes(33) }],
    },
    triggers: { ...neverRemoved('operator_audit_head') },
  },
} satisfies TableProofs
