import { BPC_CODE_KOBO, BPC_PRICE_KOBO, BPC_PROCESSING_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNaira, type Kobo } from '#contract/money.ts'
import { nairaInWords } from '#contract/naira-in-words.ts'
import type { QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import { BALANCE_AFTER } from '#contract/terms.ts'
import type { Deps } from '#server/deps.ts'
import { parseEmail, parseFullName } from '#server/identity/accounts/person-rules.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import { type QuoteRow, saveQuote } from '#server/payments/quotes/quote.ts'
import { requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { termsText } from '#server/payments/quotes/terms.ts'
import { AppError } from '#server/platform/errors.ts'
import { providerForNew } from '#server/providers/registry.ts'

/**
 * Fixes the purchase of one BPC: its price in two parts, the recipient, and the source of the money. Moves no money.
 *
 * @throws AppError `bpc-form.incomplete`, `account.name-invalid`, `account.email-invalid`, `funds.insufficient`,
 *   `limit.daily`, `provider.unavailable`
 */
export async function quoteBpc(deps: Deps, userId: UserId, body: QuoteBodyOf<'bpc'>): Promise<QuoteRow> {
  const { payWith } = body
  const empty = (['fullName', 'email'] as const).filter((name) => body[name].trim() === '')
  if (empty.length > 0) {
    throw new AppError('bpc-form.incomplete', {
      fields: Object.fromEntries(empty.map((name) => [name, 'Required'])),
    })
  }
  const recipient = { fullName: parseFullName(body.fullName), email: parseEmail(body.email), payWith }
  const payments = providerForNew(deps, 'payments')
  if (payWith === 'transfer' && !payments.available()) throw new AppError('provider.unavailable')
  const totalKobo = BPC_PRICE_KOBO
  const availableAfterKobo =
    payWith === 'wallet'
      ? await requireAffordable(deps, {
          userId,
          totalKobo,
          spendKobo: totalKobo,
          withWhat: ' for a BPC code',
          orElse: 'pay by bank transfer',
        })
      : (await readBalances(deps.database, userId)).availableKobo
  return await saveQuote(deps, {
    userId,
    kind: 'bpc',
    provider: payWith === 'wallet' ? INTERNAL_PROVIDER : payments.name,
    terms: bpcTerms({ recipient, totalKobo, availableAfterKobo }),
    amountKobo: totalKobo,
    totalKobo,
    availableAfterKobo,
    recipient,
  })
}

/** The exact text shown before the approval, and signed with it when the wallet pays. */
function bpcTerms(of: {
  readonly recipient: RecipientOf<'bpc'>
  readonly totalKobo: Kobo
  readonly availableAfterKobo: Kobo
}): string {
  const fromWallet = of.recipient.payWith === 'wallet'
  return termsText([
    ['You buy', 'one BPC code'],
    ['Code', formatNaira(BPC_CODE_KOBO)],
    ['Processing', formatNaira(BPC_PROCESSING_KOBO)],
    ['You pay', formatNaira(of.totalKobo)],
    ['In words', nairaInWords(of.totalKobo)],
    ['For', of.recipient.fullName],
    ['Email', of.recipient.email],
    ['Paid', fromWallet ? 'from your wallet' : 'by bank transfer'],
    ...(fromWallet ? [[BALANCE_AFTER, formatNaira(of.availableAfterKobo)] as const] : []),
  ])
}
