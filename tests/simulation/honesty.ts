import { orderKind } from '#contract/kinds/kinds.ts'
import { formatNaira } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Batch } from '#contract/selling.ts'
import type { Transaction, TransactionStatus } from '#contract/transactions.ts'
import type { Wallet } from '#contract/wallet.ts'
import { balancesSince, type Mark, markOf } from './books.ts'
import type { Answer, Person } from './person.ts'
import type { Simulation } from './simulation.ts'

/** What a person is shown: that a payment is done, not done, returned or pending, and how much money there is. */
type Shown = Partial<
  Pick<Wallet, 'availableKobo' | 'heldKobo' | 'debt' | 'recent'> & {
    order: Order
    transactions: readonly Transaction[]
    transaction: Transaction
    batch: Batch
  }
>

const ORDER_LINES: readonly string[] = orderKind.options

/**
 * Runs one request and checks every claim of its reply against the books. A status that the ledger does not hold is a
 * violation, and so is a balance that it never held between request and reply (G27).
 */
export async function inspect<Body>(
  simulation: Simulation,
  person: Person,
  request: () => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const { database } = simulation
  const before = person.id === null ? null : await markOf(database, person.id)
  const answer = await request()
  if (answer.status >= 500 && answer.body.error?.code !== 'provider.unavailable') {
    simulation.violation(`answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  if (before === null || person.id === null || answer.status >= 300) return answer
  const shown = answer.body as Shown
  const claims = claimsIn(shown)
  if (claims.length === 0 && shown.availableKobo === undefined) return answer
  const after = await markOf(database, person.id)
  for (const claim of claims) {
    const wrong = lieIn(claim, before, after) ?? lieAboutTheWorld(simulation, claim)
    if (wrong !== null) simulation.violation(`${person.email} is shown ${claim.id} as ${claim.status}: ${wrong}`)
  }
  await inspectBalance(simulation, person.id, shown, before)
  return answer
}

type Claim = {
  readonly id: string
  readonly status: TransactionStatus
  readonly reference: string | null
  readonly isUnpaid: boolean
}

function claimsIn(shown: Shown): Claim[] {
  const { order, transaction, recent = [], transactions = [], batch } = shown
  const lines = [...recent, ...transactions, ...(transaction === undefined ? [] : [transaction])]
  return [
    ...(order === undefined
      ? []
      : [{ ...order, isUnpaid: order.state === 'expired' || order.state === 'awaiting_payment' }]),
    ...lines.flatMap(({ orderId, kind, status }) =>
      orderId === null || !ORDER_LINES.includes(kind)
        ? []
        : [{ id: orderId, status, reference: null, isUnpaid: false }],
    ),
    ...(batch?.rows ?? []).flatMap(({ order }) =>
      order === null ? [] : [{ ...order, reference: null, isUnpaid: false }],
    ),
  ]
}

/** Null if the books support the claim. Postings are permanent, so an earlier truth is still visible later. */
function lieIn({ id, status, isUnpaid }: Claim, before: Mark, after: Mark): string | null {
  const has = (mark: Mark, ...kinds: string[]) => kinds.some((kind) => mark.posted.get(id)?.has(kind) === true)
  switch (status) {
    case 'completed':
      return has(after, 'settle', 'late-success') ? null : 'nothing was settled'
    case 'failed':
      if (isUnpaid) return has(before, 'settle') ? 'it was paid' : null
      return has(after, 'release') ? null : 'nothing was released'
    case 'reversed':
      return has(after, 'return') ? null : 'nothing was returned'
    default:
      return has(before, 'settle', 'release') ? 'it had been resolved' : null
  }
}

/** Completed means that the provider did it; it stays done even if it comes back later. */
function lieAboutTheWorld({ outside }: Simulation, { status, reference }: Claim): string | null {
  if (status !== 'completed' || reference === null) return null
  const { transfers, deliveries } = outside.world.state
  const truth = transfers.get(reference)?.status ?? deliveries.get(reference)?.status ?? null
  return truth === 'pending' || truth === 'failed' || truth === 'otp' ? `outside it is ${truth}` : null
}

async function inspectBalance(simulation: Simulation, userId: string, shown: Shown, mark: Mark): Promise<void> {
  for (const [name, amount] of [
    ['available', shown.availableKobo],
    ['held', shown.heldKobo],
  ] as const) {
    if (amount === undefined) continue
    const accountId = `user:${userId}:${name}`
    const held = await balancesSince(simulation.database, { userId, accountId, mark })
    if (!held.has(amount)) simulation.violation(`${accountId} is shown as ${amount}, and never was that meanwhile`)
  }
  if (shown.debt === undefined) return
  const accountId = `user:${userId}:debt`
  const owed = await balancesSince(simulation.database, { userId, accountId, mark })
  const says = (kobo: string) =>
    kobo === '0' ? shown.debt === null : shown.debt?.startsWith(`You owe ${formatNaira(-BigInt(kobo))} because`)
  if (![...owed].some(says))
    simulation.violation(`${accountId} is shown as "${shown.debt}", and never was that meanwhile`)
}
