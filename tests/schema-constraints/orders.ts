import { PRICED, pricesOf } from './prices.ts'
import { AT, bytes, id, MINE, type TableProofs } from './specimen.ts'
import { appendOnly } from './triggers.ts'

/** A sealed delivery. */
const SEALED = { delivery_box: bytes(29), key_id: '0a1b2c3d' }

export const orders = {
  orders: {
    specimen: {
      ...MINE,
      ...PRICED,
      id: id('ord'),
      quote_id: id('quo'),
      state: 'held',
      approval: 'null',
      reference: 'reference',
      transaction_id: id('txn'),
      lagos_day: '2026-11-21',
      send_count: 0,
      sent_at: null,
      paid_by: 'wallet',
      recipient_key: '',
      provider_fee_kobo: 0n,
      provider_word: null,
      failure: null,
      token: null,
      units: null,
      delivery_box: null,
      key_id: null,
      not_found_count: 0,
      not_found_since: null,
      absent_at: [],
      earlier_sends: 0,
      maybe_elsewhere: false,
      ended_by_request: null,
      returned_late: false,
      contradicted_at: null,
      undone_by_request: null,
      created_at: AT,
      updated_at: AT,
    },
    nullable: [
      'bpc_id',
      'contradicted_at',
      'delivery_box',
      'ended_by_request',
      'failure',
      'key_id',
      'not_found_since',
      'provider_word',
      'sale',
      'sent_at',
      'token',
      'undone_by_request',
      'units',
    ],
    refuses: {
      ...pricesOf('orders'),
      orders_pkey: [{ quote_id: id('quo', 1), reference: 'another' }],
      orders_one_per_quote: [{ id: id('ord', 1), reference: 'another' }],
      orders_reference: [{ id: id('ord', 1), quote_id: id('quo', 1) }],
      orders_state_check: [{ state: 'lost' }],
      orders_paid_by_check: [{ paid_by: 'cash' }],
      orders_by_transfer: [
        { state: 'awaiting_payment' },
        { state: 'expired' },
        { paid_by: 'transfer', state: 'settled' },
        { paid_by: 'transfer', kind: 'bpc' },
        { paid_by: 'transfer', kind: 'bpc', state: 'released' },
      ],
      orders_provider_fee_kobo_check: [{ provider_fee_kobo: -1n }],
      orders_delivery_box_check: [
        { ...SEALED, delivery_box: bytes(28) },
        { ...SEALED, delivery_box: bytes(4_097) },
      ],
      orders_key_id_check: [
        { ...SEALED, key_id: '0a1b2c3' },
        { ...SEALED, key_id: '0A1B2C3D' },
      ],
      orders_delivery_sealed: [{ delivery_box: bytes(29) }, { key_id: '0a1b2c3d' }],
      orders_earlier_sends: [{ earlier_sends: -1 }, { earlier_sends: 1 }],
      orders_ended_state: [{ ended_by_request: id('orq') }],
      orders_undone_state: [{ undone_by_request: id('orq') }],
      orders_returned_late: ['held', 'settled', 'released', 'late_success'].map((state) => ({
        state,
        returned_late: true,
      })),
      orders_contradicted: ['held', 'released', 'returned'].map((state) => ({ state, contradicted_at: AT })),
    },
    triggers: {
      orders_ended_by_two: [
        {
          code: 'JO041',
          message: /^an order is ended by people as two operators agreed, and once/,
          statements: [`update orders set state = 'released', ended_by_request = '${id('orq')}'`],
        },
      ],
      orders_undone_by_two: [
        {
          code: 'JO041',
          message: /^an order is undone by people as two operators agreed, and once/,
          statements: [`update orders set state = 'returned', undone_by_request = '${id('orq')}'`],
        },
      ],
      orders_not_undone_yet: [
        {
          code: 'JO041',
          message: /^an order is undone by people as two operators agreed, and once/,
          statements: [
            `insert into orders select (json_populate_record(o, '${JSON.stringify({
              id: id('ord', 1),
              quote_id: id('quo', 1),
              reference: 'another',
              state: 'returned',
              undone_by_request: id('orq'),
            })}')).* from orders o`,
          ],
        },
      ],
      orders_not_ended_yet: [
        {
          code: 'JO041',
          message: /^an order is ended by people as two operators agreed, and once/,
          statements: [
            `insert into orders select (json_populate_record(o, '${JSON.stringify({
              id: id('ord', 1),
              quote_id: id('quo', 1),
              reference: 'another',
              state: 'released',
              ended_by_request: id('orq'),
            })}')).* from orders o`,
          ],
        },
      ],
    },
  },
  order_steps: {
    specimen: { ...MINE, order_id: id('ord'), seq: 1, state: 'held', event: 'approved', evidence: null, at: AT },
    nullable: ['evidence'],
    refuses: { order_steps_pkey: [{}] },
    triggers: {
      ...appendOnly('order_steps', 'state'),
      order_steps_by_two: [
        {
          code: 'JO041',
          message: /^a step of an order is made by people only with the request of two/,
          statements: [
            `insert into order_steps select (json_populate_record(s, '{"seq":2,"event":"paid-by-operators"}')).* from order_steps s`,
          ],
        },
      ],
    },
  },
  order_attempts: {
    specimen: {
      ...MINE,
      order_id: id('ord'),
      number: 1,
      provider: 'vtpass',
      reference: 'reference',
      at: AT,
      earlier_absent_at: [],
      found_by_people: false,
    },
    refuses: {
      order_attempts_pkey: [{ reference: 'another' }],
      order_attempts_reference: [{ order_id: id('ord', 1) }, { number: 2, found_by_people: true }],
      order_attempts_number: [{ number: 0, reference: 'another', found_by_people: true }],
      order_attempts_proved: [
        { number: 2, reference: 'another' },
        { number: 2, reference: 'another', earlier_absent_at: [AT, AT] },
        { order_id: id('ord', 1), reference: 'another', earlier_absent_at: [AT] },
      ],
    },
    triggers: { ...appendOnly('order_attempts', 'reference') },
  },
  transactions: {
    specimen: {
      ...MINE,
      id: id('txn'),
      kind: 'refund',
      title: 'Refund',
      counterparty: null,
      counterparty_detail: null,
      amount_kobo: 1_000n,
      fee_kobo: 0n,
      duty_kobo: 0n,
      discount_kobo: 0n,
      status: 'completed',
      order_id: id('ord'),
      deposit_id: null,
      is_second_refund: false,
      search: 'refund',
      created_at: AT,
      updated_at: AT,
    },
    nullable: ['counterparty', 'counterparty_detail', 'deposit_id', 'order_id'],
    refuses: {
      transactions_pkey: [{ order_id: null }],
      transactions_one_refund: [{ id: id('txn', 1) }],
      transactions_one_recall: [{ id: id('txn', 1), kind: 'recall', order_id: null, deposit_id: id('dep') }],
      transactions_second_refund: [{ id: id('txn', 1), kind: 'withdrawal', is_second_refund: true }],
      transactions_amount_kobo_check: [{ amount_kobo: 0n }],
      transactions_fee_kobo_check: [{ fee_kobo: -1n }],
      transactions_duty_kobo_check: [{ duty_kobo: -1n }],
      transactions_discount_kobo_check: [{ discount_kobo: -1n }],
      transactions_kind_check: [{ kind: 'gift' }],
      transactions_status_check: [{ status: 'lost' }],
    },
  },
} satisfies TableProofs
