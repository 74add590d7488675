import { AT, id, LATER, type Row, type TableProofs, word } from './specimen.ts'
import { appendOnly, neverRemoved, type Refused, takesTwo, takesTwoToAdd } from './triggers.ts'

const SECOND = id('opr', 9)

/** An agreement of two operators. */
export const agreed = (act: string, subject: string, number: number) => [
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
/** Another row of a table of versions or of settings that end. */
export const otherVersion = (prefix: string) => (row: Row) => ({ id: id(prefix, 1), number: 2, ...row })
const another = (prefix: string) => (row: Row) => ({ id: id(prefix, 1), ...row })
const [channels, prices, limits] = [otherVersion('chv'), otherVersion('prv'), otherVersion('lmv')]
const [notice, pause] = [another('bkn'), another('pau')]
const isAddress = (column: string) => [
  channels({ [column]: 'http://jara.ng/' }),
  channels({ [column]: 'https://jara.ng/ x' }),
  channels({ [column]: URL_TOO_LONG }),
]

/** Refusals of rows that two operators end early: both names or neither, within its time, and two different people. */
function endedByTwo(of: { table: string; end: string; ended: string; row: (row: Row) => Row }): Record<string, Row[]> {
  const { table, end, ended, row } = of
  const by = { [`${ended}_by`]: 'Ngozi Eze', [`${end}_confirmed_by`]: 'Zainab Sule' }
  const at = { [`${ended}_at`]: AFTER }
  return {
    [`${table}_${ended}`]: [row(at), row({ ...at, [`${ended}_by`]: 'Ngozi Eze' }), row(by)],
    [`${table}_${ended}_in_time`]: [BEFORE, LATER].map((when) => row({ ...by, [`${ended}_at`]: when })),
    [`${table}_${end}_two_people`]: [row({ ...by, ...at, [`${end}_confirmed_by`]: 'ngozi eze' })],
  }
}

/** Changes to an agreement that the table refuses with this error. */
const fixed = (table: string, of: { code: string; message: RegExp; changes: readonly string[] }): Refused[] => [
  { code: of.code, message: of.message, statements: of.changes.map((change) => `update ${table} set ${change}`) },
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
      bank_notices_bank_check: ['B', word(101), 'O\nPay'].map((bank) => notice({ bank })),
      bank_notices_meaning_check: ['Late.', word(301), 'It is\nlate today.'].map((meaning) => notice({ meaning })),
      bank_notices_source_check: ['A', word(101), 'Ja\tra'].map((source) => notice({ source })),
      bank_notices_two_people: [notice({ confirmed_by: 'NGOZI EZE' })],
      bank_notices_span: [
        notice({ starts_at: BEFORE, expires_at: AFTER }),
        notice({ expires_at: AT }),
        notice({ expires_at: TOO_LATE }),
      ],
      ...endedByTwo({ table: 'bank_notices', end: 'end', ended: 'ended', row: notice }),
    },
    triggers: {
      ...neverRemoved('bank_notices'),
      bank_notices_fixed: fixed('bank_notices', {
        code: 'JO020',
        message: /^a bank notice stays what was agreed to, and ends once/,
        changes: ["meaning = 'All is well again.'", "expires_at = expires_at - interval '1 hour'", 'bank = bank'],
      }),
      bank_notices_take_two: takesTwoToAdd('bank_notices', {
        id: id('bkn', 1),
        columns: 'bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by',
      }),
      bank_notices_end_takes_two: takesTwo(
        'bank_notices',
        'ended_at = set_at, ended_by = set_by, end_confirmed_by = confirmed_by',
      ),
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
      kind_pauses_kind_check: [pause({ kind: 'gift' })],
      kind_pauses_service_check: [pause({ service: 'm n' })],
      kind_pauses_service_name_check: ['', word(101), 'M\nTN'].map((service_name) => pause({ service_name })),
      kind_pauses_reason_check: ['Down.', word(301), 'It is\ndown today.'].map((reason) => pause({ reason })),
      kind_pauses_service: [pause({ service: null }), pause({ service_name: null }), pause({ kind: 'bpc' })],
      kind_pauses_two_people: [pause({ confirmed_by: 'NGOZI EZE' })],
      kind_pauses_span: [pause({ ends_at: AT }), pause({ ends_at: TOO_LATE })],
      ...endedByTwo({ table: 'kind_pauses', end: 'lift', ended: 'lifted', row: pause }),
    },
    triggers: {
      ...neverRemoved('kind_pauses'),
      kind_pauses_fixed: fixed('kind_pauses', {
        code: 'JO023',
        message: /^a pause stays what was agreed to, and is lifted once/,
        changes: ["reason = 'All is well again.'", "ends_at = ends_at - interval '1 hour'", 'kind = kind'],
      }),
      kind_pauses_take_two: takesTwoToAdd('kind_pauses', {
        id: id('pau', 1),
        columns: 'kind, reason, set_at, ends_at, set_by, confirmed_by',
      }),
      kind_pauses_lift_takes_two: takesTwo(
        'kind_pauses',
        'lifted_at = set_at, lifted_by = set_by, lift_confirmed_by = confirmed_by',
      ),
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
      channel_versions_id_check: [channels({ id: 'chv_1' })],
      channel_versions_number_check: [channels({ number: 0 })],
      channel_versions_support_email_check: [channels({ support_email: 'a@' }), channels({ support_email: word(255) })],
      channel_versions_support_telegram_check: isAddress('support_telegram'),
      channel_versions_support_whatsapp_check: isAddress('support_whatsapp'),
      channel_versions_support_live_chat_check: isAddress('support_live_chat'),
      channel_versions_community_chat_check: isAddress('community_chat'),
      channel_versions_community_telegram_check: isAddress('community_telegram'),
      channel_versions_community_whatsapp_check: isAddress('community_whatsapp'),
      channel_versions_two_people: [channels({ confirmed_by: 'NGOZI EZE' })],
      channel_versions_start: [channels({ starts_at: BEFORE })],
      channel_versions_always: [channels({ support_email: null })],
    },
    triggers: {
      ...appendOnly('channel_versions', 'support_email'),
      channel_versions_take_two: takesTwoToAdd('channel_versions', {
        id: id('chv', 1),
        columns: 'starts_at, set_at, set_by, confirmed_by',
        others: { number: '2', support_always: 'false' },
      }),
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
      price_versions_id_check: [prices({ id: 'prv_1' })],
      price_versions_number_check: [prices({ number: 0 })],
      price_versions_list_check: ['[]', '{"discounts":{},"commissions":{}}'].map((list) => prices({ list })),
      price_versions_two_people: [prices({ confirmed_by: 'NGOZI EZE' })],
      price_versions_start: [prices({ starts_at: BEFORE })],
    },
    triggers: {
      ...appendOnly('price_versions', 'list'),
      price_versions_take_two: takesTwoToAdd('price_versions', {
        id: id('prv', 1),
        columns: 'starts_at, list, set_at, set_by, confirmed_by',
        others: { number: '2' },
      }),
    },
  },
  limit_versions: {
    besides: agreed('set-limits', id('lmv'), 44),
    specimen: {
      id: id('lmv'),
      number: 1,
      starts_at: AT,
      daily_kobo: 30_000_000n,
      per_bpc_kobo: 20_000_000n,
      max_kobo: 200_000_000n,
      set_at: AT,
      set_by: 'Ngozi Eze',
      confirmed_by: 'Zainab Sule',
    },
    refuses: {
      limit_versions_pkey: [{ number: 2 }],
      limit_versions_number: [{ id: id('lmv', 1) }],
      limit_versions_id_check: [limits({ id: 'lmv_1' })],
      limit_versions_number_check: [limits({ number: 0 })],
      limit_versions_daily_kobo_check: [9_900n, 30_000_001n].map((kobo) => limits({ daily_kobo: kobo })),
      limit_versions_per_bpc_kobo_check: [9_900n, 20_000_001n].map((kobo) => limits({ per_bpc_kobo: kobo })),
      limit_versions_max_kobo_check: [500_000_100n, 200_000_001n].map((kobo) => limits({ max_kobo: kobo })),
      limit_versions_order: [limits({ max_kobo: 49_999_900n })],
      limit_versions_two_people: [limits({ confirmed_by: 'NGOZI EZE' })],
      limit_versions_start: [limits({ starts_at: BEFORE })],
    },
    triggers: {
      ...appendOnly('limit_versions', 'max_kobo'),
      limit_versions_take_two: takesTwoToAdd('limit_versions', {
        id: id('lmv', 1),
        columns: 'starts_at, daily_kobo, per_bpc_kobo, max_kobo, set_at, set_by, confirmed_by',
        others: { number: '2' },
      }),
    },
  },
} as const satisfies TableProofs
