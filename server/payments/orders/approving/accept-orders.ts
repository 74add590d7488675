import type { Deps } from '#server/deps.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { paidByOf } from '#server/payments/orders/rules.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { batched } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { decideApproval, type Refused } from './decide-approval.ts'
import { type Agreement, type Command, loadSituations } from './load-situations.ts'
import { writeOrders } from './write-order.ts'

/** Turns one approved quote into an order, once. Like acceptOrders. */
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
 * false). A PIN attempt is counted in the same transaction, before anything is decided, and stays counted whatever
 * becomes of the orders: no caller gets a result before that is committed. A single quote that goes to a provider
 * shares its transaction with other people's.
 *
 * @throws AppError `quote.expired`, `money-out.frozen`, `pin.frozen`, `debt.owed`, `limit.daily`, `funds.insufficient`,
 *   `limit.new`, `approval.strong-needed`, `approval.too-fast`, `bpc.too-many-open`, `money-out.stopped`,
 *   `money-out.restoring`, `kind.paused`, `session.none` when the account was closed meanwhile: nothing was reserved
 * @throws WrongPinError a wrong PIN is counted, or nothing was compared; nothing was reserved
 */
export async function acceptOrders(
  deps: Deps,
  quotes: readonly QuoteRow[],
  agreement: Agreement,
): Promise<{ orders: OrderRow[]; isNew: boolean }> {
  const [first] = quotes
  if (first === undefined) return { orders: [], isNew: false }
  const since = deps.clock.now()
  const command = { userId: first.userId, quotes, agreement }
  const mayShare = quotes.length === 1 && first.provider !== INTERNAL_PROVIDER && paidByOf(first) === 'wallet'
  const accepted = await (mayShare ? acceptTogether(deps, command) : acceptAlone(deps, command))
  if (accepted.isNew) {
    deps.tracing.placed(accepted.orders, since)
    for (const order of accepted.orders) countOrder(deps, order)
    deps.wakeWorker()
    const [order] = accepted.orders
    deps.events.publish(first.userId, {
      topics: [
        'wallet',
        'transactions',
        'order',
        ...(order !== undefined && KINDS[order.kind].changesBpcs ? (['bpc'] as const) : []),
      ],
      ...(order === undefined || accepted.orders.length > 1 ? {} : { orderId: order.id }),
    })
  }
  return accepted
}

type Accepted = { readonly orders: OrderRow[]; readonly isNew: boolean }

const acceptTogether = batched<Deps, Command, Accepted>({
  work: (deps, commands) => deps.database.transaction((tx) => accept(tx, deps, commands)),
  keyOf: ({ userId }) => userId,
  concurrency: 2,
  onGroup: ({ metrics }, commands) => metrics.countGroup('approvals', commands),
})

async function acceptAlone(deps: Deps, command: Command): Promise<Accepted> {
  const [accepted] = await deps.database.transaction((tx) => accept(tx, deps, [command]))
  if (accepted === undefined || accepted instanceof Error) throw accepted ?? new Error('quotes became no orders')
  return accepted
}

/**
 * Loads, decides, writes: accepts what it may of the commands, each by another user. Returns each command's orders, or
 * its refusal.
 */
async function accept(tx: Transaction, deps: Deps, commands: readonly Command[]): Promise<(Accepted | Refused)[]> {
  const situations = await loadSituations(tx, deps, commands)
  const decided = commands.map((command) => ({ command, decision: decideApproval(deps, command, situations) }))
  const agreed = decided.filter(({ decision }) => decision === 'accept').map(({ command }) => command)
  const written = await writeOrders(
    tx,
    deps,
    agreed.flatMap(({ quotes, agreement }) => quotes.map((quote) => ({ quote, approval: agreement.evidence }))),
  )
  const ordersOf = Map.groupBy(written, ({ userId }) => userId)
  return decided.map(({ command, decision }) => {
    if (decision === 'accept') return { orders: ordersOf.get(command.userId) ?? [], isNew: true }
    return decision instanceof Error ? decision : { orders: decision.earlier, isNew: false }
  })
}
