import { BPC_OPEN_PURCHASES_MAX } from '#contract/constants.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { WrongPinError } from '#server/identity/pin/attempts.ts'
import { refuseDebt } from '#server/ledger/debt.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { paidByOf } from '#server/payments/orders/rules.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { AppError } from '#server/platform/errors.ts'
import { refuseIfPaused } from '#server/suspension/pauses.ts'
import { refuseIfSuspended } from '#server/suspension/suspensions.ts'
import { refuseWithinPause } from './approval-pause.ts'
import { refuseOverDailyLimit, requireWithinNewLimit } from './limits.ts'
import type { Command, Situation } from './load-situations.ts'
import { directionOf } from './write-order.ts'

/** Returned, not thrown, so that the counted PIN attempt is committed. */
export type Refused = AppError | WrongPinError

/** Whether a command becomes orders, already did, or is refused. Reads nothing: its Situation has everything. */
export function decideApproval(
  deps: Pick<Deps, 'clock' | 'config'>,
  command: Command,
  situations: ReadonlyMap<UserId, Situation>,
): 'accept' | { readonly earlier: OrderRow[] } | Refused {
  const situation = situations.get(command.userId)
  if (situation === undefined) throw new Error('a command without its situation')
  if (situation.wrongPin !== null) return situation.wrongPin
  if (situation.earlier.length > 0) return { earlier: situation.earlier }
  try {
    requireAllowed(deps, command.quotes, situation)
    return 'accept'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
}

function requireAllowed(
  deps: Pick<Deps, 'clock' | 'config'>,
  quotes: readonly QuoteRow[],
  { stops, facts, availableKobo, needsStepUp, debt, openPurchases }: Situation,
): void {
  for (const quote of quotes) refuseIfSuspended(stops.suspensions, directionOf(quote))
  for (const { kind, recipient } of quotes) refuseIfPaused(stops.pauses, kind, recipient)
  const now = deps.clock.now()
  if (quotes.some((quote) => quote.expiresAt <= now)) throw new AppError('quote.expired')
  const fromWallet = quotes.filter((quote) => paidByOf(quote) === 'wallet')
  if (fromWallet.length > 0) {
    if (facts?.frozenByTeam) throw new AppError('money-out.frozen-by-team')
    if (facts === undefined || facts.frozen) throw new AppError('money-out.frozen')
    if (facts.paused) throw new AppError('pin.frozen')
    refuseWithinPause(deps, fromWallet, facts.lastOrderAt)
    requireWithinNewLimit(facts.newLimit, spendOf(fromWallet), { approved: true })
    if (needsStepUp) throw new AppError('approval.strong-needed')
    refuseDebt(debt)
  }
  requireCodesHeld(quotes, facts?.heldCodes ?? [])
  const isByTransfer = quotes.length > fromWallet.length
  if (isByTransfer && openPurchases >= BPC_OPEN_PURCHASES_MAX) throw new AppError('bpc.too-many-open')
  if (fromWallet.length === 0 || facts === undefined) return
  const { spentTodayKobo: spentKobo, dailyLimit: limit } = facts
  refuseOverDailyLimit({ spendKobo: spendOf(fromWallet), spentKobo, limit, approved: true })
  if (fromWallet.reduce((sum, quote) => sum + quote.totalKobo, 0n) > availableKobo) {
    throw new AppError('funds.insufficient')
  }
}

const spendOf = (quotes: readonly QuoteRow[]) =>
  quotes.reduce((sum, quote) => sum + quote.amountKobo - quote.discountKobo, 0n)

/**
 * A quote with a code's prices is valid only while the code is held. Returning a code takes the same lock on the money
 * as this does.
 */
function requireCodesHeld(quotes: readonly QuoteRow[], held: readonly BpcId[]): void {
  if (quotes.some(({ bpcId }) => bpcId !== null && !held.includes(bpcId))) throw new AppError('quote.expired')
}
