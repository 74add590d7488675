import { ACCOUNT_NUMBER_DIGITS } from '#contract/constants.ts'
import { groupedDigits } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HolderName } from '#server/platform/text/holder-name.ts'
import { providerForNew } from '#server/providers/registry.ts'
import type { BankCatalogue } from './bank-catalogue.ts'

export type ResolvedAccount = {
  readonly accountName: HolderName
  readonly accountNumber: string
  readonly bankCode: string
  readonly bankName: string
}

/** Maximum age of the bank list when an account is refused, ms. Wrong numbers refresh the list at most this often. */
const LIST_FRESH_MS = 5_000

/**
 * Asks the bank, through the provider that will pay, who an account belongs to. Without a name there is no transfer: it
 * is the only real check that the money goes where the user means.
 *
 * @throws AppError `account-number.invalid`, `bank.unknown`, `bank.closed`, `name.not-resolved`, `name.unreadable`,
 *   `provider.unavailable`
 */
export async function resolveAccount(
  deps: Pick<Deps, 'providers'>,
  banks: BankCatalogue,
  of: { bankCode: string; accountNumber: string },
): Promise<ResolvedAccount> {
  const accountNumber = groupedDigits(of.accountNumber)
  if (accountNumber?.length !== ACCOUNT_NUMBER_DIGITS) {
    throw new AppError('account-number.invalid', {
      fields: { accountNumber: `An account number has ${ACCOUNT_NUMBER_DIGITS} digits` },
    })
  }
  const payments = providerForNew(deps, 'payments')
  if (!payments.available()) throw new AppError('provider.unavailable')
  const bank = await banks.requireOpen(of.bankCode)
  const answer = await payments.resolveAccount({ bankCode: bank.code, accountNumber })
  if (answer.outcome === 'unknown') throw new AppError('provider.unavailable')
  if (answer.outcome === 'declined') {
    if (answer.reason === 'not-resolved') {
      // The provider gives the same answer when the bank has just closed.
      await banks.requireOpen(bank.code, LIST_FRESH_MS)
      throw new AppError('name.not-resolved', { fields: { accountNumber: `${bank.name} does not know this number` } })
    }
    if (answer.reason === 'unreadable-name') {
      throw new AppError('name.unreadable', {
        fields: { accountNumber: `${bank.name} gives no name that can be shown` },
      })
    }
    throw new AppError(answer.reason === 'unknown-bank' ? 'bank.unknown' : 'provider.unavailable')
  }
  return {
    accountName: answer.value.accountName,
    accountNumber,
    bankCode: bank.code,
    bankName: bank.name,
  }
}
