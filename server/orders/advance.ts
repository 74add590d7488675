import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { raiseAlarm } from '../jobs/alarms.ts'
import { lockAvailable } from '../ledger/balances.ts'
import { postTransfer } from '../ledger/post.ts'
import { addStatementLine, setStatementStatus } from '../ledger/statement.ts'
import { withdrawalMovements } from './kinds/withdrawal.ts'
import { type OrderEvent, type Posting, STATES, transitionFor } from './machine.ts'
import { lockOrder, type OrderRow } from './order.ts'

export type AdvanceDeps = Pick<Deps, 'clock' | 'newId' | 'log'>

export type Evidence = {
  /** Why, for the record: the provider's own word, or what happened. Never a secret or a full account number. */
  readonly note: string
  /** Why it failed, for the customer. */
  readonly failure?: string | null
  readonly providerWord?: string
  readonly providerFeeKobo?: Kobo
}

/**
 * Takes an order through one transition: state, step, ledger and history line in the given transaction, under the
 * order's row lock. Answers the order afterwards; an event that means nothing in its state changes nothing and
 * raises an alarm (R7: a resolved order never changes).
 */
export async function advanceOrder(
  tx: Transaction,
  deps: AdvanceDeps,
  of: { userId: string; orderId: string; event: OrderEvent; evidence: Evidence },
): Promise<{ order: OrderRow; changed: boolean }> {
  const order = await lockOrder(tx, of.userId, of.orderId)
  if (order === null) throw new Error(`no order ${of.orderId}`)
  const transition = transitionFor(order.state, of.event)
  if (transition === null) {
    await raiseAlarm(tx, deps.log, {
      kind: 'order-unexpected-evidence',
      subjectId: order.id,
      detail: `order is ${order.state} and "${of.event}" came in: ${of.evidence.note}`,
      at: deps.clock.now(),
    })
    return { order, changed: false }
  }
  if (transition.to === order.state && transition.posts === null) return { order, changed: false }

  if (transition.posts !== null) await postResolution(tx, deps, order, transition.posts, of.evidence)
  const advanced = await writeState(tx, deps, order, { ...of, to: transition.to })
  await updateHistory(tx, deps, advanced, transition.posts)
  if (transition.posts === 'late-success') {
    await raiseAlarm(tx, deps.log, {
      kind: 'order-late-success',
      subjectId: order.id,
      detail: `released, then paid after all: ${formatNairaShort(order.amountKobo)} taken again or owed`,
      at: deps.clock.now(),
    })
  }
  return { order: advanced, changed: true }
}

async function postResolution(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting,
  evidence: Evidence,
): Promise<void> {
  const availableKobo = await lockAvailable(tx, order.userId)
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: order.userId,
    kind: posting,
    key: `${posting}:${order.id}`,
    subjectId: order.id,
    movements: withdrawalMovements(order, posting, {
      providerFeeKobo: evidence.providerFeeKobo ?? kobo(0n),
      availableKobo,
    }),
    at: deps.clock.now(),
  })
}

async function writeState(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  of: { to: OrderRow['state']; event: OrderEvent; evidence: Evidence },
): Promise<OrderRow> {
  const now = deps.clock.now()
  const failure = of.evidence.failure ?? (of.to === 'late_success' ? null : order.failure)
  await tx.query(
    `update orders set state = $3, updated_at = $4, failure = $5, provider_word = coalesce($6, provider_word),
       provider_fee_kobo = coalesce($7::bigint, provider_fee_kobo), send_count = send_count + $8,
       not_found_count = case when $8 = 1 then 0 else not_found_count end,
       not_found_since = case when $8 = 1 then null else not_found_since end
     where user_id = $1 and id = $2`,
    [
      order.userId,
      order.id,
      of.to,
      now,
      failure,
      of.evidence.providerWord ?? null,
      of.evidence.providerFeeKobo ?? null,
      of.event === 'send' ? 1 : 0,
    ],
  )
  await addStep(tx, { order, state: of.to, event: of.event, note: of.evidence.note, at: now })
  return {
    ...order,
    state: of.to,
    updatedAt: now,
    failure,
    sendCount: order.sendCount + (of.event === 'send' ? 1 : 0),
  }
}

/** Adds a line to an order's timeline. */
export async function addStep(
  tx: Transaction,
  step: { order: { userId: string; id: string }; state: string; event: string; note: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into order_steps (user_id, order_id, seq, state, event, evidence, at)
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 from order_steps where user_id = $1 and order_id = $2`,
    [step.order.userId, step.order.id, step.state, step.event, step.note, step.at],
  )
}

/** The order's line takes its status; money that comes back, or is taken again, gets a line of its own. */
async function updateHistory(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting | null,
): Promise<void> {
  const at = deps.clock.now()
  const line = {
    id: deps.newId('txn'),
    userId: order.userId,
    counterparty: order.recipient.accountName,
    counterpartyDetail: `${order.recipient.accountNumber} · ${order.recipient.bankName}`,
    status: 'completed',
    orderId: order.id,
    at,
  } as const
  if (posting === 'late-success') {
    await addStatementLine(tx, { ...line, kind: 'withdrawal', title: 'Bank Transfer', amountKobo: -order.amountKobo })
    return
  }
  await setStatementStatus(tx, {
    userId: order.userId,
    id: order.transactionId,
    status: STATES[order.state].status,
    at,
  })
  if (posting === 'release' || posting === 'return') {
    await addStatementLine(tx, { ...line, kind: 'refund', title: 'Refund', amountKobo: order.totalKobo })
  }
}
