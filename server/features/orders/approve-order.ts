import { isId } from '#contract/ids.ts'
import type { OrderBody } from '#contract/orders.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { acceptOrder } from '../../orders/approve.ts'
import { findOrderOfQuote, type OrderRow } from '../../orders/order.ts'
import { findQuote } from '../../orders/quote.ts'
import type { Session } from '../accounts/session.ts'
import { checkApproval } from '../devices/check-approval.ts'

/**
 * Approves a quote with PIN and device signature and turns it into an order. Repeating it answers the same order.
 *
 * @throws AppError `quote.not-found`, `quote.expired`, `provider.unavailable`, `approval.invalid`, `pin.*`, and those of
 *   acceptOrder: in each case nothing was reserved
 */
export async function approveOrder(
  deps: Deps,
  session: Session,
  body: OrderBody,
): Promise<{ order: OrderRow; isNew: boolean }> {
  if (!isId('quo', body.quoteId)) throw new AppError('quote.not-found')
  const first = await findOrderOfQuote(deps.database, session.userId, body.quoteId)
  if (first !== null) return { order: first, isNew: false }
  const quote = await findQuote(deps.database, session.userId, body.quoteId)
  if (quote === null) throw new AppError('quote.not-found')
  if (quote.expiresAt <= deps.clock.now()) throw new AppError('quote.expired')
  if (!deps.payments.available()) throw new AppError('provider.unavailable')

  const { deviceId, pinProof, signature } = body.approval
  const { challenge, terms } = quote
  await checkApproval(deps, { session, deviceId, purpose: 'order', challenge, terms, pinProof, signature })
  return await acceptOrder(deps, quote, { deviceId, challenge, signature })
}
