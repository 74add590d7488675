import type { OrderBody } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { checkApprovalExceptPin } from '#server/identity/devices/check-approval.ts'
import { WrongPinError } from '#server/identity/pin/attempts.ts'
import { refusedPin } from '#server/identity/pin/try-pin.ts'
import type { SessionRequest } from '#server/identity/sessions/session.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { paidByOf } from '#server/payments/orders/rules.ts'
import { needsStepUp } from '#server/payments/orders/step-up-policy.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { AppError } from '#server/platform/errors.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import { refuseIfPaused } from '#server/suspension/pauses.ts'
import { refuseIfSuspended } from '#server/suspension/suspensions.ts'
import { acceptOrder } from './accept-orders.ts'
import { refuseWithinPause } from './approval-pause.ts'
import type { Agreement } from './load-situations.ts'
import { readSituation, type Situation } from './read-before-pin.ts'
import { directionOf } from './write-order.ts'

/**
 * Approves a quote, with PIN and device signature or with a passkey, and turns it into an order. A repeated call
 * returns the same order.
 *
 * @throws AppError `quote.not-found`, `quote.expired`, `quote.provider-gone`, `provider.unavailable`, `kind.paused`,
 *   `approval.invalid`, `approval.too-fast`, `approval.strong-needed`, `passkey.refused`, `money-out.frozen`, `pin.*`,
 *   those of requireSession, and those of acceptOrder: in each case nothing was reserved
 */
export async function approveOrder(
  deps: Deps,
  request: SessionRequest,
  body: OrderBody,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const situation = await readSituation(deps, request, body.quoteId)
  if (situation.order !== null) return { order: situation.order, isNew: false }
  const { session, quote, stops } = situation
  // A quote that belongs to a list is only approved with it.
  if (quote === undefined || quote.batchId !== null) throw new AppError('quote.not-found')
  if (quote.expiresAt <= deps.clock.now()) throw new AppError('quote.expired')
  // Checked before a PIN attempt is spent. The order's own transaction decides.
  refuseIfSuspended(stops.suspensions, directionOf(quote))
  refuseIfPaused(stops.pauses, quote.kind, quote.recipient)
  requireProvider(deps, quote)
  const agreement = await checkAgreement(deps, { ...situation, quote }, body.approval)
  try {
    return await acceptOrder(deps, quote, agreement)
  } catch (error) {
    if (!(error instanceof WrongPinError)) throw error
    throw await refusedPin(deps, session, { purpose: 'order', tried: error.tried })
  }
}

/** @throws AppError `quote.provider-gone`, `provider.unavailable` before anything is reserved */
export function requireProvider(deps: Deps, { provider }: Pick<QuoteRow, 'provider'>): void {
  if (provider === INTERNAL_PROVIDER) return
  const status = availabilityOf(deps, provider)
  if (status === 'gone') throw new AppError('quote.provider-gone')
  if (status === 'silent') throw new AppError('provider.unavailable')
}

/**
 * There is no evidence where nothing has to be approved: a BPC paid by bank transfer takes no money from the wallet.
 */
async function checkAgreement(
  deps: Deps,
  { session, quote, facts, device }: Situation & { quote: QuoteRow },
  approval: OrderBody['approval'],
): Promise<Agreement> {
  if (approval === undefined) {
    if (paidByOf(quote) === 'transfer') return { evidence: null, pin: null }
    throw new AppError('request.invalid', { fields: { approval: 'Needed: money leaves the wallet' } })
  }
  // Checked, like the following, before a PIN attempt is spent. The order's own transaction decides.
  refuseWithinPause(deps, [quote], facts.lastOrderAt)
  if (facts.hasStrong && !('passkey' in approval) && !approval.code) {
    if (await needsStepUp(deps.database, [quote], deps.clock.now())) throw new AppError('approval.strong-needed')
  }
  const { challenge, terms } = quote
  return await checkApprovalExceptPin(deps, { ...approval, session, purpose: 'order', challenge, terms }, { device })
}
