import { createHash } from 'node:crypto'
import { TEMPLATES, type TemplateId } from '#contract/console/case-templates.ts'
import type { UserId, VisitorId } from '#contract/ids.ts'
import { formatNaira } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import { STATUS_WORDS } from '#contract/receipt-text.ts'
import { formatMoment } from '#contract/time.ts'
import { readRepaid, repaidNote } from '#server/ledger/debt.ts'
import { receiptByTeam } from '#server/payments/orders/ended-by-team.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { broughtBackKobo } from '#server/payments/orders/returned-amount.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

/** The report's owner, and the history line it is about. */
type About = {
  readonly from: { readonly kind: 'user'; readonly id: UserId } | { readonly kind: 'visitor'; readonly id: VisitorId }
  readonly transactionId: string | null
}

/** The facts of an order for a template. None is a person's name, number or account. */
type Facts = {
  readonly title: string
  readonly amount: string
  readonly total: string
  readonly state: OrderState
  readonly reference: string
  readonly made: string
  readonly since: string
  /** The sentence in place of proof if two operators ended the order; null: it is proved. */
  readonly byTeam: string | null
  /** The sentence about returned money that repaid a debt, or empty. */
  readonly repaid: string
}

/** A text with facts, and the fingerprint that later shows whether they are still true. */
export type FilledTemplate = { readonly text: string; readonly mark: string }

const WHERE_IT_IS: Readonly<Record<OrderState, (facts: Facts) => string>> = {
  awaiting_payment: ({ total }) =>
    `It waits for your bank transfer of ${total}, and nothing in your wallet is reserved.`,
  expired: () => 'Its account number no longer accepts payments for it.',
  held: ({ total }) => `${total} is reserved in your wallet, and nothing has been sent yet.`,
  in_flight: isReserved,
  pending: isReserved,
  unknown: isReserved,
  manual_review: isReserved,
  settled: () => '',
  released: wentBack,
  returned: wentBack,
  late_success: () => 'The money had gone back to your wallet. Then the payment arrived after all.',
}

function isReserved({ total }: Facts): string {
  return `${total} stays reserved in your wallet until we know whether it arrived.`
}

function wentBack({ total, repaid }: Facts): string {
  return `${total} went back to your wallet.${repaid}`
}

const nameOf = ({ title, amount, made, reference }: Facts) => `${title} of ${amount} on ${made}, reference ${reference}`

/** The states in which each template is true, and its text. */
const WRITTEN: Readonly<Record<TemplateId, { readonly of: readonly OrderState[] | null; text(facts: Facts): string }>> =
  {
    state: {
      of: null,
      text: (facts) => `Your ${nameOf(facts)}, is ${statusOf(facts)}. ${WHERE_IT_IS[facts.state](facts)}`.trim(),
    },
    completed: {
      of: ['settled'],
      text: (facts) =>
        `Your ${nameOf(facts)}, was completed on ${facts.since}. ${facts.byTeam ?? 'That is confirmed.'}`,
    },
    'money-back': {
      of: ['released', 'returned'],
      text: (facts) => `Your ${nameOf(facts)}, has been ${statusOf(facts)} since ${facts.since}. ${wentBack(facts)}`,
    },
    reference: { of: null, text: (facts) => `This is about your ${nameOf(facts)}.` },
  }

function statusOf({ state }: Facts): string {
  return STATUS_WORDS[STATES[state].status]
}

/** The templates that are true for the report's order now; none without an order. */
export async function listTemplates(sql: Sql, of: About): Promise<TemplateId[]> {
  const facts = await readFacts(sql, of, findOrder)
  return facts === null ? [] : TEMPLATES.filter((each) => isTrueOf(each, facts))
}

/**
 * A template's text with the current facts from the database.
 *
 * @throws RefusedError if the report is about no order, or the template is not true of it
 */
export async function fillTemplate(sql: Sql, of: About & { readonly template: TemplateId }): Promise<FilledTemplate> {
  const facts = await readFacts(sql, of, findOrder)
  if (facts === null) throw new RefusedError('this report is about no order, so there are no facts to insert')
  if (!isTrueOf(of.template, facts)) {
    throw new RefusedError(`the order is ${facts.state.replaceAll('_', ' ')}, so this template is not true of it`)
  }
  return { text: WRITTEN[of.template].text(facts), mark: markOf(facts) }
}

/**
 * Checks an answer before it is sent: its facts must be unchanged, and every amount in it must be one of the order's.
 * The order stays locked until the answer is stored.
 *
 * @throws RefusedError otherwise
 */
export async function refuseOutdated(
  tx: Transaction,
  of: About,
  { mark, text }: { readonly mark: string; readonly text: string },
): Promise<void> {
  const facts = await readFacts(tx, of, async (_, userId, orderId) => await lockOrder(tx, userId, orderId))
  if (facts === null || markOf(facts) !== mark) {
    throw new RefusedError(
      'the order has changed since its facts were inserted, so they are no longer true. Nothing was sent: insert them again',
    )
  }
  const typed = amountsIn(text).find((amount) => !amountsOf(facts).includes(amount))
  if (typed !== undefined) {
    throw new RefusedError(`${typed} is not an amount of this order. Nothing was sent: amounts come from a template`)
  }
}

function isTrueOf(template: TemplateId, { state }: Facts): boolean {
  const { of } = WRITTEN[template]
  return of === null || of.includes(state)
}

const AMOUNT = /₦\s?\d+(?:,\d{3})*(?:\.\d+)?/g

/** Amounts are normalised: `₦2,431.00` and `₦2431` are equal. */
function amountsIn(text: string): string[] {
  return [...text.matchAll(AMOUNT)].map(([found]) => found.replaceAll(/[\s,]|\.00$/g, ''))
}

function amountsOf(facts: Facts): string[] {
  return amountsIn(`${facts.amount} ${facts.total} ${facts.repaid}`)
}

async function readFacts(sql: Sql, { from, transactionId }: About, find: typeof findOrder): Promise<Facts | null> {
  if (from.kind === 'visitor' || transactionId === null) return null
  const orderId = await orderOf(sql, from.id, transactionId)
  const order = orderId === null ? null : await find(sql, from.id, orderId)
  return order === null ? null : await toFacts(sql, order)
}

async function orderOf(sql: Sql, userId: UserId, transactionId: string): Promise<string | null> {
  const [row] = await sql.query<{ orderId: string | null }>(
    'select order_id as "orderId" from transactions where user_id = $1 and id = $2',
    [userId, transactionId],
  )
  return row?.orderId ?? null
}

async function toFacts(sql: Sql, order: OrderRow): Promise<Facts> {
  const { state, amountKobo, createdAt, updatedAt } = order
  const isBack = state === 'released' || state === 'returned'
  return {
    title: rulesOf(order).line.title,
    amount: formatNaira(amountKobo),
    total: formatNaira(broughtBackKobo(order)),
    state,
    reference: order.reference,
    made: formatMoment(createdAt.toISOString()),
    since: formatMoment(updatedAt.toISOString()),
    byTeam: receiptByTeam(order),
    repaid: isBack ? repaidNote(await readRepaid(sql, order)) : '',
  }
}

function markOf(facts: Facts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
