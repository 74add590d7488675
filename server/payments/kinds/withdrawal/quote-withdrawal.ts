import { stampDutyKobo, WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNaira, type Kobo, kobo } from '#contract/money.ts'
import { nairaInWords } from '#contract/naira-in-words.ts'
import type { QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import { transferFeeKobo } from '#contract/prices.ts'
import { BALANCE_AFTER } from '#contract/terms.ts'
import type { Deps } from '#server/deps.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { resolveAccount } from '#server/payments/banks/resolve-account.ts'
import { readAmount } from '#server/payments/orders/read-form.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import { type QuoteRow, saveQuote } from '#server/payments/quotes/quote.ts'
import { choosePrices, requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { termsText } from '#server/payments/quotes/terms.ts'
import { providerForNew } from '#server/providers/registry.ts'

const BOUNDS = {
  minKobo: WITHDRAWAL_MIN_KOBO,
  maxKobo: WITHDRAWAL_MAX_KOBO,
  tooSmall: 'amount.too-small',
  tooLarge: 'amount.too-large',
} as const

/**
 * Fixes everything about a withdrawal before anybody agrees to it: the recipient as the bank named it, fee, duty, total
 * and remaining balance. Checks limit and balance as a courtesy; the approval checks them again under a lock. Moves no
 * money.
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
  const [prices, list] = await Promise.all([choosePrices(deps, userId, body.bpcCode ?? ''), pricesInForce(deps)])
  const feeKobo = transferFeeKobo(list, amountKobo, prices.priceList)
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

type WithdrawalTerms = {
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly totalKobo: Kobo
  readonly availableAfterKobo: Kobo
  readonly recipient: RecipientOf<'withdrawal'>
}

/** The exact text that is shown before the approval, and signed by it. */
export function withdrawalTerms(of: WithdrawalTerms): string {
  return termsText([
    ['You send', formatNaira(of.amountKobo)],
    ['In words', nairaInWords(of.amountKobo)],
    ['To', of.recipient.accountName],
    ['Bank', of.recipient.bankName],
    ['Account number', of.recipient.accountNumber],
    ['Fee', formatNaira(of.feeKobo)],
    ['Stamp duty', formatNaira(of.dutyKobo)],
    ['Total', formatNaira(of.totalKobo)],
    [BALANCE_AFTER, formatNaira(of.availableAfterKobo)],
  ])
}
