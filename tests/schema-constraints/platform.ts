import { AT, bytes, id, MINE, type TableProofs, word } from './specimen.ts'
import { appendOnly, changed, EMPTIED, keeps, neverRemoved, REMOVED } from './triggers.ts'

export const platform = {
  schema_migrations: {
    specimen: { id: '9999_specimen', checksum: 'none', applied_at: AT },
    refuses: { schema_migrations_pkey: [{}] },
  },
  installation: {
    specimen: { only_row: true, mode: 'sandbox', created_at: AT },
    refuses: {
      installation_pkey: [{}],
      installation_only_row_check: [{ only_row: false }],
      installation_mode_check: [{ only_row: true, mode: 'demo' }],
    },
    triggers: {
      installation_fixed: [changed('installation', 'mode'), ...keeps('installation', REMOVED)],
      installation_no_truncate: keeps('installation', EMPTIED),
    },
  },
  secret_check: {
    specimen: { only_row: true, check_value: bytes(32, 1), kept_at: AT },
    refuses: {
      secret_check_pkey: [{}],
      secret_check_only_row_check: [{ only_row: false }],
      secret_check_check_value_check: [{ check_value: bytes(31, 1) }, { check_value: bytes(33, 1) }],
    },
    triggers: { ...neverRemoved('secret_check') },
  },
  jobs: {
    specimen: {
      ...MINE,
      kind: 'order',
      subject_id: id('ord'),
      due_at: AT,
      lease_until: null,
      fence: 0n,
      attempts: 0,
      wake_count: 0,
      created_at: AT,
      set_at: AT,
    },
    nullable: ['lease_until', 'set_at', 'user_id'],
    refuses: { jobs_pkey: [{}] },
  },
  alarms: {
    specimen: { kind: 'order-waiting', subject_id: id('ord'), detail: 'detail', raised_at: AT },
    refuses: { alarms_pkey: [{}] },
    triggers: { ...appendOnly('alarms', 'detail') },
  },
  open_alarms: {
    specimen: { kind: 'order-waiting', subject_id: id('ord'), raised_at: AT, told_at: null },
    nullable: ['told_at'],
    refuses: { open_alarms_pkey: [{}] },
  },
  alarm_webhooks: {
    specimen: { id: id('alw'), body: '{}', created_at: AT },
    refuses: {
      alarm_webhooks_pkey: [{}],
      alarm_webhooks_id_check: [{ id: 'alw_1' }],
      alarm_webhooks_body_check: [
        { id: id('alw', 1), body: '' },
        { id: id('alw', 1), body: word(8_193) },
      ],
    },
  },
} satisfies TableProofs
