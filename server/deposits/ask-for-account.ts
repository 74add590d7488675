import { ACCOUNT_REQUEST_GAP_MS } from '#contract/constants.ts'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import {
  keepContactPhone,
  lockOpenUser,
  readContactPhone,
  requireContactPhone,
} from '#server/identity/profile/contact-phone.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AccountRefusal } from '#server/providers/payments/payment-provider.ts'
import { providerForNew } from '#server/providers/registry.ts'
import { readFundingAccount } from './read-funding-account.ts'

/**
 * Asks for a user's own account number, or again after a refusal, with the phone number that the provider asks for. An account
 * number that was issued stays as it is. The worker asks the provider.
 *
 * @throws AppError account.phone-invalid · session.none
 */
export async function askForAccount(
  deps: Deps,
  userId: UserId,
  uncheckedPhone: string | undefined,
): Promise<FundingAccountAnswer> {
  const given = uncheckedPhone === undefined ? null : requireContactPhone(uncheckedPhone)
  await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (account?.status === 'ready') return
    const phone = given ?? (await readContactPhone(tx, userId))
    if (phone === null) throw new AppError('account.phone-invalid')
    await keepContactPhone(tx, { userId, phone, now: deps.clock.now() })
    await ask(tx, deps, userId, account)
  })
  deps.wakeWorker()
  return await readFundingAccount(deps, userId)
}

/**
 * Changes a user's phone number. If the provider refused the earlier one, the account number is asked for again. An account
 * number that was issued keeps the phone number it was issued with.
 *
 * @throws AppError account.phone-invalid · session.none
 */
export async function changePhone(deps: Deps, userId: UserId, uncheckedPhone: string): Promise<void> {
  const phone = requireContactPhone(uncheckedPhone)
  await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    const isChanged = await keepContactPhone(tx, { userId, phone, now: deps.clock.now() })
    if (isChanged && account?.refusedFor === 'bad-phone') await ask(tx, deps, userId, account)
  })
  deps.log.info({ userId }, 'phone number changed')
  deps.wakeWorker()
  deps.events.publish(userId, { topics: ['session', 'funding'] })
}

type Account = { readonly status: string; readonly refusedFor: AccountRefusal | null; readonly askedAt: Date | null }

/** Locks the user before the account, as closing does. */
async function lockAccount(tx: Transaction, userId: UserId): Promise<Account | undefined> {
  await lockOpenUser(tx, userId)
  const [account] = await tx.query<Account>(
    `select status, refused_for as "refusedFor", asked_at as "askedAt"
     from funding_accounts where user_id = $1 for update`,
    [userId],
  )
  return account
}

/** Leaves it to the worker, at the preferred provider unless another one has been asked and has not answered. */
async function ask(tx: Transaction, deps: Deps, userId: UserId, account: Account | undefined): Promise<void> {
  const now = deps.clock.now()
  await tx.query(
    `update funding_accounts set status = 'issuing', asked_at = $3, refused_for = null, refused_at = null,
       provider = case status when 'issuing' then provider else $2 end,
       customer_code = case when status = 'issuing' or provider = $2 then customer_code end
     where user_id = $1`,
    [userId, providerForNew(deps, 'payments').name, now],
  )
  const againAt = (account?.askedAt?.getTime() ?? 0) + ACCOUNT_REQUEST_GAP_MS
  const dueAt = new Date(Math.max(now.getTime(), againAt))
  await enqueue(tx, { kind: 'issue-account', subjectId: userId, userId, dueAt, now })
}
