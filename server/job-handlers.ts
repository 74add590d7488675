import type { UserId } from '#contract/ids.ts'
import { HOUR_MS } from '#contract/time.ts'
import { alertOfStatements } from '#server/activity/statements/statement-alerts.ts'
import { sendAlerts } from '#server/alerts/send-alerts.ts'
import { checkBooks } from '#server/controls/ledger-check/check-books.ts'
import { prepareReconciliation, reconcileDaily } from '#server/controls/reconciliation/reconcile-daily.ts'
import { creditPayment } from '#server/deposits/credit-payment.ts'
import { issueAccount } from '#server/deposits/issue-account.ts'
import { pollPayments } from '#server/deposits/poll-payments.ts'
import { findMailboxOwner } from '#server/identity/accounts/find-mailbox-owner.ts'
import { workRecovery } from '#server/identity/recovery/carry-out-recovery.ts'
import { secondStepEmail } from '#server/identity/recovery/emails.ts'
import { composeProofEmail } from '#server/identity/recovery/prove-email.ts'
import { composeResetEmail } from '#server/identity/recovery/reset-password.ts'
import { composeEventEmail } from '#server/identity/security-events/emails.ts'
import { workEndingAll } from '#server/identity/sessions/operate-sessions.ts'
import { composeAlarmEmail } from '#server/installation/alarms/alarm-email.ts'
import { sendAlarmWebhook } from '#server/installation/alarms/alarm-webhook.ts'
import { notifyAlarms } from '#server/installation/alarms/notify-alarms.ts'
import { alertOfNotice } from '#server/installation/notice-alerts.ts'
import { reEncryptSecrets } from '#server/installation/re-encrypt-secrets.ts'
import { rollUpHouseAccounts } from '#server/ledger/close-days.ts'
import { alarmNotConfigured } from '#server/outbox/alarms/raise-alarm.ts'
import type { EmailComposers } from '#server/outbox/emails/email-kinds.ts'
import { sendEmail } from '#server/outbox/emails/send-email.ts'
import type { JobKind } from '#server/outbox/jobs/job-kinds.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { JobHandlers } from '#server/outbox/jobs/worker.ts'
import { alertBeforeReturnEnds } from '#server/payments/bpc/return-alert.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import { processOrder } from '#server/payments/orders/proving/order-worker.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Claim, RESTART_WAITS } from '#server/platform/jobs/queue.ts'
import type { JobHandler, JobResult } from '#server/platform/jobs/worker.ts'
import { purgeExpired } from '#server/privacy/purge-expired.ts'
import { eraseUser } from '#server/privacy/remove-personal-rows.ts'
import { ProviderNotConfiguredError } from '#server/providers/registry.ts'
import { summarizeList } from '#server/selling/list-alert.ts'
import { composeVisitorAnswerEmail } from '#server/support/visitor-emails.ts'
import { composeVisitorCodeEmail } from '#server/support/visitor-pass.ts'
import { isClockInDoubt, readSuspensions, SUSPENDED_RETRY_MS } from '#server/suspension/suspensions.ts'
import type { Deps } from './deps.ts'

/** Retry interval of a job whose provider is not configured, ms: the setting changes with a restart. */
const NOT_CONFIGURED_AGAIN_MS = 60_000

/** The handler of each kind of job. */
export function jobHandlers(deps: Deps): JobHandlers {
  const byTime = onlyByRightClock(deps)
  return {
    order: atItsProvider(deps, processOrder),
    payment: atItsProvider(deps, creditPayment),
    'issue-account': atItsProvider(deps, issueAccount),
    'poll-payments': (claim) => pollPayments(deps, claim),
    'check-books': (claim) => checkBooks(deps, claim),
    recovery: byTime((claim) => workRecovery(deps, claim)),
    alert: (claim) => sendAlerts(deps, claim),
    'list-alert': (claim) => summarizeList(deps, claim),
    'bpc-return-alert': byTime((claim) => alertBeforeReturnEnds(deps, claim)),
    'statement-alerts': byTime((claim) => alertOfStatements(deps, claim)),
    'notice-alerts': byTime((claim) => alertOfNotice(deps, claim)),
    email: (claim) => sendEmail(deps, claim, emailComposers(deps)),
    'erase-user': byTime(async ({ subjectId }) => {
      await eraseUser(deps.database, subjectId as UserId)
      return 'done'
    }),
    're-encrypt': (claim) => reEncryptSecrets(deps, claim),
    'notify-alarms': (claim) => notifyAlarms(deps, claim),
    'alarm-webhook': (claim) => sendAlarmWebhook(deps, claim),
    'end-all-sessions': (claim) => workEndingAll(deps, claim),
    // By a wrong clock, orders on their way would look overdue.
    reconcile: byTime((claim) => reconcileDaily(deps, claim)),
    'roll-up': async () => {
      await rollUpHouseAccounts(deps.database)
      return { dueAt: new Date(deps.clock.now().getTime() + HOUR_MS) }
    },
    'purge-expired': byTime(async () => {
      const now = deps.clock.now()
      const isMore = await purgeExpired(deps.database, now)
      return { dueAt: isMore ? now : new Date(now.getTime() + HOUR_MS) }
    }),
  }
}

