import type { BpcId, UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { PriceListName } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import { readBalances, type UserBalances } from '#server/ledger/balances.ts'
import { repayDebt, requireNoDebt } from '#server/ledger/debt.ts'
import { checkBpcCode } from '#server/payments/bpc/check-code.ts'
import { findBestCode } from '#server/payments/bpc/held-codes.ts'
import {
  findNewLimit,
  requireWithinDailyLimit,
  requireWithinNewLimit,
} from '#server/payments/orders/approving/limits.ts'
import { AppError } from '#server/platform/errors.ts'

export type ChosenPrices = { readonly priceList: PriceListName; readonly bpcId: BpcId | null }

/**
 * The price list for a payment. A given code decides, and must be the user's own. Without one, the best code they hold
 * decides. Nobody needs a code to pay.
 *
 * @throws AppError `bpc.invalid`, `request.too-many`
 */
export async function choosePrices(deps: Deps, userId: UserId, uncheckedCode: string): Promise<ChosenPrices> {
  if (uncheckedCode.trim() === '') {
    const bpcId = await findBestCode(deps.database, userId)
    return bpcId === null ? { priceList: 'standard', bpcId: null } : { priceList: 'bpc', bpcId }
  }
  const held = await checkBpcCode(deps, deps.database, { userId, code: uncheckedCode })
  if (held === null) throw new AppError('bpc.invalid', { fields: { bpcCode: 'Invalid BPC code' } })
  return held.kind === 'bought' ? { priceList: 'bpc', bpcId: held.id } : { priceList: 'standard', bpcId: null }
}

/**
 * What would be left afterwards, kobo. A courtesy check, like the limit's: the approval checks everything again under a
 * lock. A refusal for lack of money names the total with `withWhat` in it, and what else helps: adding money, or
 * `orElse`.
 *
 * @throws AppError `debt.owed`, `funds.insufficient`, `limit.daily`, `limit.new`
 */
export async function requireAffordable(
  deps: Deps,
  of: { userId: UserId; totalKobo: Kobo; spendKobo: bigint; withWhat: string; orElse?: string },
): Promise<Kobo> {
  const { withWhat, orElse = 'choose a smaller amount' } = of
  const { availableKobo } = await readAfterDebt(deps, of.userId)
  if (availableKobo < of.totalKobo) {
    throw new AppError('funds.insufficient', {
      message: `Your balance of ${formatNairaShort(availableKobo)} is not enough for ${formatNairaShort(of.totalKobo)}${withWhat}. Add money or ${orElse}.`,
      fields: { amountKobo: `${formatNairaShort(availableKobo)} available` },
    })
  }
  const now = deps.clock.now()
  await requireWithinDailyLimit(deps.database, { userId: of.userId, spendKobo: of.spendKobo, now })
  requireWithinNewLimit(await findNewLimit(deps, of.userId), of.spendKobo)
  return kobo(availableKobo - of.totalKobo)
}

/** Incoming money repays debt. Money from before that rule repays it here, before any terms are made. */
async function readAfterDebt(deps: Deps, userId: UserId): Promise<UserBalances> {
  const balances = await readBalances(deps.database, userId)
  if (balances.debtKobo === 0n) return balances
  await deps.database.transaction((tx) => repayDebt(tx, deps, { userId, subjectId: null }))
  await requireNoDebt(deps.database, userId)
  return await readBalances(deps.database, userId)
}
