import { AT, bytes, id, LATER, MINE, type TableProofs, word } from './specimen.ts'
import { appendOnly, neverRemoved } from './triggers.ts'

/** A second report by the same visitor. */
const OF_VISITOR = { id: id('cas', 2), user_id: null, visitor_id: id('vis'), transaction_id: null }

/** The specimen's picture before it was sent, and another one. */
const UNSENT = { case_id: null, seq: null, ordinal: null }
const ANOTHER_PICTURE = { ...UNSENT, id: id('pic', 1) }

export const support = {
  visitors: {
    specimen: { id: id('vis'), email: 'obi@example.ng', pass_hash: bytes(32), pass_expires_at: LATER, created_at: AT },
    nullable: ['pass_expires_at', 'pass_hash'],
    refuses: {
      visitors_pkey: [{ email: 'ada@example.ng', pass_hash: bytes(32, 2) }],
      visitors_email: [{ id: id('vis', 1), pass_hash: bytes(32, 2) }],
      visitors_pass_hash: [{ id: id('vis', 1), email: 'ada@example.ng' }],
      visitors_id_check: [{ id: 'vis_1' }],
      visitors_email_check: [
        { email: 'a@' },
        { email: word(255) },
        { email: 'Ada@example.ng' },
        { email: 'a da@b.ng' },
      ],
      visitors_pass_hash_check: [{ pass_hash: bytes(31) }, { pass_hash: bytes(33) }],
      visitors_pass: [{ pass_hash: null }, { pass_expires_at: null }],
    },
  },
  cases: {
    specimen: {
      ...MINE,
      id: id('cas'),
      visitor_id: null,
      tracking_number: 'JR-0000-0000',
      request_key: word(16),
      topic: 'payment',
      transaction_id: id('txn'),
      status: 'received',
      status_at: AT,
      created_at: AT,
      answer_by: AT,
    },
    // Either a person's or a visitor's: cases_reporter.
    nullable: ['answer_by', 'transaction_id', 'user_id', 'visitor_id'],
    refuses: {
      cases_pkey: [
        { user_id: id('usr', 1), transaction_id: null, tracking_number: 'JR-0000-0001', request_key: word(17) },
      ],
      cases_of_user: [{ tracking_number: 'JR-0000-0001', request_key: word(17) }],
      cases_of_visitor: [{ ...OF_VISITOR, tracking_number: 'JR-0000-0002' }],
      cases_reporter: [
        { user_id: null, transaction_id: null },
        { visitor_id: id('vis'), transaction_id: null },
      ],
      cases_visitor_payment: [{ user_id: null, visitor_id: id('vis') }],
      cases_visitor_id_fkey: [{ ...OF_VISITOR, visitor_id: id('vis', 1), tracking_number: 'JR-0000-0002' }],
      cases_once: [{ id: id('cas', 1), tracking_number: 'JR-0000-0001' }],
      cases_tracking_number: [{ id: id('cas', 1), request_key: word(17) }],
      cases_id_check: [{ id: 'cas_1' }],
      cases_tracking_number_check: [{ tracking_number: 'JR-0000-000O' }, { tracking_number: 'jr-0000-0000' }],
      cases_request_key_check: [{ request_key: word(15) }, { request_key: word(65) }, { request_key: `${word(16)}.` }],
      cases_topic_check: [{ topic: 'weather' }],
      cases_status_check: [{ status: 'forgotten' }],
      cases_answer_by: [{ answer_by: null }, { status: 'in_progress', answer_by: null }, { status: 'closed' }],
      cases_user_id_fkey: [
        {
          user_id: id('usr', 1),
          id: id('cas', 1),
          transaction_id: null,
          tracking_number: 'JR-0000-0001',
          request_key: word(17),
        },
      ],
      cases_user_id_transaction_id_fkey: [
        { id: id('cas', 1), tracking_number: 'JR-0000-0001', request_key: word(17), transaction_id: id('txn', 1) },
      ],
    },
    triggers: {
      ...neverRemoved('cases'),
      cases_move: [
        {
          code: 'JC001',
          message: /^a report that is received cannot become/,
          statements: ['received', 'answered', 'closed'].map((to) => `update cases set status = '${to}'`),
        },
        {
          code: 'JC002',
          message: /^a report keeps everything but its status and deadline/,
          statements: [
            "update cases set status = 'in_progress', topic = 'fraud'",
            "update cases set status = 'in_progress', created_at = now()",
            "update cases set answer_by = now(), topic = 'fraud'",
          ],
        },
      ],
    },
  },
  case_messages: {
    specimen: {
      ...MINE,
      case_id: id('cas'),
      seq: 1,
      author: 'you',
      operator: null,
      request_key: word(16),
      text: 'Hello',
      at: AT,
      pictures: 1,
    },
    nullable: ['operator', 'request_key', 'user_id'],
    refuses: {
      case_messages_pkey: [{ request_key: word(17) }],
      case_messages_once: [{ seq: 2 }],
      case_messages_seq_check: [{ seq: 0 }],
      case_messages_author_check: [{ author: 'bot' }],
      case_messages_author: [{ author: 'support' }, { operator: 'Ngozi' }],
      case_messages_operator_check: [
        { author: 'support', operator: 'N' },
        { author: 'support', operator: word(81) },
        { author: 'support', operator: 'N\tO' },
      ],
      case_messages_request_key_check: [{ request_key: word(15) }, { request_key: word(65) }],
      case_messages_pictures_check: [{ pictures: -1 }, { pictures: 4 }],
      case_messages_text_check: [{ text: 'a' }, { text: word(2001) }, { text: 'bell \u0007' }],
      case_messages_case_id_fkey: [{ user_id: null, case_id: id('cas', 1) }],
      case_messages_user_id_case_id_fkey: [{ user_id: id('usr', 1), seq: 2, request_key: word(17) }],
    },
    triggers: { ...appendOnly('case_messages', 'text') },
  },
  case_pictures: {
    specimen: {
      ...MINE,
      id: id('pic'),
      operator_id: null,
      case_id: id('cas'),
      seq: 1,
      ordinal: 0,
      width: 2_000,
      height: 1,
      image: Buffer.from('RIFF........'),
      created_at: AT,
    },
    nullable: ['case_id', 'operator_id', 'ordinal', 'seq'],
    refuses: {
      case_pictures_pkey: [UNSENT],
      case_pictures_ordinal: [{ id: id('pic', 1) }],
      case_pictures_id_check: [{ ...UNSENT, id: 'pic_1' }],
      case_pictures_ordinal_check: [
        { id: id('pic', 1), ordinal: -1 },
        { id: id('pic', 1), ordinal: 3 },
      ],
      case_pictures_width_check: [
        { ...ANOTHER_PICTURE, width: 0 },
        { ...ANOTHER_PICTURE, width: 2_001 },
      ],
      case_pictures_height_check: [
        { ...ANOTHER_PICTURE, height: 0 },
        { ...ANOTHER_PICTURE, height: 2_001 },
      ],
      case_pictures_image_check: [
        { ...ANOTHER_PICTURE, image: Buffer.from('RIFF.......') },
        { ...ANOTHER_PICTURE, image: Buffer.from('<svg........') },
        { ...ANOTHER_PICTURE, image: Buffer.concat([Buffer.from('RIFF'), bytes(1_048_573)]) },
      ],
      case_pictures_sent: [
        { id: id('pic', 1), seq: null },
        { id: id('pic', 1), ordinal: null },
        { id: id('pic', 1), case_id: null, ordinal: 1 },
      ],
      case_pictures_by: [{ ...ANOTHER_PICTURE, operator_id: id('opr') }],
      case_pictures_user_id_fkey: [{ ...ANOTHER_PICTURE, user_id: id('usr', 1) }],
      case_pictures_user_id_case_id_fkey: [{ ...ANOTHER_PICTURE, case_id: id('cas', 1) }],
      case_pictures_case_id_seq_fkey: [{ id: id('pic', 1), seq: 2 }],
      case_pictures_operator_id_fkey: [{ id: id('pic', 1), ordinal: 1, operator_id: id('opr', 2) }],
    },
    triggers: {
      case_pictures_send: [
        {
          code: 'JC004',
          message: /^a picture is sent once/,
          statements: [
            'update case_pictures set ordinal = 1',
            'update case_pictures set seq = null, ordinal = null',
            'update case_pictures set image = image',
          ],
        },
      ],
    },
  },
  case_pauses: {
    specimen: { ...MINE, case_id: id('cas'), seq: 1, from_at: AT, until_at: null, ended_by: null },
    nullable: ['ended_by', 'until_at', 'user_id'],
    refuses: {
      case_pauses_pkey: [{ until_at: AT, ended_by: 'you' }],
      case_pauses_open: [{ seq: 2 }],
      case_pauses_seq_check: [{ seq: 0 }],
      case_pauses_ended_by_check: [{ seq: 2, until_at: AT, ended_by: 'bot' }],
      case_pauses_forward: [{ seq: 2, until_at: '2020-01-01T00:00:00Z', ended_by: 'you' }],
      case_pauses_ended: [
        { seq: 2, until_at: AT },
        { seq: 2, ended_by: 'you' },
      ],
      case_pauses_case_id_fkey: [{ user_id: null, case_id: id('cas', 1) }],
      case_pauses_user_id_case_id_fkey: [{ user_id: id('usr', 1), seq: 2, until_at: AT, ended_by: 'you' }],
    },
    triggers: {
      ...neverRemoved('case_pauses'),
      case_pauses_end: [
        {
          code: 'JC003',
          message: /^a pause ends once, as it began/,
          statements: [
            "update case_pauses set from_at = from_at - interval '1 hour'",
            "update case_pauses set until_at = now(), ended_by = 'you', seq = 2",
          ],
        },
      ],
    },
  },
  case_actions: {
    specimen: {
      ...MINE,
      case_id: id('cas'),
      seq: 1,
      action: 'show',
      operator: 'Ngozi',
      at: AT,
      operator_id: id('opr'),
    },
    // From before operators proved their names.
    nullable: ['operator_id', 'user_id'],
    refuses: {
      case_actions_pkey: [{}],
      case_actions_seq_check: [{ seq: 0 }],
      case_actions_action_check: [{ action: 'delete' }],
      case_actions_operator_check: [{ operator: 'N' }, { operator: word(81) }, { operator: 'N\tO' }],
      case_actions_case_id_fkey: [{ user_id: null, case_id: id('cas', 1) }],
      case_actions_user_id_case_id_fkey: [{ user_id: id('usr', 1), seq: 2 }],
      case_actions_operator_id_fkey: [{ seq: 2, operator_id: id('opr', 2) }],
    },
    triggers: { ...appendOnly('case_actions', 'operator') },
  },
} satisfies TableProofs
