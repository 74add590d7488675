import { AT, bytes, id, MINE, type TableProofs } from './specimen.ts'
import { appendOnly } from './triggers.ts'

const PRICE = 600n

const OPEN = {
  state: 'sending',
  phone: '08031234567',
  text: 'Money in',
  done_at: null,
  provider_message_id: null,
  charged_kobo: null,
  transaction_id: null,
}

export const sms = {
  alert_phones: {
    specimen: { ...MINE, phone: '08031234567', proved_at: AT },
    refuses: {
      alert_phones_pkey: [{}],
      alert_phones_phone_check: [{ phone: '2348031234567' }, { phone: '0803123456' }, { phone: '05031234567' }],
      alert_phones_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
  sms_consents: {
    specimen: {
      ...MINE,
      id: id('sco'),
      is_on: true,
      shown: 'I want SMS alerts, at their price.',
      price_kobo: PRICE,
      at: AT,
    },
    nullable: ['price_kobo'],
    refuses: {
      sms_consents_pkey: [{}],
      sms_consents_id_check: [{ id: 'sco_1' }],
      sms_consents_shown_check: [{ shown: 'yes' }, { shown: 'x'.repeat(1_001) }],
      sms_consents_price_kobo_check: [{ price_kobo: 0n }, { price_kobo: 10_001n }],
      sms_consents_price: [{ price_kobo: null }],
      sms_consents_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
    triggers: { ...appendOnly('sms_consents', 'shown') },
  },
  sms_code_counts: {
    specimen: { count_key: bytes(32), sent: 1, window_started_at: AT },
    refuses: {
      sms_code_counts_pkey: [{}],
      sms_code_counts_count_key_check: [{ count_key: bytes(31) }],
      sms_code_counts_sent_check: [{ sent: 0 }, { sent: 101 }],
    },
  },
  sms_messages: {
    specimen: {
      ...MINE,
      alert_id: id('alr'),
      state: 'sent',
      provider: 'termii',
      phone: null,
      text: null,
      parts: 1,
      price_kobo: PRICE,
      attempts: 1,
      created_at: AT,
      asked_at: AT,
      done_at: AT,
      provider_message_id: '3017',
      charged_kobo: PRICE,
      transaction_id: id('txn'),
    },
    nullable: ['charged_kobo', 'done_at', 'phone', 'provider_message_id', 'text', 'transaction_id'],
    refuses: {
      sms_messages_pkey: [{}],
      sms_messages_alert_id_check: [{ alert_id: 'alr_1' }],
      sms_messages_state_check: [
        { state: 'lost', provider_message_id: null, charged_kobo: null, transaction_id: null },
      ],
      sms_messages_provider_check: [{ provider: 'Termii' }],
      sms_messages_phone_check: [{ ...OPEN, phone: '2348031234567' }],
      sms_messages_text_check: [
        { ...OPEN, text: '' },
        { ...OPEN, text: 'x'.repeat(161) },
      ],
      sms_messages_parts_check: [{ parts: 2 }],
      sms_messages_price_kobo_check: [
        { price_kobo: 0n, charged_kobo: 0n, transaction_id: null },
        { price_kobo: 10_001n, charged_kobo: 10_001n },
      ],
      sms_messages_attempts_check: [{ attempts: 0 }, { attempts: 101 }],
      sms_messages_provider_message_id_check: [{ provider_message_id: '' }, { provider_message_id: '1'.repeat(201) }],
      sms_messages_done: [{ done_at: null }, { ...OPEN, done_at: AT }],
      sms_messages_emptied: [{ phone: '08031234567' }, { text: 'Money in' }, { ...OPEN, phone: null }],
      sms_messages_proved: [
        { provider_message_id: null },
        { charged_kobo: null, transaction_id: null },
        { ...OPEN, provider_message_id: '3017' },
      ],
      sms_messages_charged: [{ charged_kobo: 599n }, { transaction_id: null }, { charged_kobo: 0n }],
      sms_messages_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
} satisfies TableProofs
