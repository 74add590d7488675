import { AT, id, LATER, type TableProofs, word } from './specimen.ts'
import { appendOnly, neverRemoved } from './triggers.ts'

const SECOND = id('opr', 9)

/** The agreement of two operators. */
const agreed = (act: string, subject: string, number: number) => [
  {
    table: 'operator_requests',
    row: { id: id('orq', number), act, subject, confirmed_by: SECOND, confirmed_at: AT },
  },
]
const URL_TOO_LONG = `https://${word(493)}`
const AFTER = new Date(AT.getTime() + 1)
const BEFORE = new Date(AT.getTime() - 1)
/** One millisecond after the longest possible duration. */
const TOO_LATE = new Date(LATER.getTime() + 1)
const other = (row: object) => ({ id: id('chv', 1), number: 2, ...row })
const isAddress = (column: string) => [
  other({ [column]: 'http://jara.ng/' }),
  other({ [column]: 'https://jara.ng/ x' }),
  other({ [column]: URL_TOO_LONG }),
]

export const settings = {
  bank_notices: {
    besides: [
      { table: 'operators', row: { id: SECOND, name: 'Zainab Sule', admitted_at: null } },
      ...agreed('set-bank-notice', id('bkn'), 8),
    ],
    specimen: {
      id: id('bkn'),
      bank: 'OPay',
      meaning: 'Transfers are late.',
      source: 'Jara support',
      starts_at: AT,
      expires_at: LATER,
      set_at: AT,
      set_by: 'Ngozi Eze',
      confirmed_by: 'Zainab Sule',
      ended_at: null,
      ended_by: null,
      end_confirmed_by: null,
    },
    nullable: ['end_confirmed_by', 'ended_at', 'ended_by'],
    refuses: {
      bank_notices_pkey: [{}],
      bank_notices_id_check: [{ id: 'bkn_1' }],
      bank_notices_bank_check: ['B', word(101), 'O\nPay'].map((bank) => ({ id: id('bkn', 1), bank })),
      bank_notices_meaning_check: ['Late.', word(301), 'It is\nlate today.'].map((meaning) => ({
        id: id('bkn', 1),
        meaning,
      })),
      bank_notices_source_check: ['A', word(101), 'Ja\tra'].map((source) => ({ id: id('bkn', 1), source })),
      bank_notices_two_people: [{ id: id('bkn', 1), confirmed_by: 'NGOZI EZE' }],
      bank_notices_span: [
        { id: id('bkn', 1), starts_at: BEFORE, expires_at: AFTER },
        { id: id('bkn', 1), expires_at: AT },
        { id: id('bkn', 1), expires_at: TOO_LATE },
      ],
      bank_notices_ended: [
        { id: id('bkn', 1), ended_at: AFTER },
        { id: id('bkn', 1), ended_at: AFTER, ended_by: 'Ngozi Eze' },
        { id: id('bkn', 1), ended_by: 'Ngozi Eze', end_confirmed_by: 'Zainab Sule' },
      ],
      bank_notices_ended_in_time: [BEFORE, LATER].map((ended_at) => ({
        id: id('bkn', 1),
        ended_at,
        ended_by: 'Ngozi Eze',
        end_confirmed_by: 'Zainab Sule',
      })),
      bank_notices_end_two_people: [
        { id: id('bkn', 1), ended_at: AFTER, ended_by: 'Ngozi Eze', end_confirmed_by: 'ngozi eze' },
      ],
    },
    triggers: {
      ...neverRemoved('bank_notices'),
      bank_notices_fixed: [
        {
          code: 'JO020',
          message: /^a bank notice stays what was agreed to, and ends once/,
          statements: [
            "meaning = 'All is well again.'",
            "expires_at = expires_at - interval '1 hour'",
            'bank = bank',
          ].map((change) => `update bank_notices set ${change}`),
        },
      ],
      bank_notices_take_two: [
        {
          code: 'JO006',
          message: /^bank_notices takes what two operators agreed to/,
          statements: [
            `insert into bank_notices (id, bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by)
             select '${id('bkn', 1)}', bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by from bank_notices`,
          ],
        },
      ],
      bank_notices_end_takes_two: [
        {
          code: 'JO006',
          message: /^bank_notices takes what two operators agreed to/,
          statements: ['update bank_notices set ended_at = set_at, ended_by = set_by, end_confirmed_by = confirmed_by'],
        },
      ],
    },
  },
  kind_pauses: {
    besides: agreed('pause-kind', id('pau'), 11),
    specimen: {
      id: id('pau'),
      kind: 'airtime',
      service: 'mtn',
      service_name: 'MTN',
      reason: 'The network does not answer.',
      set_at: AT,
      ends_at: LATER,
      set_by: 'Ngozi Eze',
      confirmed_by: 'Zainab Sule',
      lifted_at: null,
      lifted_by: null,
      lift_confirmed_by: null,
    },
    nullable: ['lift_confirmed_by', 'lifted_at', 'lifted_by', 'service', 'service_name'],
    refuses: {
      kind_pauses_pkey: [{}],
      kind_pauses_id_check: [{ id: 'pau_1' }],
      kind_pauses_kind_check: [{ id: id('pau', 1), kind: 'gift' }],
      kind_pauses_service_check: [{ id: id('pau', 1), service: 'm n' }],
      kind_pauses_service_name_check: ['', word(101), 'M\nTN'].map((service_name) => ({
        id: id('pau', 1),
        service_name,
      })),
      kind_pauses_reason_check: ['Down.', word(301), 'It is\ndown today.'].map((reason) => ({
        id: id('pau', 1),
        reason,
      })),
      kind_pauses_service: [
        { id: id('pau', 1), service: null },
        { id: id('pau', 1), service_name: null },
        { id: id('pau', 1), kind: 'bpc' },
      ],
      kind_pauses_two_people: [{ id: id('pau', 1), confirmed_by: 'NGOZI EZE' }],
      kind_pauses_span: [
        { id: id('pau', 1), ends_at: AT },
        { id: id('pau', 1), ends_at: TOO_LATE },
      ],
      kind_pauses_lifted: [
        { id: id('pau', 1), lifted_at: AFTER },
        { id: id('pau', 1), lifted_at: AFTER, lifted_by: 'Ngozi Eze' },
        { id: id('pau', 1), lifted_by: 'Ngozi Eze', lift_confirmed_by: 'Zainab Sule' },
      ],
      kind_pauses_lifted_in_time: [BEFORE, LATER].map((lifted_at) => ({
        id: id('pau', 1),
        lifted_at,
        lifted_by: 'Ngozi Eze',
        lift_confirmed_by: 'Zainab Sule',
      })),
      kind_pauses_lift_two_people: [
        { id: id('pau', 1), lifted_at: AFTER, lifted_by: 'Ngozi Eze', lift_confirmed_by: 'ngozi eze' },
      ],
    },
    triggers: {
      ...neverRemoved('kind_pauses'),
      kind_pauses_fixed: [
        {
          code: 'JO023',
          message: /^a pause stays what was agreed to, and is lifted once/,
          statements: ["reason = 'All is well again.'", "ends_at = ends_at - interval '1 hour'", 'kind = kind'].map(
            (change) => `update kind_pauses set ${change}`,
          ),
        },
      ],
      kind_pauses_take_two: [
        {
          code: 'JO006',
          message: /^kind_pauses takes what two operators agreed to/,
          statements: [
            `insert into kind_pauses (id, kind, reason, set_at, ends_at, set_by, confirmed_by)
             select '${id('pau', 1)}', kind, reason, set_at, ends_at, set_by, confirmed_by from kind_pauses`,
          ],
        },
      ],
      kind_pauses_lift_takes_two: [
        {
          code: 'JO006',
          message: /^kind_pauses takes what two operators agreed to/,
          statements: [
            'update kind_pauses set lifted_at = set_at, lifted_by = set_by, lift_confirmed_by = confirmed_by',
          ],
        },
      ],
    },
  },
  channel_versions: {
    besides: agreed('set-channels', id('chv'), 9),
    specimen: {
      id: id('chv'),
      number: 1,
      starts_at: AT,
      support_email: 'help@jara.ng',
      support_telegram: null,
      support_whatsapp: null,
      support_live_chat: null,
      support_always: true,
      community_chat: null,
      community_telegram: null,
      community_whatsapp: null,
      set_at: AT,
      set_by: 'Ngozi Eze',
      confirmed_by: 'Zainab Sule',
    },
    nullable: [
      'community_chat',
      'community_telegram',
      'community_whatsapp',
      'support_email',
      'support_live_chat',
      'support_telegram',
      'support_whatsapp',
    ],
    refuses: {
      channel_versions_pkey: [{ number: 2 }],
      channel_versions_number: [{ id: id('chv', 1) }],
      channel_versions_id_check: [other({ id: 'chv_1' })],
      channel_versions_number_check: [other({ number: 0 })],
      channel_versions_support_email_check: [other({ support_email: 'a@' }), other({ support_email: word(255) })],
      channel_versions_support_telegram_check: isAddress('support_telegram'),
      channel_versions_support_whatsapp_check: isAddress('support_whatsapp'),
      channel_versions_support_live_chat_check: isAddress('support_live_chat'),
      channel_versions_community_chat_check: isAddress('community_chat'),
      channel_versions_community_telegram_check: isAddress('community_telegram'),
      channel_versions_community_whatsapp_check: isAddress('community_whatsapp'),
      channel_versions_two_people: [other({ confirmed_by: 'NGOZI EZE' })],
      channel_versions_start: [other({ starts_at: BEFORE })],
      channel_versions_always: [other({ support_email: null })],
    },
    triggers: {
      ...appendOnly('channel_versions', 'support_email'),
      channel_versions_take_two: [
        {
          code: 'JO006',
          message: /^channel_versions takes what two operators agreed to/,
          statements: [
            `insert into channel_versions (id, number, starts_at, support_always, set_at, set_by, confirmed_by)
             select '${id('chv', 1)}', 2, starts_at, false, set_at, set_by, confirmed_by from channel_versions`,
          ],
        },
      ],
    },
  },
  price_versions: {
    besides: agreed('set-prices', id('prv'), 10),
    specimen: {
      id: id('prv'),
      number: 1,
      starts_at: AT,
      list: '{"discounts":{},"commissions":{},"transferFees":{}}',
      set_at: AT,
      set_by: 'Ngozi Eze',
      confirmed_by: 'Zainab Sule',
    },
    refuses: {
      price_versions_pkey: [{ number: 2 }],
      price_versions_number: [{ id: id('prv', 1) }],
      price_versions_id_check: [{ id: 'prv_1', number: 2 }],
      price_versions_number_check: [{ id: id('prv', 1), number: 0 }],
      price_versions_list_check: ['[]', '{"discounts":{},"commissions":{}}'].map((list) => ({
        id: id('prv', 1),
        number: 2,
        list,
      })),
      price_versions_two_people: [{ id: id('prv', 1), number: 2, confirmed_by: 'NGOZI EZE' }],
      price_versions_start: [{ id: id('prv', 1), number: 2, starts_at: BEFORE }],
    },
    triggers: {
      ...appendOnly('price_versions', 'list'),
      price_versions_take_two: [
        {
          code: 'JO006',
          message: /^price_versions takes what two operators agreed to/,
          statements: [
            `insert into price_versions (id, number, starts_at, list, set_at, set_by, confirmed_by)
             select '${id('prv', 1)}', 2, starts_at, list, set_at, set_by, confirmed_by from price_versions`,
          ],
        },
      ],
    },
  },
} as const satisfies TableProofs
