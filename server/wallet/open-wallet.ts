import { SANDBOX_GRANT_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { addStatementLine } from '#server/ledger/statement.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { providerForNew } from '#server/providers/registry.ts'
import { lockSuspensions, refuseInDoubt } from '#server/suspension/suspensions.ts'

const OPEN_LATER =
  'No account can be opened while our server’s clock is wrong. Nothing was created. Try again in a few minutes.'

/**
 * Opens a new user's wallet inside the registration's transaction. In sandbox mode it grants practice money as a
 * visible ledger transfer. It also queues the user's registration with the provider, which names customers in its
 * payments. Their own account number is requested once they give a phone number: server/deposits/ask-for-account.ts.
 * The caller wakes the worker after the commit.
 */
export async function openWallet(tx: Transaction, deps: Deps, of: { userId: UserId }): Promise<void> {
  const now = deps.clock.now()
  if (deps.config.mode === 'sandbox') {
    refuseInDoubt(await lockSuspensions(tx), OPEN_LATER)
    await grantPracticeMoney(tx, deps, of.userId, now)
  }
  await tx.query(
    `insert into funding_accounts (user_id, provider, status, created_at) values ($1, $2, 'not-asked', $3)`,
    [of.userId, providerForNew(deps, 'payments').name, now],
  )
  await enqueue(tx, { kind: 'issue-account', subjectId: of.userId, userId: of.userId, dueAt: now, now })
}

// equity:sandbox → user available 200,000.00
async function grantPracticeMoney(tx: Transaction, deps: Deps, userId: UserId, at: Date): Promise<void> {
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId,
    kind: 'grant',
    key: 'grant',
    subjectId: null,
    movements: [{ from: account.sandboxEquity, to: account.available(userId), amountKobo: SANDBOX_GRANT_KOBO }],
    at,
  })
  await addStatementLine(tx, {
    id: deps.newId('txn'),
    userId,
    kind: 'grant',
    title: 'Sandbox grant',
    counterparty: null,
    counterpartyDetail: 'Practice money, no real value',
    amountKobo: SANDBOX_GRANT_KOBO,
    status: 'completed',
    at,
  })
}
