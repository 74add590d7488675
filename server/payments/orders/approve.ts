import { BPC_OPEN_PURCHASES_MAX } from '#contract/constants.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { type ApprovalEvidence, isStronglyApproved } from '#server/identity/devices/approval-evidence.ts'
import { countPinAttempts, type PinAttempt, type WrongPinError, wrongPinOf } from '#server/identity/pin/attempts.ts'
import { lockAvailables } from '#server/ledger/balances.ts'
import { requireNoDebt } from '#server/ledger/debt.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { batched } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSuspensions, refuseIfSuspended, type Suspension } from '#server/suspension/suspensions.ts'
import { type ApprovalFacts, readApprovalFacts } from './approval-facts.ts'
import { refuseWithinPause } from './approval-pause.ts'
import { refuseOverDailyLimit, requireWithinNewLimit } from './limits.ts'
import { findOrdersOfQuotes, type OrderRow } from './order.ts'
import { needsStepUp } from './step-up-policy.ts'
import { directionOf, INTERNAL_PROVIDER, paidBy, writeOrders } from './write-order.ts'

/**
 * How somebody agreed: the evidence, which must have been checked, and the PIN that came with it where that is still to be
 * compared and counted.
 */
export type Agreement = { readonly evidence: ApprovalEvidence; readonly pin: PinAttempt | null }

/** Turns one approved quote into an order, once. As acceptOrders. */
export async function acceptOrder(
  deps: Deps,
  quote: QuoteRow,
  agreement: Agreement,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const { orders, isNew } = await acceptOrders(deps, [quote], agreement)
  const [order] = orders
  if (order === undefined) throw new Error('a quote became no order')
  return { order, isNew }
}

/**
 * Turns approved quotes of one user into orders, once: orders, holds, history lines and outbox rows commit together or
 * not at all. A quote is the idempotency key, so a repeated tap, a retry or a lost answer gets the same orders (`isNew`
 * false). A PIN is counted in the same transaction, before anything is decided, and stays counted whatever becomes of the
 * orders: nobody hears of it before that is committed. What is sent to a provider, one quote at a time, shares its transaction
 * with other people's.
 *
 * @throws AppError `quote.expired`, `money-out.frozen`, `pin.frozen`, `debt.owed`, `limit.daily`, `funds.insufficient`,
 *   `limit.new`, `approval.strong-needed`, `approval.too-fast`, `bpc.too-many-open`, `money-out.stopped`, `money-out.restoring`,
 *   `session.none` when the account was closed meanwhile: nothing was reserved
 * @throws WrongPinError a wrong PIN is counted, or nothing was compared; nothing was reserved
 */
export async function acceptOrders(
  deps: Deps,
  quotes: readonly QuoteRow[],
  agreement: Agreement,
): Promise<{ orders: OrderRow[]; isNew: boolean }> {
  const [first] = quotes
  if (first === undefined) return { orders: [], isNew: false }
  const command = { userId: first.userId, quotes, agreement }
  const mayShare = quotes.length === 1 && first.provider !== INTERNAL_PROVIDER && paidBy(first) === 'wallet'
  const accepted = await (mayShare ? acceptTogether(deps, command) : acceptAlone(deps, command))
  if (accepted.isNew) {
    deps.wakeWorker()
    const [order] = accepted.orders
    deps.events.publish(first.userId, {
      topics: ['wallet', 'transactions', 'order', ...(order?.kind === 'bpc' ? (['bpc'] as const) : [])],
      ...(order === undefined || accepted.orders.length > 1 ? {} : { orderId: order.id }),
    })
  }
  return accepted
}

type Command = { readonly userId: UserId; readonly quotes: readonly QuoteRow[]; readonly agreement: Agreement }
const userOf = ({ userId }: Command) => userId

type Accepted = { readonly orders: OrderRow[]; readonly isNew: boolean }
/** Values, so that what was counted is committed. */
type Refused = AppError | WrongPinError

const acceptTogether = batched<Deps, Command, Accepted>({
  work: (deps, commands) => deps.database.transaction((tx) => accept(tx, deps, commands)),
  keyOf: userOf,
  concurrency: 2,
})

async function acceptAlone(deps: Deps, command: Command): Promise<Accepted> {
  const [accepted] = await deps.database.transaction((tx) => accept(tx, deps, [command]))
  if (accepted === undefined || accepted instanceof Error) throw accepted ?? new Error('quotes became no orders')
  return accepted
}

