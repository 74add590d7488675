import type { BpcId, OperatorRequestId, OrderId } from '#contract/ids.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type OperatorRequest,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { lockAvailable, readBalances } from '#server/ledger/balances.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import { REFUNDED_BY_TEAM } from '#server/payments/orders/ended-by-team.ts'
import { findOrderById, readWhy, refuseStopped } from '#server/payments/orders/ending/operate-order.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { movementsOf } from '#server/payments/orders/proving/advance.ts'
import { isSameWallet, planWalletChange, type WalletChange } from '#server/payments/orders/wallet-change.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { lockSuspensions, readSuspensions } from '#server/suspension/suspensions.ts'
import { announceTakenBack, takeBack } from './return-code.ts'
import { endOf, findUnused } from './returnable-codes.ts'

export type UncheckedRefund = { readonly uncheckedOrder: string; readonly uncheckedReason: string }

/**
 * Requests the refund of an unused BPC that its owner can no longer return. Another operator has to confirm.
 *
 * @throws RefusedError as readRefund
 */
export async function requestRefund(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedRefund & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { subject, content } = await readRefund(deps, of)
  const asked = { ...of, act: 'refund-bpc', subject, content, after: { code: content.code } } as const
  return await askForAct(deps, asked)
}

/**
 * The exact content of a request to refund a BPC, from what was typed.
 *
 * @throws RefusedError without a reason or such an order; for a code that was used, was returned or can still be returned by its
 *   owner; for a closed account; and while money is stopped
 */
export async function readRefund(
  deps: Pick<Deps, 'clock' | 'database'>,
  of: UncheckedRefund,
): Promise<{ subject: OrderId; content: RequestContent }> {
  const reason = readWhy(of.uncheckedReason, 'why')
  const order = await findOrderById(deps.database, of.uncheckedOrder)
  const code = await requireRefundable(deps.database, order, deps.clock.now())
  refuseStopped(await readSuspensions(deps.database))
  return { subject: order.id, content: { ...describe(order, code), reason } }
}

/**
 * What the refund of a request would change now, and its order.
 *
 * @throws RefusedError when it is no longer possible
 */
export async function previewRefund(
  deps: Pick<Deps, 'clock' | 'database'>,
  request: OperatorRequest,
): Promise<{ order: OrderRow; change: WalletChange }> {
  const { database } = deps
  const order = await findOrderById(database, request.subject)
  refuseOther(request, describe(order, await requireRefundable(database, order, deps.clock.now())))
  refuseStopped(await readSuspensions(database))
  const before = await readBalances(database, order.userId)
  const movements = movementsOf(order, { posting: 'return', evidence: {}, balances: before })
  return { order, change: planWalletChange(order.userId, before, movements) }
}

/**
 * Refunds a BPC, once, confirmed by a second operator, as its owner's own return would.
 *
 * `shown`: the effect that the second operator saw.
 *
 * @throws RefusedError for the same person and a request that ended; when it is no longer possible; and when the effect differs
 *   from the one shown
 */
export async function refundCode(
  deps: Pick<Deps, 'clock' | 'database' | 'events' | 'log' | 'metrics' | 'newId' | 'tracing'>,
  of: Confirmation & { readonly shown?: WalletChange | null },
): Promise<void> {
  const { request, by, shown = null } = of
  const { userId, id } = await findOrderById(deps.database, request.subject)
  let refunded: OrderRow | null = null
  await carryOut(deps, of, async (tx, at) => {
    refuseStopped(await lockSuspensions(tx))
    // This lock serialises the refund with payments under this code.
    await lockAvailable(tx, userId)
    if (await isClosedAccount(tx, userId)) throw new RefusedError(CLOSED)
    const order = await findOrderById(tx, id)
    const code = await requireRefundable(tx, order, at)
    refuseOther(request, describe(order, code))
    const evidence = {
      note: `refunded by ${request.requestedBy} and ${by.name}, request ${request.id}`,
      failure: REFUNDED_BY_TEAM,
      endedByRequest: request.id,
    }
    const event = 'refunded-by-operators'
    refunded = await takeBack(tx, deps, { userId, bpcId: code.id, orderId: order.id, at, event, evidence })
    if (shown !== null && !isSameWallet(shown.after, await readBalances(tx, userId)))
      throw new RefusedError('the amounts have changed since you looked: look at it again')
    const { totalKobo, reason } = request.content
    return { reason: reason ?? null, after: { code: code.id, totalKobo } }
  })
  deps.log.warn({ orderId: id }, 'a BPC was refunded by two operators')
  if (refunded === null) return
  countOrder(deps, refunded)
  announceTakenBack(deps, refunded)
}

type Refundable = { readonly id: BpcId; readonly boughtAt: Date }

/** Why the code of this order cannot be refunded. Null: it can. */
export async function whyNotRefundable(sql: Sql, order: OrderRow, now: Date): Promise<string | null> {
  return await requireRefundable(sql, order, now).then(
    () => null,
    (error: unknown) => {
      if (error instanceof RefusedError) return error.message
      throw error
    },
  )
}

async function requireRefundable(sql: Sql, order: OrderRow, now: Date): Promise<Refundable> {
  if (order.kind !== 'bpc') throw new RefusedError('this order bought no BPC')
  const [code] = await sql.query<Refundable & { status: string; isClosed: boolean }>(
    `select c.id, c.status, c.created_at as "boughtAt", u.closed_at is not null as "isClosed"
     from bpc_codes c join users u on u.id = c.user_id where c.user_id = $1 and c.order_id = $2`,
    [order.userId, order.id],
  )
  if (code === undefined) throw new RefusedError('it has no code: it was not paid')
  if (code.isClosed) throw new RefusedError(CLOSED)
  if (code.status !== 'active') throw new RefusedError(`the code is ${code.status} already`)
  if (endOf(code) >= now) {
    const until = formatMoment(endOf(code).toISOString())
    throw new RefusedError(`the customer can return it in their app until ${until}, if it is unused`)
  }
  const [unused] = await findUnused(sql, order.userId, ({ id }) => id === code.id)
  if (unused === undefined)
    throw new RefusedError('the customer has used it: for the prices of a payment, or for a higher daily limit')
  return code
}

const CLOSED = 'this customer has closed their account'

/** The code as the second operator sees it, which must be unchanged when they confirm. */
function describe({ totalKobo }: OrderRow, { id, boughtAt }: Refundable) {
  return { code: id, boughtAt: boughtAt.toISOString(), totalKobo: `${totalKobo}` }
}

function refuseOther({ content }: OperatorRequest, current: ReturnType<typeof describe>): void {
  const isAsAsked = Object.entries(current).every(([name, value]) => content[name] === value)
  if (!isAsAsked) throw new RefusedError('this code has changed: look at it, and ask again')
}

/** A refund, in one sentence. */
export function sayRefund(subject: string, content: RequestContent): string {
  const { totalKobo = '0', boughtAt = '' } = content
  const bought = boughtAt === '' ? '' : `, bought ${formatMoment(boughtAt)}`
  return `Refund the unused BPC of order ${subject} for ${formatNaira(kobo(BigInt(totalKobo)))}${bought}`
}
