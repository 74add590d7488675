import { providerName } from '#contract/console/provider-names.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ApprovalEvidence } from '#server/identity/devices/approval-evidence.ts'
import { whyNotRefundable } from '#server/payments/bpc/refund-code.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import { readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import {
  type Alarm,
  type Alert,
  type Case,
  type Charge,
  type Job,
  type KnownDifference,
  type Message,
  type Payment,
  type Records,
  type Request,
  readAlarms,
  readCases,
  readDifferences,
  readMany,
  readOne,
  readTransfers,
  type Step,
  type Transfer,
  type Webhook,
} from './read-records.ts'

/** The agreed terms, and the provider's last answer. */
type Agreed = {
  readonly terms: string
  readonly approval: ApprovalEvidence
  readonly providerWord: string | null
  readonly sentAt: Date | null
}

type Ending = { readonly asked: string; readonly confirmed: string; readonly why: string }

/** Everything stored about one order at one moment. */
export type OrderFacts = {
  readonly now: Date
  readonly order: OrderRow
  readonly agreed: Agreed
  readonly quote: { readonly createdAt: Date; readonly expiresAt: Date } | null
  readonly steps: Records<Step>
  readonly requests: Records<Request>
  readonly transfers: readonly Transfer[]
  readonly charges: Records<Charge>
  readonly payments: Records<Payment>
  /** Why two operators cannot refund the BPC it bought. Null: they can. */
  readonly whyNoRefund: string | null
  /** Operators who ended the order, and those who undid that, with evidence or reason. Empty: nobody did. */
  readonly endings: readonly Ending[]
  readonly code: { readonly createdAt: Date; readonly returnedAt: Date | null } | null
  readonly webhooks: Records<Webhook>
  readonly alerts: Records<Alert>
  readonly alarms: Records<Alarm>
  readonly differences: Records<KnownDifference>
  readonly cases: Records<Case>
  readonly messages: Records<Message>
  readonly receipt: { readonly createdAt: Date } | null
  readonly job: Job | null
  readonly stops: readonly Suspension[]
  /** The provider's name for operators. Null: we fulfil the order ourselves. */
  readonly provider: string | null
  /** Its provider is not configured (any more). */
  readonly isProviderGone: boolean
  /**
   * When the provider stops accepting the order's reference. Null: never, or unknown while the provider is not
   * configured.
   */
  readonly referenceEndsAt: Date | null
}

async function readEndings(sql: Sql, { endedByRequest, undoneByRequest }: OrderRow): Promise<Ending[]> {
  const endings: Ending[] = []
  for (const request of [endedByRequest, undoneByRequest]) {
    const ending = request === null ? null : await readOne<Ending>(sql, 'endedBy', [request])
    if (ending !== null) endings.push(ending)
  }
  return endings
}

/** Reads the facts in the caller's transaction. Null: no such order. */
export async function readOrderFacts(
  sql: Sql,
  deps: Deps,
  of: { userId: UserId; orderId: string },
): Promise<OrderFacts | null> {
  const { userId, orderId } = of
  const [order, agreed] = await Promise.all([
    findOrder(sql, userId, orderId),
    readOne<Agreed>(sql, 'agreed', [orderId]),
  ])
  if (order === null || agreed === null) return null
  const isOurs = order.provider === INTERNAL_PROVIDER
  const isProviderGone = !isOurs && availabilityOf(deps, order.provider) === 'gone'
  const [requests, charges] = await Promise.all([
    readMany<Request>(sql, 'requests', [userId, orderId]),
    readMany<Charge>(sql, 'charges', [userId, orderId]),
  ])
  const references = [order.reference, ...[...requests.rows, ...charges.rows].map(({ reference }) => reference)]
  const { cases, messages } = await readCases(sql, 'cases', { userId, id: orderId })
  return {
    now: deps.clock.now(),
    order,
    agreed,
    requests,
    charges,
    cases,
    messages,
    provider: isOurs ? null : providerName(order.provider),
    quote: await readOne(sql, 'quote', [userId, order.quoteId]),
    steps: await readMany(sql, 'steps', [userId, orderId]),
    transfers: await readTransfers(sql, 'transfers', { userIds: [userId], subjectId: orderId }),
    payments: await readMany(sql, 'payments', [orderId]),
    whyNoRefund: KINDS[order.kind].isRefundable ? await whyNotRefundable(sql, order, deps.clock.now()) : null,
    endings: await readEndings(sql, order),
    code: await readOne(sql, 'code', [userId, orderId]),
    webhooks: await readMany(sql, 'webhooks', [order.provider, references]),
    alerts: await readMany(sql, 'alerts', [userId, [orderId, ...(order.batchId === null ? [] : [order.batchId])]]),
    alarms: await readAlarms(sql, [orderId, `order ${orderId}`]),
    differences: await readDifferences(sql, { provider: order.provider, references: [...references, orderId] }),
    receipt: await readOne(sql, 'receipt', [userId, order.transactionId]),
    job: await readOne(sql, 'job', ['order', orderId]),
    stops: await readSuspensions(sql),
    isProviderGone,
    referenceEndsAt: isProviderGone ? null : (rulesOf(order).carrier?.referenceEndsAt(deps) ?? null),
  }
}