/** Accepts what it may of the commands, each of another user, and answers each: its orders, or why not. */
async function accept(tx: Transaction, deps: Deps, commands: readonly Command[]): Promise<(Accepted | Refused)[]> {
  const userIds = commands.map(userOf)
  const quotes = commands.flatMap((each) => each.quotes)
  const buyers = commands.filter((each) => each.quotes.some((quote) => paidBy(quote) === 'transfer')).map(userOf)
  const tries = commands.flatMap(({ agreement }) => agreement.pin ?? [])
  // Given at once, done in this order. The locks make every decision about these users' money wait for the one before.
  const [stops, tried, available, , before, facts] = await Promise.all([
    lockSuspensions(tx),
    countPinAttempts(tx, deps, tries),
    lockAvailables(tx, userIds),
    // Who never had money has no account to lock; what he can approve is a purchase by bank transfer.
    lockUsers(tx, buyers),
    // All of a command's or none, because they commit together.
    findOrdersOfQuotes(tx, quotes),
    readApprovalFacts(tx, deps, userIds),
  ])
  const first = new Map(before.map((order) => [order.quoteId, order]))
  const accepted: (Accepted | Refused)[] = []
  const agreed: { place: number; command: Command }[] = []
  for (const [place, command] of commands.entries()) {
    const wrong = command.agreement.pin === null ? null : wrongPinOf(tried[tries.indexOf(command.agreement.pin)])
    if (wrong !== null) {
      accepted.push(wrong)
      continue
    }
    const orders = command.quotes.flatMap(({ id }) => first.get(id) ?? [])
    accepted.push({ orders, isNew: orders.length === 0 })
    if (orders.length > 0) continue
    try {
      const about = { stops, facts: facts.get(command.userId), availableKobo: available.get(command.userId) ?? 0n }
      await requireAllowed(tx, deps, command, about)
      agreed.push({ place, command })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      accepted[place] = error
    }
  }
  const orders = await writeOrders(
    tx,
    deps,
    agreed.flatMap(({ command }) => command.quotes.map((quote) => ({ quote, approval: command.agreement.evidence }))),
  )
  for (const { place, command } of agreed) {
    accepted[place] = { orders: orders.splice(0, command.quotes.length), isNew: true }
  }
  return accepted
}

/**
 * Leaves those alone who only refer to the user: they lock his key.
 *
 * @throws AppError `session.none` when one of them has closed his account
 */
async function lockUsers(tx: Transaction, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return
  const open = await tx.query(
    'select 1 from users where id = any($1::text[]) and closed_at is null order by id for no key update',
    [userIds],
  )
  if (open.length < userIds.length) throw new AppError('session.none')
}

type About = {
  readonly stops: readonly Suspension[]
  readonly facts: ApprovalFacts | undefined
  readonly availableKobo: bigint
}

async function requireAllowed(
  tx: Transaction,
  deps: Deps,
  { userId, quotes, agreement }: Command,
  { stops, facts, availableKobo }: About,
): Promise<void> {
  for (const quote of quotes) refuseIfSuspended(stops, directionOf(quote))
  const now = deps.clock.now()
  if (quotes.some((quote) => quote.expiresAt <= now)) throw new AppError('quote.expired')
  const fromWallet = quotes.filter((quote) => paidBy(quote) === 'wallet')
  if (fromWallet.length > 0) {
    if (facts === undefined || facts.frozen) throw new AppError('money-out.frozen')
    if (facts.paused) throw new AppError('pin.frozen')
    refuseWithinPause(deps, fromWallet, facts.lastOrderAt)
    requireWithinNewLimit(facts.newLimit, spendOf(fromWallet))
    if (!isStronglyApproved(agreement.evidence) && facts.hasStrong && (await needsStepUp(tx, fromWallet, now))) {
      throw new AppError('approval.strong-needed')
    }
    if (facts.owes) await requireNoDebt(tx, userId)
  }
  requireCodesHeld(quotes, facts?.heldCodes ?? [])
  if (quotes.length > fromWallet.length) await requireRoomForPurchase(tx, userId)
  if (fromWallet.length === 0 || facts === undefined) return
  const { spentTodayKobo: spentKobo, dailyLimitKobo: limit } = facts
  refuseOverDailyLimit({ spendKobo: spendOf(fromWallet), spentKobo, limit })
  if (fromWallet.reduce((sum, quote) => sum + quote.totalKobo, 0n) > availableKobo) {
    throw new AppError('funds.insufficient')
  }
}

const spendOf = (quotes: readonly QuoteRow[]) =>
  quotes.reduce((sum, quote) => sum + quote.amountKobo - quote.discountKobo, 0n)

/** Prices that came with a code are good for as long as it is held. Giving it back waits for the lock on the money, as this does. */
function requireCodesHeld(quotes: readonly QuoteRow[], held: readonly BpcId[]): void {
  if (quotes.some(({ bpcId }) => bpcId !== null && !held.includes(bpcId))) throw new AppError('quote.expired')
}

async function requireRoomForPurchase(tx: Transaction, userId: UserId): Promise<void> {
  const open = await tx.query(`select 1 from orders where user_id = $1 and state = 'awaiting_payment' limit $2`, [
    userId,
    BPC_OPEN_PURCHASES_MAX,
  ])
  if (open.length >= BPC_OPEN_PURCHASES_MAX) throw new AppError('bpc.too-many-open')
}
