import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/platform/jobs/alarms.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { providerFor } from '#server/providers/registry.ts'

const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 10 * 60_000
/** Some 17 minutes of them. */
const TRIES_WITHOUT_ALARM = 10

type Owner = {
  provider: string
  fullName: string
  email: string
  customerCode: string | null
  status: 'issuing' | 'ready'
}

/** Gets a user's own account number from the provider. Repeats until it has one; a page waits for it truthfully. */
export async function issueAccount(deps: Deps, claim: Claim): Promise<JobResult> {
  const userId = claim.subjectId
  const [owner] = await deps.database.query<Owner>(
    `select f.provider, u.full_name as "fullName", u.email, f.customer_code as "customerCode", f.status
     from funding_accounts f join users u on u.id = f.user_id where f.user_id = $1`,
    [userId],
  )
  if (owner === undefined || owner.status === 'ready') return 'done'

  const payments = providerFor(deps, 'payments', owner.provider)
  const customerCode = owner.customerCode ?? (await createCustomer(deps, payments, claim, owner))
  if (customerCode === null) return await later(deps, payments, claim)
  const issued = await payments.issueAccount({ customerCode })
  if (issued.outcome !== 'succeeded') {
    deps.log.warn({ userId, outcome: issued.outcome }, 'the provider has not issued an account number yet')
    return await later(deps, payments, claim)
  }
  const { accountNumber, bankName, accountName, providerAccountId } = issued.value
  await inFence(deps.database, claim, async (tx) => {
    await tx.query(
      `update funding_accounts set status = 'ready', account_number = $2, bank_name = $3, account_name = $4,
         provider_account_id = $5 where user_id = $1`,
      [userId, accountNumber, bankName, accountName, providerAccountId],
    )
  })
  deps.events.publish(userId, { topics: ['funding'] })
  return 'done'
}

async function createCustomer(
  deps: Deps,
  payments: PaymentProvider,
  claim: Claim,
  owner: Owner,
): Promise<string | null> {
  const [firstName = owner.fullName, ...rest] = owner.fullName.split(' ')
  const answer = await payments.createCustomer({
    email: owner.email,
    firstName,
    lastName: rest.join(' ') || firstName,
    userId: claim.subjectId,
  })
  if (answer.outcome !== 'succeeded') return null
  const { customerCode } = answer.value
  await inFence(deps.database, claim, async (tx) => {
    await tx.query('update funding_accounts set customer_code = $2 where user_id = $1', [claim.subjectId, customerCode])
  })
  return customerCode
}

/** Retries forever, each time a little later; operators are alerted once, after a quarter of an hour. */
async function later(deps: Deps, payments: PaymentProvider, claim: Claim): Promise<JobResult> {
  const at = deps.clock.now()
  if (claim.attempts >= TRIES_WITHOUT_ALARM) {
    await raiseAlarm(deps.database, deps.log, {
      kind: 'account-not-issued',
      subjectId: claim.subjectId,
      detail: `${payments.name} has issued no account number in ${claim.attempts} tries; the person sees that it is awaited`,
      at,
    })
  }
  const waitMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))
  return { dueAt: new Date(at.getTime() + waitMs) }
}
