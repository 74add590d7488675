import type { OrderAnswer } from '#contract/console/orders.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { type Masker, maskerFor } from '#server/console/customers/masker.ts'
import { openUntilOf } from '#server/console/customers/open-customer.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting } from '#server/identity/operators/waiting-requests.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { explanationOf } from '#server/payments/orders/present-order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTS_HERE, actionsOnOrder } from './actions.ts'
import { drawOrder } from './draw-order.ts'
import { knownOfOrder, notKnownOfOrder } from './known-of-order.ts'
import { meaningOf } from './meaning-of-order.ts'
import { nextOfOrder } from './next-of-order.ts'
import { type OrderFacts, readOrderFacts } from './order-facts.ts'
import { readOne } from './read-records.ts'

/** The owner of an order or a deposit. */
export type Owner = { readonly userId: UserId; readonly name: string }

/**
 * One order as an operator sees it: masked unless this session has opened its customer. Records the look.
 *
 * @throws AppError operator.no-order
 */
export async function readOrder(deps: Deps, session: ConsoleSession, uncheckedId: string): Promise<OrderAnswer> {
  const { operator: by, where } = session
  if (!isId('ord', uncheckedId)) throw new AppError('operator.no-order')
  const requests = await listSubjectsWaiting(deps, ACTS_HERE)
  return await deps.database.transaction(async (tx) => {
    const owner = await readOne<Owner>(tx, 'owner', [uncheckedId])
    const facts = owner === null ? null : await readOrderFacts(tx, deps, { userId: owner.userId, orderId: uncheckedId })
    if (owner === null || facts === null) throw new AppError('operator.no-order')
    const { userId } = owner
    const customer = await presentOwner(tx, deps, { session, owner })
    const open = customer.openUntil !== null
    const answer = {
      asOf: facts.now.toISOString(),
      customer,
      ...presentHead(facts, maskerFor(open)),
      customerReads: open ? await explanationOf({ providers: deps.providers, database: tx }, facts.order) : null,
      known: knownOfOrder(facts),
      notKnown: notKnownOfOrder(facts),
      next: nextOfOrder(facts),
      actions: actionsOnOrder(facts, { role: by.role, requests }),
      ...drawOrder(facts, maskerFor(open)),
    }
    const after = { customer: userId, open }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-order', subject: uncheckedId, after })
    return answer
  })
}

/** The owner as this session may see them. */
export async function presentOwner(
  sql: Sql,
  deps: Deps,
  { session, owner: { userId, name } }: { session: ConsoleSession; owner: Owner },
): Promise<OrderAnswer['customer']> {
  const openUntil = await openUntilOf(sql, deps, { session, userId })
  return {
    id: userId,
    name: maskerFor(openUntil !== null)('full_name', name),
    openUntil: openUntil?.toISOString() ?? null,
    openForMs: openUntil === null ? null : openUntil.getTime() - deps.clock.now().getTime(),
  }
}

function presentHead({ order, provider }: OrderFacts, mask: Masker) {
  const { status } = STATES[order.state]
  const { line } = rulesOf(order)
  return {
    id: order.id,
    kind: order.kind,
    title: line.title,
    state: order.state,
    status,
    meaning: meaningOf(order),
    amountKobo: `${order.amountKobo}`,
    feeKobo: `${order.feeKobo}`,
    dutyKobo: `${order.dutyKobo}`,
    discountKobo: `${order.discountKobo}`,
    totalKobo: `${order.totalKobo}`,
    recipient: mask('counterparty', line.counterparty),
    recipientDetail: mask('counterparty_detail', line.detail),
    token: mask('token', order.token),
    provider: provider === null ? null : order.provider,
    reference: order.reference,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}