/** Work that depends on time waits while the clock is in doubt. */
function onlyByRightClock({ database, clock }: Pick<Deps, 'database' | 'clock'>): (handler: JobHandler) => JobHandler {
  return (handler) => async (claim) => {
    if (!isClockInDoubt(await readSuspensions(database))) return await handler(claim)
    return { dueAt: new Date(clock.now().getTime() + SUSPENDED_RETRY_MS) }
  }
}

/**
 * Such work also waits this long after a start, ms: by then a wrong clock has been noticed or the process has ended.
 */
const BY_TIME_AFTER_START_MS = 10 * 60_000
const BY_TIME = [
  'purge-expired',
  'recovery',
  'erase-user',
  'bpc-return-alert',
  'statement-alerts',
] as const satisfies readonly JobKind[]

/**
 * Handles a job that belongs to one provider forever. While that provider is not configured, the job waits unchanged
 * and operators are alerted; no other provider is called.
 */
function atItsProvider(deps: Deps, work: (deps: Deps, claim: Claim) => Promise<JobResult>): JobHandler {
  return async (claim) => {
    try {
      return await work(deps, claim)
    } catch (error) {
      if (!(error instanceof ProviderNotConfiguredError)) throw error
      const at = deps.clock.now()
      const waits = `${claim.kind} ${claim.subjectId}`
      await alarmNotConfigured(deps.database, deps.log, { provider: error.provider, waits, at })
      return { dueAt: new Date(at.getTime() + NOT_CONFIGURED_AGAIN_MS) }
    }
  }
}

/** The composer of each kind of email, run when it is sent. */
function emailComposers(deps: Deps): EmailComposers {
  return {
    'second-step-code': async ({ email, code }) =>
      secondStepEmail(deps.config, { to: email, fullName: await findMailboxOwner(deps.database, email) }, code),
    'email-code': ({ email }, { userId }) => composeProofEmail(deps, email, userId),
    'password-reset': ({ email }) => composeResetEmail(deps, email),
    'visitor-code': ({ email }) => composeVisitorCodeEmail(deps, email),
    'visitor-answer': (content) => composeVisitorAnswerEmail(deps, content),
    'account-event': (_, mail) => composeEventEmail(deps, mail),
    alarm: async (content) => composeAlarmEmail(deps, content),
  }
}

/** Recurring jobs, run by any worker. */
export const RECURRING_JOBS = [
  'poll-payments',
  'roll-up',
  'purge-expired',
  'check-books',
  'notify-alarms',
  'statement-alerts',
] as const satisfies readonly JobKind[]

/**
 * Prepares the queue before a worker starts: recurring jobs exist and every order without a final answer is queued. On
 * the embedded database, which no other process can have open, jobs that the last process had claimed are released.
 */
export async function scheduleRecurringJobs(database: Database, now: Date): Promise<void> {
  for (const kind of RECURRING_JOBS) {
    await enqueue(database, { kind, subjectId: 'all', userId: null, dueAt: now, now })
  }
  await prepareReconciliation(database, now)
  // The first poll after a start looks back the long way, so that whatever arrived while nothing ran is found at once.
  await database.query("update jobs set attempts = 0 where kind = 'poll-payments'")
  if (database.kind === 'pglite')
    await database.query('update jobs set lease_until = null where lease_until is not null')
  await database.query(RESTART_WAITS, [now])
  await database.query('update jobs set due_at = $1, set_at = $2 where due_at < $1 and kind = any($3::text[])', [
    new Date(now.getTime() + BY_TIME_AFTER_START_MS),
    now,
    [...BY_TIME],
  ])
  await database.query(
    `insert into jobs (kind, subject_id, user_id, due_at, created_at, set_at)
     select 'order', id, user_id, $1, $1, $1 from orders where state = any($2::text[])
     on conflict do nothing`,
    [now, [...OPEN_STATES, 'awaiting_payment']],
  )
}
