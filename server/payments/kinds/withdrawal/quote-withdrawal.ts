import { stampDutyKobo, WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { QuoteBodyOf } from '#contract/orders.ts'
import { transferFeeKobo } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { resolveAccount } from '#server/payments/banks/resolve-account.ts'
import { readAmount } from '#server/payments/orders/read-form.ts'
import { type QuoteRow, saveQuote } from '#server/payments/quotes/quote.ts'
import { choosePrices, requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { providerForNew } from '#server/providers/registry.ts'
import { withdrawalTerms } from './withdrawal.ts'

const BOUNDS = {
  minKobo: WITHDRAWAL_MIN_KOBO,
  maxKobo: WITHDRAWAL_MAX_KOBO,
  tooSmall: 'amount.too-small',
  tooLarge: 'amount.too-large',
} as const

/**
 * Fixes everything about a withdrawal before anybody agrees to it: recipient as the bank named it, fee, duty, total,
 * what is left. Checks limit and balance as a courtesy; the approval checks them again under a lock. Moves no money.
 *
 * @throws AppError `amount.*`, `account-number.invalid`, `bank.*`, `bpc.invalid`, `funds.insufficient`, `limit.daily`,
 *   `name.not-resolved`, `name.unreadable`, `provider.unavailable`
 */
export async function quoteWithdrawal(
  deps: Deps,
  banks: BankCatalogue,
  userId: UserId,
  body: QuoteBodyOf<'withdrawal'>,
): Promise<QuoteRow> {
  const amountKobo = readAmount(body.amountKobo, BOUNDS)
  const prices = await choosePrices(deps, userId, body.bpcCode ?? '')
  const feeKobo = transferFeeKobo(deps.config.prices, amountKobo, prices.priceList)
  const dutyKobo = stampDutyKobo(amountKobo)
  const totalKobo = kobo(amountKobo + feeKobo + dutyKobo)
  const availableAfterKobo = await requireAffordable(deps, {
    userId,
    totalKobo,
    spendKobo: amountKobo,
    withWhat: ' in total, with fee and stamp duty',
  })
  const recipient = await resolveAccount(deps, banks, body)
  const terms = withdrawalTerms({ amountKobo, feeKobo, dutyKobo, totalKobo, availableAfterKobo, recipient })
  return await saveQuote(deps, {
    userId,
    kind: 'withdrawal',
    provider: providerForNew(deps, 'payments').name,
    terms,
    amountKobo,
    feeKobo,
    dutyKobo,
    totalKobo,
    availableAfterKobo,
    recipient,
    ...prices,
  })
}
