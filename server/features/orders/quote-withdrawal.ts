import { stampDutyKobo, transferFeeKobo, WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo, parseKobo } from '#contract/money.ts'
import type { QuoteBody } from '#contract/orders.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readBalances } from '../../ledger/balances.ts'
import { withdrawalTerms } from '../../orders/kinds/withdrawal.ts'
import { requireWithinDailyLimit } from '../../orders/limits.ts'
import { type QuoteRow, saveQuote } from '../../orders/quote.ts'
import type { BankCatalogue } from '../banks/catalogue.ts'
import { resolveAccount } from '../banks/resolve-account.ts'
import { checkBpcCode } from '../bpc/check-code.ts'

/**
 * Fixes everything about a withdrawal before anybody agrees to it: recipient as the bank named it, fee, duty, total,
 * what is left. Checks limit and balance as a courtesy; the approval checks them again under a lock. Moves no money.
 *
 * @throws AppError `amount.*`, `account-number.invalid`, `bank.*`, `bpc.invalid`, `funds.insufficient`, `limit.daily`,
 *   `name.not-resolved`, `provider.unavailable`
 */
export async function quoteWithdrawal(
  deps: Deps,
  banks: BankCatalogue,
  userId: UserId,
  body: Extract<QuoteBody, { kind: 'withdrawal' }>,
): Promise<QuoteRow> {
  const amountKobo = readAmount(body.amountKobo)
  await requireValidBpc(deps, userId, body.bpcCode ?? '')
  const feeKobo = transferFeeKobo(amountKobo, false)
  const dutyKobo = stampDutyKobo(amountKobo)
  const totalKobo = kobo(amountKobo + feeKobo + dutyKobo)

  const { availableKobo } = await readBalances(deps.database, userId)
  if (availableKobo < totalKobo) throw notEnough(availableKobo, totalKobo)
  await requireWithinDailyLimit(deps.database, { userId, amountKobo, now: deps.clock.now() })

  const recipient = await resolveAccount(deps, banks, body)
  const availableAfterKobo = kobo(availableKobo - totalKobo)
  const terms = withdrawalTerms({ amountKobo, feeKobo, dutyKobo, totalKobo, availableAfterKobo, recipient })
  return await saveQuote(deps, {
    userId,
    kind: 'withdrawal',
    terms,
    amountKobo,
    feeKobo,
    dutyKobo,
    totalKobo,
    availableAfterKobo,
    recipient,
  })
}

function readAmount(uncheckedAmount: string): Kobo {
  const amountKobo = parseKobo(uncheckedAmount)
  if (amountKobo === null) throw new AppError('amount.invalid', { fields: { amountKobo: 'Enter an amount in naira' } })
  if (amountKobo < WITHDRAWAL_MIN_KOBO) {
    throw new AppError('amount.too-small', {
      fields: { amountKobo: `At least ${formatNairaShort(WITHDRAWAL_MIN_KOBO)}` },
    })
  }
  if (amountKobo > WITHDRAWAL_MAX_KOBO) {
    throw new AppError('amount.too-large', {
      fields: { amountKobo: `At most ${formatNairaShort(WITHDRAWAL_MAX_KOBO)}` },
    })
  }
  return amountKobo
}

/** Nobody needs a code to reach his own money; one that is given must be his. */
async function requireValidBpc(deps: Deps, userId: UserId, code: string): Promise<void> {
  if (code.trim() === '') return
  if ((await checkBpcCode(deps, deps.database, { userId, code })) !== null) return
  throw new AppError('bpc.invalid', { fields: { bpcCode: 'Invalid BPC code' } })
}

function notEnough(availableKobo: Kobo, totalKobo: Kobo): AppError {
  return new AppError('funds.insufficient', {
    message: `Your balance of ${formatNairaShort(availableKobo)} is not enough for ${formatNairaShort(totalKobo)} in total, with fee and stamp duty. No money has left. Add money or send less.`,
    fields: { amountKobo: `${formatNairaShort(availableKobo)} available` },
  })
}
