import { BPC_OPEN_PURCHASES_MAX } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { lockAvailable } from '../ledger/balances.ts'
import { requireNoDebt } from '../ledger/debt.ts'
import { passGate, refuseIfClosed } from '../stops/money-stops.ts'
import { requirePause } from './approval-pause.ts'
import { isClosedAccount } from './closed-account.ts'
import { readNewLimit, requireWithinDailyLimit, requireWithinNewLimit } from './limits.ts'
import { needsStrong } from './needs-strong.ts'
import { findOrdersOfQuotes, type OrderRow } from './order.ts'
import type { QuoteRow } from './quote.ts'
import { type ApprovalEvidence, isStrongly, movementOf, paidBy, writeOrder } from './write-order.ts'

/** Turns one approved quote into an order, once. As acceptOrders. */
export async function acceptOrder(
  deps: Deps,
  quote: QuoteRow,
  approval: ApprovalEvidence,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const { orders, isNew } = await acceptOrders(deps, [quote], approval)
  const [order] = orders
  if (order === undefined) throw new Error('a quote became no order')
  return { order, isNew }
}

/**
 * Turns approved quotes of one user into orders, once: orders, holds, history lines and outbox rows commit together or
 * not at all. A quote is the idempotency key, so a repeated tap, a retry or a lost answer gets the same orders (`isNew`
 * false). The approval must have been checked before.
 *
 * @throws AppError `quote.expired`, `money-out.frozen`, `pin.frozen`, `debt.owed`, `limit.daily`, `funds.insufficient`,
 *   `limit.new`, `approval.strong-needed`, `approval.too-fast`, `bpc.too-many-open`, `money-out.stopped`, `money-out.restoring`,
 *   `session.none` when the account was closed meanwhile: nothing was reserved
 */
export async function acceptOrders(
  deps: Deps,
  quotes: readonly QuoteRow[],
  approval: ApprovalEvidence,
): Promise<{ orders: OrderRow[]; isNew: boolean }> {
  const userId = quotes[0]?.userId
  if (userId === undefined) return { orders: [], isNew: false }
  const accepted = await deps.database.transaction(async (tx) => {
    const stops = await passGate(tx)
    // The lock makes every decision about this user's money wait for the one before.
    await lockAvailable(tx, userId)
    // Who never had money has no account to lock; what he can approve is a purchase by bank transfer.
    if (quotes.some((quote) => paidBy(quote) === 'transfer')) await lockUser(tx, userId)
    // All of them or none, because they commit together.
    const first = await findOrdersOfQuotes(
      tx,
      userId,
      quotes.map((quote) => quote.id),
    )
    if (first.length > 0) return { orders: first, isNew: false }
    for (const quote of quotes) refuseIfClosed(stops, movementOf(quote))
    await requireAllowed(tx, deps, { userId, quotes, approval })
    const orders: OrderRow[] = []
    for (const quote of quotes) orders.push(await writeOrder(tx, deps, quote, approval))
    return { orders, isNew: true }
  })
  if (accepted.isNew) {
    deps.wakeWorker()
    const [order] = accepted.orders
    deps.events.publish(userId, {
      topics: ['wallet', 'transactions', 'order', ...(order?.kind === 'bpc' ? (['bpc'] as const) : [])],
      ...(order === undefined || accepted.orders.length > 1 ? {} : { orderId: order.id }),
    })
  }
  return accepted
}

/** Leaves those alone who only refer to the user: they lock his key. */
async function lockUser(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId])
  if (await isClosedAccount(tx, userId)) throw new AppError('session.none')
}

async function requireAllowed(
  tx: Transaction,
  deps: Deps,
  { userId, quotes, approval }: { userId: UserId; quotes: readonly QuoteRow[]; approval: ApprovalEvidence },
): Promise<void> {
  const now = deps.clock.now()
  if (quotes.some((quote) => quote.expiresAt <= now)) throw new AppError('quote.expired')
  const fromWallet = quotes.filter((quote) => paidBy(quote) === 'wallet')
  if (fromWallet.length > 0) {
    const owner = await refuseWhileFrozen(tx, userId, now)
    await requirePause(tx, deps, fromWallet)
    if (deps.config.newLimit) {
      requireWithinNewLimit(await readNewLimit(tx, { userId, ...owner, now }), spendOf(fromWallet))
    }
    if (!isStrongly(approval) && (await needsStrong(tx, fromWallet, now))) throw new AppError('approval.strong-needed')
    await requireNoDebt(tx, userId)
  }
  await requireCodesHeld(tx, userId, quotes)
  if (quotes.length > fromWallet.length) await requireRoomForPurchase(tx, userId)
  if (fromWallet.length > 0) await requireWithinDailyLimit(tx, { userId, spendKobo: spendOf(fromWallet), now })
}

const spendOf = (quotes: readonly QuoteRow[]) =>
  quotes.reduce((sum, quote) => sum + quote.amountKobo - quote.discountKobo, 0n)

async function refuseWhileFrozen(tx: Transaction, userId: UserId, now: Date): Promise<{ newSince: Date }> {
  // Shared, so that a freeze and an approval never overlap: whichever commits first is seen by the other.
  const [owner] = await tx.query<{ frozen: boolean; paused: boolean; newSince: Date }>(
    `select frozen_at is not null or closed_at is not null as frozen,
       coalesce(money_out_frozen_until > $2, false) as paused, new_since as "newSince"
     from users where id = $1 for share`,
    [userId, now],
  )
  if (owner?.frozen !== false) throw new AppError('money-out.frozen')
  if (owner.paused) throw new AppError('pin.frozen')
  return owner
}

async function requireRoomForPurchase(tx: Transaction, userId: UserId): Promise<void> {
  const open = await tx.query(`select 1 from orders where user_id = $1 and state = 'awaiting_payment' limit $2`, [
    userId,
    BPC_OPEN_PURCHASES_MAX,
  ])
  if (open.length >= BPC_OPEN_PURCHASES_MAX) throw new AppError('bpc.too-many-open')
}

/** Prices that came with a code are good for as long as the code is held. */
async function requireCodesHeld(tx: Transaction, userId: string, quotes: readonly QuoteRow[]): Promise<void> {
  const codes = [...new Set(quotes.map((quote) => quote.bpcId).filter((id) => id !== null))]
  if (codes.length === 0) return
  const held = await tx.query(
    `select 1 from bpc_codes where user_id = $1 and id = any($2::text[]) and status = 'active' for share`,
    [userId, codes],
  )
  if (held.length !== codes.length) throw new AppError('quote.expired')
}
