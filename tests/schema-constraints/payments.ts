import { PRICED, pricesOf } from './prices.ts'
import { AT, id, LATER, MINE, type TableProofs, word } from './specimen.ts'
import { changed } from './triggers.ts'

export const payments = {
  beneficiaries: {
    specimen: {
      ...MINE,
      id: id('ben'),
      kind: 'phone',
      key: '08031234567',
      name: 'Mama Chidi',
      details: '{}',
      last_used_at: AT,
    },
    nullable: ['name'],
    refuses: {
      beneficiaries_pkey: [{ key: '08031234568' }],
      beneficiaries_once: [{ id: id('ben', 1) }],
      beneficiaries_kind_check: [{ kind: 'wallet', name: null }],
      beneficiaries_name_check: [{ name: '' }, { name: word(81) }, { name: 'Mama\nChidi' }],
      beneficiaries_named: [{ kind: 'bank' }],
    },
  },
  customers: {
    specimen: {
      ...MINE,
      id: id('cus'),
      name: 'Bola',
      phone: '08031234567',
      network: 'mtn',
      note: null,
      created_at: AT,
    },
    nullable: ['network', 'note'],
    refuses: {
      customers_pkey: [{ name: 'Chidi' }],
      customers_once: [{ id: id('cus', 1) }],
      customers_name_check: [{ name: '' }, { name: word(81) }, { name: 'Bo\nla' }],
      customers_phone_check: [{ phone: '8031234567' }, { phone: '080312345678' }, { phone: '0803123456a' }],
      customers_network_check: [{ network: 'vodafone' }],
      customers_note_check: [{ note: '' }, { note: word(201) }, { note: 'a\nb' }],
    },
  },
  order_batches: {
    specimen: {
      ...MINE,
      id: id('bat'),
      kind: 'airtime',
      terms: 'terms',
      challenge: word(43),
      rows: '[]',
      quote_ids: [id('quo')],
      created_at: AT,
      expires_at: LATER,
    },
    refuses: {
      order_batches_pkey: [{}],
      order_batches_kind_check: [{ kind: 'tv' }],
      order_batches_quote_ids_check: [{ quote_ids: [] }, { quote_ids: Array(201).fill('q') }],
    },
    triggers: { order_batches_fixed: [changed('order_batches', 'terms')] },
  },
  quotes: {
    specimen: {
      ...MINE,
      ...PRICED,
      id: id('quo'),
      challenge: word(43),
      available_after_kobo: 0n,
      batch_id: null,
      created_at: AT,
      expires_at: LATER,
    },
    nullable: ['batch_id', 'bpc_id', 'sale'],
    refuses: {
      ...pricesOf('quotes'),
      quotes_pkey: [{}],
      quotes_never_below_cost: [{ kind: 'airtime', cost_kobo: 1_001n }],
      quotes_bpc_prices: [{ price_list: 'bpc' }],
    },
  },
} satisfies TableProofs
