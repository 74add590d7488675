import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { approveOrder } from '#server/payments/orders/approving/approve-order.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrdersOfQuotes, type OrderRow } from '#server/payments/orders/order.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { PIN } from '#tests/support/person.ts'
import { requestOf } from '#tests/support/session-request.ts'
import type { Case, Scene } from './column.ts'

/** What really happened to an order's money, from the sandbox's own state. Null: the provider never received it. */
export type Truth = {
  readonly status: 'open' | 'paid' | 'failed' | 'reversed'
  readonly amountKobo: bigint
  /** What it took from our balance there, fee included, kobo. */
  readonly drawnKobo: bigint
  /** Whether further moves are planned. */
  readonly moving: boolean
} | null

/** One kind of order seen from outside. */
export type Outside = {
  readonly provider: 'paystack' | 'vtpass'
  readonly sending: 'sendTransfer' | 'buy'
  truthOf(reference: string): Truth
  decide(reference: string, as: 'paid' | 'failed' | 'reversed'): void
  /** How many payments or deliveries the provider has accepted so far. */
  count(): number
  floatKobo(): bigint
}

const DECIDED_AFTER_MS = 20_000

/** The named steps of CR-2. */
export const ORDER_STEPS = [
  'before hold',
  'after hold',
  'before POST',
  'after POST',
  'before settle',
  'after settle',
] as const

/** The named steps of an order that is sent under a second reference (R13). */
export const SECOND_STEPS = ['before second POST', 'after second POST'] as const
type Step = (typeof ORDER_STEPS)[number] | (typeof SECOND_STEPS)[number]

/** An order paid from the wallet, from approval to its end. */
export async function orderCase({ jara, ada, answer }: Scene, quote: QuoteRow, outside: Outside): Promise<Case> {
  const { userId } = quote
  const before = {
    ...(await readBalances(jara.database, userId)),
    count: outside.count(),
    floatKobo: outside.floatKobo(),
  }
  const approval = {
    deviceId: ada.deviceId,
    pinProof: await ada.device.pinProof(PIN),
    signature: await ada.device.sign('order', quote.challenge, quote.terms),
  }
  const orders = () => findOrdersOfQuotes(jara.database, [quote])
  const truthOf = (order: OrderRow) => (order.sendCount === 0 ? null : outside.truthOf(order.reference))
  let passed = 0
  let isDecided = answer.decided === undefined

  return {
    async begin(deps: Deps) {
      await approveOrder(deps, await requestOf(jara, ada), { quoteId: quote.id, approval })
    },
    async outside(passedMs) {
      passed += passedMs
      const [order] = await orders()
      if (isDecided || order === undefined || passed < DECIDED_AFTER_MS || truthOf(order) === null) return
      outside.decide(order.reference, answer.decided ?? 'paid')
      isDecided = true
    },
    async isAtRest() {
      const [order] = await orders()
      if (order === undefined) return false
      const truth = truthOf(order)
      return isDecided && truth?.moving !== true && isTrue(order, truth)
    },
    async step(points) {
      const [order] = await orders()
      return stepOf(order, points.filter(({ what }, at) => what === outside.sending && at < points.length - 1).length)
    },
    async wrong() {
      const [order, ...more] = await orders()
      if (order === undefined) return ['there is no order']
      const truth = truthOf(order)
      const { availableKobo, heldKobo, debtKobo } = await readBalances(jara.database, userId)
      const isOpen = STATES[order.state].open
      const isPaid = order.state === 'settled' || order.state === 'late_success'
      const takenKobo = isPaid || isOpen ? order.totalKobo - (order.state === 'late_success' ? order.feeKobo : 0n) : 0n
      const drawnKobo = before.floatKobo - outside.floatKobo()
      const facts: [string, unknown, unknown][] = [
        ['further orders', more.length, 0],
        ['state fits the truth', isTrue(order, truth), true],
        ['payments there', outside.count() - before.count, truth === null ? 0 : 1],
        ['available', availableKobo, before.availableKobo - takenKobo],
        ['held', heldKobo - before.heldKobo, isOpen ? order.totalKobo : 0n],
        ['debt', debtKobo, before.debtKobo],
        ['what left our balance there', drawnKobo, truth?.drawnKobo ?? 0n],
        ['what the ledger says left it', await bookedKobo(jara.database, order), isOpen ? 0n : drawnKobo],
        ['waits in the queue', !isOpen || (await isQueued(jara.database, order)), true],
      ]
      return facts
        .filter(([, is, wanted]) => is !== wanted)
        .map(([what, is, wanted]) => `${what}: ${is}, not ${wanted} (${order.state}, ${JSON.stringify(truth, text)})`)
    },
  }
}

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** Whether the order's state is the only true one. A payment of a wrong amount is left to a person. */
function isTrue(order: OrderRow, truth: Truth): boolean {
  if (truth === null || truth.status === 'failed') return order.state === 'released'
  if (truth.status === 'reversed') return order.state === 'returned' || order.state === 'released'
  if (truth.amountKobo !== order.amountKobo) return order.state === 'manual_review'
  if (truth.status === 'paid') return order.state === 'settled' || order.state === 'late_success'
  return STATES[order.state].open
}

/** `sent`: how many requests have left. */
function stepOf(order: OrderRow | undefined, sent: number): Step {
  if (order === undefined) return 'before hold'
  if (order.state === 'held') return 'after hold'
  const isSent = sent >= order.sendCount
  if (order.state === 'in_flight' && order.earlierSends > 0) return isSent ? 'after second POST' : 'before second POST'
  if (order.state === 'in_flight') return isSent ? 'after POST' : 'before POST'
  return STATES[order.state].open ? 'before settle' : 'after settle'
}

type Sql = Scene['jara']['database']

async function bookedKobo(sql: Sql, order: OrderRow): Promise<bigint> {
  const [row] = await sql.query<{ kobo: bigint }>(
    `select coalesce(sum(e.amount), 0)::bigint as kobo
     from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
     where t.user_id = $1 and t.subject_id = $2 and e.account_id = $3`,
    [order.userId, order.id, account.providerFloat(order.provider)],
  )
  return row?.kobo ?? 0n
}

async function isQueued(sql: Sql, order: OrderRow): Promise<boolean> {
  const rows = await sql.query("select 1 from jobs where kind = 'order' and subject_id = $1", [order.id])
  return rows.length === 1
}
