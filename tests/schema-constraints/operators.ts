import { AT, id, LATER, type TableProofs, word } from './specimen.ts'
import { appendOnly, neverRemoved } from './triggers.ts'

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
    },
    nullable: ['admitted_at', 'created_by', 'revoked_at'],
    refuses: {
      operators_pkey: [{ name: 'Bayo Ade' }],
      operators_name: [{ id: id('opr', 1) }, { id: id('opr', 1), name: 'NGOZI EZE' }],
      operators_id_check: [{ id: 'opr_1', name: 'Bayo Ade' }],
      operators_name_check: ['B', word(81), 'Bayo\nAde', 'Reconciliation'].map((name) => ({ id: id('opr', 1), name })),
      operators_passphrase_hash_check: [{ id: id('opr', 1), name: 'Bayo Ade', passphrase_hash: 'seven herons wait' }],
      operators_revoked: [{ id: id('opr', 1), admitted_at: null, revoked_at: LATER }],
      operators_created_by_fkey: [{ id: id('opr', 1), name: 'Bayo Ade', created_by: id('opr', 2) }],
    },
    triggers: {
      ...neverRemoved('operators'),
      operators_change: [
        {
          code: 'JO003',
          message: /^an operator keeps who he is/,
          statements: ["name = 'Another'", 'created_at = now()', 'admitted_at = null', 'admitted_at = now()'].map(
            (change) => `update operators set ${change}`,
          ),
        },
        {
          code: 'JO005',
          message: /^two operators have to stay/,
          statements: ['update operators set revoked_at = now()'],
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
    },
    nullable: ['confirmed_at', 'confirmed_by'],
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
} satisfies TableProofs
