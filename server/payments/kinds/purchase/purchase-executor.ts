import type { BillKind } from '#contract/kinds/kinds.ts'
import { parsePhone } from '#contract/phones.ts'
import type { Deps } from '#server/deps.ts'
import type { OrderExecutor, Prepared, Sent } from '#server/payments/kinds/kind.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { OrderRow, OrderRowOf } from '#server/payments/orders/order.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Answer } from '#server/providers/answer.ts'
import {
  type DeliveryFacts,
  type PurchaseRefusal,
  REFUSALS_FOR_OPERATORS,
} from '#server/providers/bills/bill-provider.ts'
import { providerFor } from '#server/providers/registry.ts'
import type { BillParts } from './bill-parts.ts'
import { comparePlan } from './compare-plan.ts'

/** The provider rejects the same thing for the same number within 30 seconds as a mistake, so the second one waits. */
const SAME_AGAIN_AFTER_MS = 31_000
const REFERENCE_RANDOM_BYTES = 16

/** Bills go through the bills provider, under a reference that is made when they are first sent (R2, R13). */
export function purchaseExecutor<Kind extends BillKind>(bill: BillParts<Kind>): OrderExecutor<OrderRowOf<Kind>> {
  return {
    references: {
      make: (deps, order) =>
        providerFor(deps, 'bills', order.provider).newReference(
          deps.clock.now(),
          deps.randomBytes(REFERENCE_RANDOM_BYTES),
        ),
      endsAt: (deps, order) => providerFor(deps, 'bills', order.provider).referenceEndsAt(order.reference),
    },
    prepare: (deps, order) => prepare(deps, bill, order),
    verify: async (deps, order) => {
      const answer = await providerFor(deps, 'bills', order.provider).verifyPurchase(order.reference)
      const found = readDelivery({ ...order, number: bill.number(order.recipient) }, answer)
      if (found.event !== 'paid' || answer.outcome !== 'succeeded') return found
      if (bill.bringsToken) return { ...found, tokens: answer.value.tokens, units: answer.value.units }
      return bill.handOver === undefined ? found : { ...found, sealed: await bill.handOver(deps, order, answer.value) }
    },
  }
}

async function prepare<Kind extends BillKind>(
  deps: Deps,
  bill: BillParts<Kind>,
  order: OrderRowOf<Kind>,
): Promise<Prepared> {
  const bills = providerFor(deps, 'bills', order.provider)
  if (!bills.available()) return { ready: false, refused: null }
  const changed = await comparePlan(deps, order.provider, bill.plan?.(order) ?? null)
  if (changed !== null) return changed
  const { reference, recipient, amountKobo } = order
  const purchase = { ...bill.purchase(recipient, amountKobo), reference }
  return {
    ready: true,
    reference,
    send: async () => readSent(await bills.buy(purchase)),
    notBefore: (tx) => notBefore(tx, order, deps.clock.now()),
  }
}

/**
 * When this user's last order for the same number was sent, plus SAME_AGAIN_AFTER_MS; null once that has passed. Locks
 * the orders that may be sent now, in a fixed order, so that of two workers one sees what the other has sent.
 */
async function notBefore(tx: Transaction, order: Pick<OrderRow, 'userId' | 'id'>, now: Date): Promise<Date | null> {
  const rows = await tx.query<{ id: string; sentAt: Date | null }>(
    `select id, sent_at as "sentAt" from orders
     where user_id = $1 and recipient_key = (select own.recipient_key from orders own where user_id = $1 and id = $2)
       and (state in ('held', 'unknown') or sent_at > $3)
     order by id for update`,
    [order.userId, order.id, new Date(now.getTime() - SAME_AGAIN_AFTER_MS)],
  )
  const sentAtMs = rows.flatMap(({ id, sentAt }) => (id === order.id || sentAt === null ? [] : [sentAt.getTime()]))
  // A sending dated in the future came from a wrong clock: nobody waits longer because of it.
  const dueAt = new Date(Math.min(now.getTime(), Math.max(0, ...sentAtMs)) + SAME_AGAIN_AFTER_MS)
  return dueAt > now ? dueAt : null
}

function readSent(sent: Answer<{ word: string }, PurchaseRefusal>): Sent {
  if (sent.outcome === 'succeeded') return { outcome: 'accepted', note: `accepted: ${sent.value.word}` }
  if (sent.outcome === 'unknown') return { outcome: 'unanswered', note: sent.cause }
  const forOperators = REFUSALS_FOR_OPERATORS.includes(sent.reason)
  const kind = sent.reason === 'float-low' ? 'provider-float-low' : 'provider-switched-off'
  return {
    outcome: 'refused',
    note: `${sent.reason}: ${sent.message}`,
    failure: FAILURES[sent.reason],
    alarm: forOperators ? { kind, detail: sent.message } : null,
  }
}

/** Why a purchase was refused, for the customer. */
const FAILURES: Readonly<Record<PurchaseRefusal, string>> = {
  'bad-recipient': 'This number was not accepted.',
  'bad-plan': 'This is no longer sold.',
  'bad-amount': 'This amount is not sold.',
  'not-reachable': 'The company cannot be reached right now.',
  failed: 'This could not be delivered.',
  'float-low': 'We cannot buy this right now. This is our fault, not yours.',
  'not-permitted': 'We cannot buy this right now. This is our fault, not yours.',
  'bad-reference': 'We could not buy this. This is our fault, not yours.',
}

/** The request; `number` is the recipient's. */
type AskedFor = Pick<OrderRow, 'reference' | 'amountKobo' | 'costKobo'> & { readonly number: string }

/** Reads a verification. Only one with the same reference, amount and number may move money (R5). */
function readDelivery(order: AskedFor, answer: Answer<DeliveryFacts>): VerificationResult {
  if (answer.outcome === 'unknown') return { event: 'no-answer', note: answer.cause }
  if (answer.outcome === 'declined') return { event: 'no-answer', note: `verification refused: ${answer.message}` }
  const facts = answer.value
  if (facts.status === 'not-found')
    return { event: 'not-found', note: 'the provider does not know the reference (yet)', saidAt: facts.saidAt }
  const wrong = firstDifference(order, facts)
  const { word } = facts
  if (wrong !== null) return { event: 'mismatch', note: `verified ${word}, but ${wrong} differs`, word }
  const found = { note: `verified: ${word}`, word }
  switch (facts.status) {
    case 'delivered':
      return { ...found, event: 'paid', costKobo: facts.costKobo ?? order.costKobo }
    case 'failed':
      return { ...found, event: 'failed', failure: FAILURES.failed }
    case 'reversed':
      return { ...found, event: 'reversed', failure: 'The delivery was taken back.' }
    case 'pending':
      return { ...found, event: 'still-pending' }
  }
}

function firstDifference(order: AskedFor, facts: DeliveryFacts): string | null {
  if (facts.reference !== order.reference) return 'the reference'
  if (facts.amountKobo !== null && facts.amountKobo !== order.amountKobo) return 'the amount'
  if (facts.recipient !== null && plainNumber(facts.recipient) !== order.number) return 'the number'
  return null
}

/** The provider may return a phone as 234803…; meters and smartcards as they were sent. */
function plainNumber(recipient: string): string {
  return parsePhone(recipient) ?? recipient
}
