import type { FundingAccountAnswer } from '#contract/funding.ts'
import { DEPOSITS_SHOWN } from '#contract/funding-limits.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import { DEPOSIT_STATES, type DepositState } from './deposit-machine.ts'

type AccountRow = {
  provider: string
  status: 'issuing' | 'ready'
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
    `select provider, status, account_number as "accountNumber", bank_name as "bankName", account_name as "accountName"
     from funding_accounts where user_id = $1`,
    [userId],
  )
  const deposits = await sql.query<DepositRow>(
    `select id, amount_kobo as "amountKobo", sender_name as "senderName", state, created_at as at,
       transaction_id as "transactionId"
     from deposits where user_id = $1 and state <> 'paid_in' order by id desc limit $2`,
    [userId, DEPOSITS_SHOWN],
  )
  const isPaused = account !== undefined && availabilityOf(deps, account.provider) === 'gone'
  return {
    status: isPaused ? 'paused' : (account?.status ?? 'issuing'),
    account: isPaused ? null : toAccount(account),
    deposits: deposits.map(({ state, amountKobo, at, ...rest }) => ({
      ...rest,
      amountKobo: amountKobo.toString(),
      status: DEPOSIT_STATES[state].shown ?? 'credited',
      at: at.toISOString(),
    })),
  }
}

function toAccount(row: AccountRow | undefined): FundingAccountAnswer['account'] {
  if (row?.accountNumber == null || row.bankName === null || row.accountName === null) return null
  return { accountNumber: row.accountNumber, bankName: row.bankName, accountName: row.accountName }
}
