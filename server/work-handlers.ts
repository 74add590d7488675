import type { UserId } from '#contract/ids.ts'
import type { Database } from './db/database.ts'
import type { Deps } from './deps.ts'
import { writeEventLetter } from './features/account-events/letters.ts'
import { checkBooks } from './features/books/check-books.ts'
import { creditPayment } from './features/funding/credit-payment.ts'
import { issueAccount } from './features/funding/issue-account.ts'
import { pollPayments } from './features/funding/poll-payments.ts'
import { resealBoxes } from './features/installation/reseal-boxes.ts'
import { removeOutdated } from './features/privacy/remove-outdated.ts'
import { forgetPerson } from './features/privacy/remove-personal-rows.ts'
import { prepareReconciliation, reconcileDaily } from './features/reconciliation/reconcile-daily.ts'
import { workRecovery } from './features/recoveries/work-recovery.ts'
import { secondStepLetter } from './features/ways-back/letters.ts'
import { writeEmailLetter } from './features/ways-back/prove-email.ts'
import { writeResetLetter } from './features/ways-back/reset-password.ts'
import { alarmNotConfigured } from './jobs/alarms.ts'
import { type Claim, enqueue, type WorkKind } from './jobs/queue.ts'
import type { WorkHandler, WorkHandlers, WorkResult } from './jobs/worker.ts'
import { rollUpHouseAccounts } from './ledger/balances.ts'
import type { LetterWriters } from './mail/letter.ts'
import { sendMail } from './mail/send-mail.ts'
import { OPEN_STATES } from './orders/machine.ts'
import { workOrder } from './orders/work.ts'
import { ProviderNotConfiguredError } from './providers/registry.ts'

const HOUR_MS = 60 * 60_000

/** How soon work whose provider is not configured is looked at again, ms: the setting changes with a restart. */
const NOT_CONFIGURED_AGAIN_MS = 60_000

/** Who does which kind of work. */
export function workHandlers(deps: Deps): WorkHandlers {
  return {
    order: atItsProvider(deps, workOrder),
    payment: atItsProvider(deps, creditPayment),
    'issue-account': atItsProvider(deps, issueAccount),
    'poll-payments': (claim) => pollPayments(deps, claim),
    'check-books': (claim) => checkBooks(deps, claim),
    recovery: (claim) => workRecovery(deps, claim),
    mail: (claim) => sendMail(deps, claim, letterWriters(deps)),
    'forget-person': async ({ subjectId }) => {
      await forgetPerson(deps.database, subjectId as UserId)
      return 'done'
    },
    reseal: (claim) => resealBoxes(deps, claim),
    reconcile: (claim) => reconcileDaily(deps, claim),
    'roll-up': async () => {
      await rollUpHouseAccounts(deps.database, deps.clock.now())
      return { dueAt: new Date(deps.clock.now().getTime() + HOUR_MS) }
    },
    tidy: async () => {
      const now = deps.clock.now()
      const isMore = await removeOutdated(deps.database, now)
      return { dueAt: isMore ? now : new Date(now.getTime() + HOUR_MS) }
    },
  }
}

/**
 * Work that belongs to one provider for ever. While this installation does not have that one, it waits as it is and operators
 * are told; no other provider hears of it.
 */
function atItsProvider(deps: Deps, work: (deps: Deps, claim: Claim) => Promise<WorkResult>): WorkHandler {
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

/** Who writes which kind of letter, when it is sent. */
function letterWriters(deps: Deps): LetterWriters {
  return {
    'second-step-code': async ({ email, code }) => secondStepLetter(deps.config, email, code),
    'email-code': ({ email }, { userId }) => writeEmailLetter(deps, email, userId),
    'password-reset': ({ email }) => writeResetLetter(deps, email),
    'account-event': async (_, mail) => writeEventLetter(deps, mail),
  }
}

/** What runs for ever, whoever runs it. */
const RECURRING = ['poll-payments', 'roll-up', 'tidy', 'check-books'] as const satisfies readonly WorkKind[]

/**
 * Before a worker starts: recurring work is there, every order without a final answer is in the queue, and on the
 * embedded database, which nobody else can have open, whatever the last process had in hand is free again.
 */
export async function prepareWork(database: Database, now: Date): Promise<void> {
  for (const kind of RECURRING) {
    await enqueue(database, { kind, subjectId: 'all', userId: null, dueAt: now, now })
  }
  await prepareReconciliation(database, now)
  // The first poll of a start goes back the long way: whatever arrived while nothing ran is found at once.
  await database.query("update work set attempts = 0 where kind = 'poll-payments'")
  if (database.kind === 'pglite')
    await database.query('update work set lease_until = null where lease_until is not null')
  await database.query(
    `insert into work (kind, subject_id, user_id, due_at, created_at)
     select 'order', id, user_id, $1, $1 from orders where state = any($2::text[])
     on conflict do nothing`,
    [now, [...OPEN_STATES, 'awaiting_payment']],
  )
}
