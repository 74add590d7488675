import { AT, id, LATER, MINE, type TableProofs, word } from './specimen.ts'

/** Another alert about the same subject. */
const NEXT = { id: id('alr', 1), seq: 2, kind: 'money-in-taken-back' }
const stays = (change: string) => ({
  code: 'JA001',
  message: /^an alert stays what it was/,
  statements: [`update alerts set ${change}`],
})

export const alerts = {
  alerts: {
    specimen: {
      ...MINE,
      id: id('alr'),
      kind: 'money-in',
      subject_id: id('dep'),
      seq: 1,
      facts: '{}',
      at: AT,
      seen_at: AT,
      email_state: 'sent',
      push_state: 'off',
      sms_state: 'given-up',
    },
    nullable: ['seen_at'],
    refuses: {
      alerts_pkey: [{ subject_id: id('dep', 1) }],
      alerts_in_order: [{ ...NEXT, seq: 1 }],
      alerts_once: [{ ...NEXT, kind: 'money-in' }],
      alerts_id_check: [{ ...NEXT, id: 'alr_1' }],
      alerts_kind_check: [
        { ...NEXT, kind: '' },
        { ...NEXT, kind: 'Money' },
        { ...NEXT, kind: word(41) },
      ],
      alerts_subject_id_check: [
        { ...NEXT, subject_id: '' },
        { ...NEXT, subject_id: word(121) },
      ],
      alerts_seq_check: [{ ...NEXT, seq: 0 }],
      alerts_email_state_check: [{ ...NEXT, email_state: 'read' }],
      alerts_push_state_check: [{ ...NEXT, push_state: 'read' }],
      alerts_sms_state_check: [{ ...NEXT, sms_state: 'read' }],
    },
    triggers: {
      alerts_stay: [
        `facts = '{"amountKobo":"1"}'`,
        "kind = 'money-in-taken-back'",
        'seq = 2',
        'at = now()',
        'seen_at = null',
        "email_state = 'waiting'",
        "push_state = 'sent'",
        "sms_state = 'waiting'",
      ].map(stays),
    },
  },
  alert_rounds: {
    specimen: { id: 'statement:2026-10', last_user_id: '', began_at: AT, ended_at: null },
    nullable: ['ended_at'],
    refuses: {
      alert_rounds_pkey: [{ began_at: LATER }],
      alert_rounds_id_check: [{ id: '' }, { id: word(121) }],
      alert_rounds_span: [{ id: 'statement:2026-09', began_at: LATER, ended_at: AT }],
    },
  },
  alert_settings: {
    specimen: { ...MINE, category: 'money', channel: 'email', is_on: false, changed_at: AT },
    refuses: {
      alert_settings_pkey: [{ changed_at: LATER }],
      alert_settings_category_check: [{ category: 'weather' }],
      alert_settings_channel_check: [{ channel: 'app' }],
      alert_settings_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
  alert_preferences: {
    specimen: { ...MINE, shows_amounts: true, quiet_from: 1_320, quiet_until: 360, changed_at: AT },
    nullable: ['quiet_from', 'quiet_until'],
    refuses: {
      alert_preferences_pkey: [{ changed_at: LATER }],
      alert_preferences_quiet_from_check: [{ quiet_from: -1 }, { quiet_from: 1_440 }],
      alert_preferences_quiet_until_check: [{ quiet_until: -1 }, { quiet_until: 1_440 }],
      alert_preferences_quiet: [{ quiet_from: null }, { quiet_until: null }, { quiet_from: 360 }],
      alert_preferences_user_id_fkey: [{ user_id: id('usr', 1) }],
    },
  },
} satisfies TableProofs
