import { providerName } from '#contract/console/provider-names.ts'
import type { OperatorRequestId, OrderId } from '#contract/ids.ts'
import { formatNaira, kobo } from '#contract/money.ts'
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
import { readBalances } from '#server/ledger/balances.ts'
import { takeOver } from '#server/outbox/jobs/jobs.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import { notPaidByTeam } from '#server/payments/orders/ended-by-team.ts'
import { type OrderEvent, transitionFor } from '#server/payments/orders/machine.ts'
import { lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { advanceOrder, movementsOf } from '#server/payments/orders/proving/advance.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { isSameWallet, planWalletChange, type WalletChange } from '#server/payments/orders/wallet-change.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { lockSuspensions, readSuspensions } from '#server/suspension/suspensions.ts'
import { findOrderById, readWhy, refuseStopped } from './operate-order.ts'

/** How two operators end a manual review. An order whose provider contradicts its own proof they may end as not paid. */
const OUTCOMES = ['paid', 'not-paid'] as const
export type ReviewOutcome = (typeof OUTCOMES)[number]

const EVENTS = {
  paid: 'paid-by-operators',
  'not-paid': 'not-paid-by-operators',
} as const satisfies Readonly<Record<ReviewOutcome, OrderEvent>>

export type UncheckedReview = {
  readonly uncheckedOrder: string
  readonly uncheckedOutcome: string
  readonly uncheckedEvidence: string
}

/**
 * Requests that a manual review be ended as paid or as not paid, or an order that its provider contradicts as not paid. Another
 * operator has to confirm it.
 *
 * @throws RefusedError as readReview
 */
export async function requestReviewEnd(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedReview & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { subject, content } = await readReview(deps.database, of)
  const asked = { ...of, act: 'end-review', subject, content, after: { outcome: content.outcome } } as const
  return await askForAct(deps, asked)
}

/**
 * The exact content of a request to end a manual review, from what was typed.
 *
 * @throws RefusedError if the evidence, the outcome or such an order is missing, for a purchase whose proof hands over what it is
 *   worth, and while money is stopped
 */
export async function readReview(
  sql: Sql,
  of: UncheckedReview,
): Promise<{ subject: OrderId; content: RequestContent }> {
  const evidence = readWhy(of.uncheckedEvidence, 'what proves it')
  const outcome = readOutcome(of.uncheckedOutcome)
  const order = await findOrderById(sql, of.uncheckedOrder)
  refuseUnendable(order, outcome)
  refuseStopped(await readSuspensions(sql))
  return { subject: order.id, content: { outcome, ...describe(order), evidence } }
}

/**
 * The current effect of ending the review of a request, and its order.
 *
 * @throws RefusedError when it is no longer possible
 */
export async function previewReviewEnd(
  sql: Sql,
  request: OperatorRequest,
): Promise<{ order: OrderRow; outcome: ReviewOutcome; change: WalletChange }> {
  const outcome = readOutcome(request.content.outcome ?? '')
  const order = await findOrderById(sql, request.subject)
  refuseOther(order, outcome, request)
  refuseStopped(await readSuspensions(sql))
  const before = await readBalances(sql, order.userId)
  const posting = transitionFor(order.state, EVENTS[outcome])?.posts ?? 'release'
  const movements = movementsOf(order, { posting, evidence: {}, balances: before })
  return { order, outcome, change: planWalletChange(order.userId, before, movements) }
}

/**
 * Ends a manual review, once, confirmed by a second operator: settles or releases it as a verification would, with the
 * provider's charges as far as they are known. The provider is still asked afterwards. An order that its provider contradicts is
 * returned, as a proved reversal would.
 *
 * `shown`: the effect that the second operator saw.
 *
 * @throws RefusedError for the same person and a request that ended; when the order can no longer be ended so or differs, or
 *   money is stopped; and when the effect differs from the one shown
 */
export async function endReview(
  deps: Pick<Deps, 'clock' | 'database' | 'events' | 'log' | 'metrics' | 'newId' | 'tracing'>,
  of: Confirmation & { readonly shown?: WalletChange | null },
): Promise<void> {
  const { request, by, shown = null } = of
  const outcome = readOutcome(request.content.outcome ?? '')
  const { userId, id } = await findOrderById(deps.database, request.subject)
  let ended: OrderRow | null = null
  await carryOut(deps, of, async (tx, at) => {
    // An answer that a worker got before this would be older than what the operators know.
    await takeOver(tx, { kind: 'order', subjectId: id, now: at })
    refuseStopped(await lockSuspensions(tx))
    const found = await lockOrder(tx, userId, id)
    if (found === null) throw new RefusedError('there is no such order')
    refuseOther(found, outcome, request)
    const note = `ended as ${sayOutcome(outcome)} by ${request.requestedBy} and ${by.name}, request ${request.id}`
    const evidence = { note, ...endedBy(request, found, outcome) }
    const event = EVENTS[outcome]
    const atOnce = { ...deps, clock: { now: () => at } }
    const { order, changed } = await advanceOrder(tx, atOnce, { userId, orderId: found.id, event, evidence })
    if (!changed) throw new Error(`${found.id} could not be ended`)
    if (shown !== null && !isSameWallet(shown.after, await readBalances(tx, userId)))
      throw new RefusedError('the amounts have changed since you looked: look at it again')
    ended = order
    return { after: { outcome, totalKobo: request.content.totalKobo, evidence: request.content.evidence } }
  })
  deps.log.warn({ orderId: id, outcome }, 'an order was ended by two operators')
  if (ended !== null) countOrder(deps, ended)
  deps.events.publish(userId, { topics: ['wallet', 'transactions', 'order'], orderId: id })
}

const sayOutcome = (outcome: string) => outcome.replace('-', ' ')

/** What the order says of the request that ends it. */
function endedBy({ id }: OperatorRequest, order: OrderRow, outcome: ReviewOutcome) {
  if (order.state !== 'manual_review') return { undoneByRequest: id }
  return { endedByRequest: id, ...(outcome === 'paid' ? {} : { failure: notPaidByTeam(order) }) }
}

/** Why this order cannot be ended with this outcome. Null: it can. */
export function whyNotEndable(order: OrderRow, outcome: ReviewOutcome): string | null {
  const is = order.state.replaceAll('_', ' ')
  if (transitionFor(order.state, EVENTS[outcome]) === null) return `it is not in manual review: it is ${is}`
  if (order.state !== 'manual_review' && order.contradictedAt === null)
    return `it is not in manual review: it is ${is}, and its provider does not contradict that`
  const given = rulesOf(order).givenWithProof
  if (outcome === 'paid' && given !== null)
    return `only the provider’s proof brings ${given}, and it is worth nothing to the customer without`
  return null
}

function refuseUnendable(order: OrderRow, outcome: ReviewOutcome): void {
  const why = whyNotEndable(order, outcome)
  if (why !== null) throw new RefusedError(why)
}

/** The order as the second operator sees it, which must be unchanged when they confirm. */
function describe({ kind, state, provider, reference, amountKobo, totalKobo, costKobo }: OrderRow) {
  const amounts = { amountKobo: `${amountKobo}`, totalKobo: `${totalKobo}`, costKobo: `${costKobo}` }
  return { kind, provider, reference, ...amounts, ...(state === 'manual_review' ? {} : { contradicted: state }) }
}

function refuseOther(order: OrderRow, outcome: ReviewOutcome, { content }: OperatorRequest): void {
  refuseUnendable(order, outcome)
  const isAsAsked = Object.entries(describe(order)).every(([name, value]) => content[name] === value)
  if (!isAsAsked) throw new RefusedError('this order has changed: look at it, and ask again')
}

function readOutcome(uncheckedOutcome: string): ReviewOutcome {
  const outcome = OUTCOMES.find((each) => each === uncheckedOutcome)
  if (outcome === undefined) throw new RefusedError('was it paid? Say paid or not-paid')
  return outcome
}

/** Ending a review or a contradicted order, in one sentence. */
export function sayReviewEnd(subject: string, content: RequestContent): string {
  const { outcome = '', kind, provider = '', reference, totalKobo = '0', contradicted } = content
  const name = providerName(provider)
  const what =
    contradicted === undefined
      ? `the manual review of order ${subject}`
      : `order ${subject}, which ${name} contradicts,`
  return `End ${what} as ${sayOutcome(outcome)}: ${kind} of ${formatNaira(kobo(BigInt(totalKobo)))} at ${name}, under ${reference}`
}
