import type { UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { type ContactPhone, readContactPhone } from '#server/identity/profile/contact-phone.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { withoutPersonal } from '#server/platform/text/without-personal.ts'
import { type Answer, succeeded } from '#server/providers/answer.ts'
import type { AccountRefusal, PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { providerFor } from '#server/providers/registry.ts'

const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 10 * 60_000
/** About 17 minutes of tries. */
const TRIES_WITHOUT_ALARM = 10
/** Wait before the first retry of a refusal that our team can put right, ms. Each further wait is twice as long. */
const REFUSED_RETRY_MIN_MS = 15 * 60_000
/** Longest wait before the next retry, ms. */
export const REFUSED_RETRY_MAX_MS = 6 * 60 * 60_000

export type FundingStatus = 'not-asked' | 'issuing' | 'refused' | 'ready'

type Owner = {
  provider: string
  fullName: string
  email: string
  phone: ContactPhone | null
  customerCode: string | null
  status: FundingStatus
}

type Asked<Value> = Answer<Value, AccountRefusal>
type Refused = Extract<Asked<never>, { outcome: 'declined' }>

/**
 * Registers a new user with the provider and, once the user has asked for it, gets their own account number. Retries
 * until the number is issued or refused. A refusal that our team can put right is retried too, with longer pauses.
 */
export async function issueAccount(deps: Deps, claim: Claim): Promise<JobResult> {
  const userId = claim.subjectId
  const [owner] = await deps.database.query<Owner>(
    `select f.provider, u.full_name as "fullName", u.email, c.phone, f.customer_code as "customerCode", f.status
     from funding_accounts f join users u on u.id = f.user_id left join contact_phones c on c.user_id = f.user_id
     where f.user_id = $1`,
    [userId],
  )
  if (owner === undefined || owner.status === 'ready') return 'done'

  const payments = providerFor(deps, 'payments', owner.provider)
  const customer = await customerOf(deps, payments, claim, owner)
  if (customer.outcome === 'unknown') return await later(deps, claim, owner, customer.cause)
  // The person learns of a refusal only once they ask for an account number.
  if (owner.status === 'not-asked' || owner.phone === null) return 'done'
  if (customer.outcome === 'declined') return await refused(deps, claim, owner, customer)
  const issued = await payments.issueAccount({ ...namesOf(owner), phone: owner.phone, ...customer.value })
  if (issued.outcome === 'unknown') return await later(deps, claim, owner, issued.cause)
  if (issued.outcome === 'declined') return await refused(deps, claim, owner, issued)
  const { accountNumber, bankName, accountName, providerAccountId } = issued.value
  await inFence(deps.database, claim, async (tx) => {
    await tx.query(
      `update funding_accounts set status = 'ready', account_number = $2, bank_name = $3, account_name = $4,
         provider_account_id = $5, refused_for = null, refused_at = null where user_id = $1`,
      [userId, accountNumber, bankName, accountName, providerAccountId],
    )
  })
  deps.events.publish(userId as UserId, { topics: ['funding'] })
  return 'done'
}

/** The provider's customer, stored as soon as the provider has created it. */
async function customerOf(
  deps: Deps,
  payments: PaymentProvider,
  claim: Claim,
  owner: Owner,
): Promise<Asked<{ customerCode: string }>> {
  if (owner.customerCode !== null) return succeeded({ customerCode: owner.customerCode })
  const { email, phone } = owner
  const created = await payments.createCustomer({ ...namesOf(owner), phone, email, userId: claim.subjectId })
  if (created.outcome === 'succeeded') {
    await inFence(deps.database, claim, async (tx) => {
      await tx.query('update funding_accounts set customer_code = $2 where user_id = $1', [
        claim.subjectId,
        created.value.customerCode,
      ])
    })
  }
  return created
}

function namesOf({ fullName }: Owner): { firstName: string; lastName: string } {
  const [firstName = fullName, ...rest] = fullName.split(' ')
  return { firstName, lastName: rest.join(' ') || firstName }
}

/**
 * Records a refusal: the owner sees it, operators see why. A refused phone number can only be replaced; if the owner already changed
 * it, the next try uses the new one.
 */
async function refused(
  deps: Deps,
  claim: Claim,
  { provider, fullName, phone }: Owner,
  { reason, message }: Refused,
): Promise<JobResult> {
  const userId = claim.subjectId
  const at = deps.clock.now()
  const said = withoutPersonal(message, [fullName])
  deps.log.warn({ userId, provider, reason, said }, 'the provider refused an account number')
  const isRecorded = await inFence(deps.database, claim, async (tx) => {
    await tx.query('select 1 from funding_accounts where user_id = $1 for update', [userId])
    if (reason === 'bad-phone' && (await readContactPhone(tx, userId as UserId)) !== phone) return false
    await tx.query(
      `update funding_accounts set status = 'refused', refused_for = $2, refused_at = coalesce(refused_at, $3)
       where user_id = $1 and status <> 'ready'`,
      [userId, reason, at],
    )
    if (reason === 'bad-phone') return true
    await raiseAlarm(tx, deps.log, {
      kind: 'account-refused',
      subjectId: `${provider} ${reason} ${lagosDay(at)}`,
      detail: `${provider} refuses to issue account numbers: ${ADVICE[reason]}. It said: ${said}`,
      at,
    })
    return true
  })
  if (!isRecorded) return { dueAt: new Date(at.getTime() + RETRY_MIN_MS) }
  deps.events.publish(userId as UserId, { topics: ['funding'] })
  if (reason === 'bad-phone') return 'done'
  const waitMs = Math.min(REFUSED_RETRY_MAX_MS, REFUSED_RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))
  return { dueAt: new Date(at.getTime() + waitMs) }
}

/** What operators should do about a refusal. */
const ADVICE: Readonly<Record<Exclude<AccountRefusal, 'bad-phone'>, string>> = {
  'not-validated': 'it wants each customer validated first, as it does for some business categories',
  'limit-reached': 'the limit of account numbers for our business is reached; ask it for more',
  'not-enabled': 'account numbers are not enabled for our business there',
  refused: 'for a reason that we do not know',
}

/** Retries forever, each time a little later; operators are alerted once, after a quarter of an hour. */
async function later(deps: Deps, claim: Claim, { provider, status }: Owner, cause: string): Promise<JobResult> {
  const at = deps.clock.now()
  deps.log.warn({ userId: claim.subjectId, cause }, 'the provider has not issued an account number yet')
  if (claim.attempts >= TRIES_WITHOUT_ALARM && status === 'issuing') {
    await raiseAlarm(deps.database, deps.log, {
      kind: 'account-not-issued',
      subjectId: claim.subjectId,
      detail: `${provider} has issued no account number in ${claim.attempts} tries; the person sees that it is awaited`,
      at,
    })
  }
  const waitMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))
  return { dueAt: new Date(at.getTime() + waitMs) }
}
