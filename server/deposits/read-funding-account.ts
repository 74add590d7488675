import type { FundingAccountAnswer } from '#contract/funding.ts'
import { DEPOSITS_SHOWN } from '#contract/funding-limits.ts'
import type { UserId } from '#contract/ids.ts'
import { findAlertPhone } from '#server/alerts/sms/alert-phone.ts'
import type { Deps } from '#server/deps.ts'
import { nationalPhone, readContactPhone } from '#server/identity/profile/contact-phone.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { AccountRefusal } from '#server/providers/payments/payment-provider.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import { DEPOSIT_STATES, type DepositState } from './deposit-machine.ts'
import type { FundingStatus } from './issue-account.ts'

type AccountRow = {
  provider: string
  status: FundingStatus
  refusedFor: AccountRefusal | null
  accountNumber: string | null
  bankName: string | null
  accountName: string | null
}

type DepositRow = {
  id: string
  amountKobo: bigint
  senderName: string | null
  state: Exclude<DepositState, 'unseen'>
  at: Date
  transactionId: string | null
}

/** A user's own account number, and what arrived on it lately. */
export async function readFundingAccount(
  deps: Pick<Deps, 'database' | 'providers'>,
  userId: UserId,
): Promise<FundingAccountAnswer> {
  const { database: sql } = deps
  const [account] = await sql.query<AccountRow>(
    `select provider, status, refused_for as "refusedFor", account_number as "accountNumber", bank_name as "bankName", account_name as "accountName"
     from funding_accounts where user_id = $1`,
    [userId],
  )
  const deposits = await sql.query<DepositRow>(
    `select id, amount_kobo as "amountKobo", sender_name as "senderName", state, created_at as at,
       transaction_id as "transactionId"
     from deposits where user_id = $1 and state <> 'paid_in' order by id desc limit $2`,
    [userId, DEPOSITS_SHOWN],
  )
  const status = statusOf(deps, account)
  const isPaused = status === 'paused'
  return {
    status,
    refusedFor:
      status !== 'refused' || account === undefined ? null : account.refusedFor === 'bad-phone' ? 'phone' : 'us',
    phone: status === 'not-asked' || status === 'refused' ? await knownPhone(sql, userId) : null,
    account: isPaused ? null : toAccount(account),
    deposits: deposits.map(({ state, amountKobo, at, ...rest }) => ({
      ...rest,
      amountKobo: amountKobo.toString(),
      status: DEPOSIT_STATES[state].shown ?? 'credited',
      at: at.toISOString(),
    })),
  }
}

/**
 * An account number that was not asked for yet can come from another provider. So only a request or number at a
 * provider that is gone counts as paused.
 */
function statusOf(deps: Pick<Deps, 'providers'>, account: AccountRow | undefined): FundingAccountAnswer['status'] {
  if (account === undefined) return 'not-asked'
  const hasBegun = account.status === 'issuing' || account.status === 'ready'
  return hasBegun && availabilityOf(deps, account.provider) === 'gone' ? 'paused' : account.status
}

/** The number the person gave us, or else the one they proved for SMS alerts: nobody should have to type it twice. */
async function knownPhone(sql: Sql, userId: UserId): Promise<string | null> {
  const given = await readContactPhone(sql, userId)
  return given === null ? ((await findAlertPhone(sql, userId))?.phone ?? null) : nationalPhone(given)
}

function toAccount(row: AccountRow | undefined): FundingAccountAnswer['account'] {
  if (row?.accountNumber == null || row.bankName === null || row.accountName === null) return null
  return { accountNumber: row.accountNumber, bankName: row.bankName, accountName: row.accountName }
}
