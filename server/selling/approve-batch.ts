import { isId, type UserId } from '#contract/ids.ts'
import type { BatchApprovalBody } from '#contract/selling.ts'
import type { Deps } from '#server/deps.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { acceptOrders } from '#server/payments/orders/approving/accept-orders.ts'
import { requirePause } from '#server/payments/orders/approving/approval-pause.ts'
import { requireProvider } from '#server/payments/orders/approving/approve-order.ts'
import { findQuotesOfBatch, type QuoteRow } from '#server/payments/quotes/quote.ts'
import { AppError } from '#server/platform/errors.ts'
import { readPauses, refuseIfPaused } from '#server/suspension/pauses.ts'
import { readSuspensions, refuseIfSuspended } from '#server/suspension/suspensions.ts'
import { type BatchRecord, findBatch, readOutcomes } from './batches.ts'

/**
 * Approves a whole list at once: its terms are signed with PIN and device, or with a passkey. Its rows become orders
 * all together or not at all; from then on each goes its own way. A repeated call finds the same orders.
 *
 * @throws AppError `quote.not-found`, `quote.expired`, `quote.provider-gone`, `provider.unavailable`, `kind.paused`,
 *   `approval.invalid`, `approval.too-fast`, `passkey.refused`, `money-out.frozen`, `pin.*`, and those of acceptOrders:
 *   in each case nothing was reserved
 */
export async function approveBatch(
  deps: Deps,
  session: Session,
  of: BatchApprovalBody & { batchId: string },
): Promise<{ batch: BatchRecord; isNew: boolean }> {
  const batch = isId('bat', of.batchId) ? await findBatch(deps.database, session.userId, of.batchId) : null
  if (batch === null) throw new AppError('quote.not-found')
  if ((await readOutcomes(deps.database, batch)).length > 0) return { batch, isNew: false }
  if (batch.expiresAt <= deps.clock.now()) throw new AppError('quote.expired')
  const quotes = await readQuotes(deps, session.userId, batch)
  refuseIfSuspended(await readSuspensions(deps.database), 'out')
  const pauses = await readPauses(deps.database, deps.clock.now())
  for (const { kind, recipient } of quotes) refuseIfPaused(pauses, kind, recipient)
  for (const quote of quotes) requireProvider(deps, quote)
  await requirePause(deps.database, deps, quotes)
  const { challenge, terms } = batch
  const evidence = await checkApproval(deps, { ...of.approval, session, purpose: 'order', challenge, terms })
  const { isNew } = await acceptOrders(deps, quotes, { evidence: { ...evidence, batchId: batch.id }, pin: null })
  return { batch, isNew }
}

/** The quotes in the order of the list: what was signed is bought row by row. */
async function readQuotes(deps: Deps, userId: UserId, batch: BatchRecord): Promise<QuoteRow[]> {
  const kept = new Map(
    (await findQuotesOfBatch(deps.database, userId, batch.id)).map((each) => [each.id as string, each]),
  )
  return batch.quoteIds.map((id) => {
    const quote = kept.get(id)
    if (quote === undefined) throw new AppError('quote.expired')
    return quote
  })
}
