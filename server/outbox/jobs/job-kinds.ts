import type { Lane } from '#server/platform/jobs/worker.ts'

/** Properties of a kind of job. Its handler is in server/job-handlers.ts. */
type JobOfKind = {
  /** The lane whose workers run it. */
  readonly lane: Lane
  /** What its subject names. */
  readonly about: string
  /** The folder, or the file, of server/ that queues it. */
  readonly queuedBy: string
}

/** Every kind of job. */
export const JOB_KINDS = {
  order: { lane: 'main', about: 'the order to send or verify', queuedBy: 'payments/orders' },
  payment: { lane: 'side', about: 'the payment to verify: provider and reference', queuedBy: 'outbox/jobs' },
  'issue-account': { lane: 'side', about: 'the person who needs an account number', queuedBy: 'wallet' },
  'poll-payments': { lane: 'side', about: 'all', queuedBy: 'job-handlers.ts' },
  'roll-up': { lane: 'side', about: 'all', queuedBy: 'job-handlers.ts' },
  'purge-expired': { lane: 'side', about: 'all', queuedBy: 'job-handlers.ts' },
  'check-books': { lane: 'side', about: 'all', queuedBy: 'job-handlers.ts' },
  reconcile: { lane: 'side', about: 'all', queuedBy: 'controls/reconciliation' },
  email: { lane: 'messages', about: 'the queued email', queuedBy: 'outbox/emails' },
  alert: { lane: 'messages', about: 'the subject of the alert', queuedBy: 'outbox/alerts' },
  'list-alert': { lane: 'messages', about: 'the list of sales', queuedBy: 'payments/orders' },
  'bpc-return-alert': { lane: 'messages', about: 'the order of the BPC', queuedBy: 'payments/bpc' },
  'statement-alerts': { lane: 'messages', about: 'all', queuedBy: 'job-handlers.ts' },
  'notice-alerts': { lane: 'messages', about: 'the notice or the pause', queuedBy: 'installation' },
  recovery: { lane: 'side', about: 'the recovery', queuedBy: 'identity/recovery' },
  'erase-user': { lane: 'side', about: 'the person', queuedBy: 'privacy' },
  're-encrypt': { lane: 'side', about: 'all', queuedBy: 'installation' },
  'notify-alarms': { lane: 'side', about: 'all', queuedBy: 'job-handlers.ts' },
  'alarm-webhook': { lane: 'side', about: 'the webhook', queuedBy: 'installation/alarms' },
  'end-all-sessions': { lane: 'side', about: 'the act of the operators', queuedBy: 'identity/sessions' },
} as const satisfies Readonly<Record<string, JobOfKind>>
export type JobKind = keyof typeof JOB_KINDS
