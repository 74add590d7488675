import { SANDBOX_BANNER } from '#contract/constants.ts'
import type { FundingAccountAnswer } from '#contract/funding.ts'

/** The account to add money to, as text for somebody else. In a sandbox it says that no real money can come in. */
export function accountText(account: NonNullable<FundingAccountAnswer['account']>, isSandbox: boolean): string {
  const { accountNumber, bankName, accountName } = account
  return [accountNumber, bankName, accountName, ...(isSandbox ? [SANDBOX_BANNER] : [])].join('\n')
}
