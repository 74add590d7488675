import type { ExceptionKind } from '#contract/console/breaks.ts'
import { formatNaira } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { isOverForLong } from '#server/payments/orders/proving/decisions.ts'
import type { BillsProvider, DeliveryFacts } from '#server/providers/bills/bill-provider.ts'
import { availabilityOf, providerFor } from '#server/providers/registry.ts'
import { addGap, addMatch, addPending, bothSides, type Comparing, type Difference, type Findings } from './findings.ts'
import { askAgain } from './match-transfers.ts'
import { bookedKobo, type OurOrder, ordersBehind, ordersSentTo, type Restored, type Window } from './our-orders.ts'
import { compareStates, isTaken, type ProviderStatus } from './provider-status.ts'
import { openToAsk } from './still-open.ts'

/** The provider has no list, so each purchase is verified on its own: at most this many per run. */
const PURCHASES_MAX = 20_000

/** Kinds of difference that may be open about a purchase older than the window. */
const OPEN_KINDS: readonly ExceptionKind[] = [
  'missing-purchase',
  'purchase-differs',
  'purchase-cost-differs',
  'paid-twice',
  'state-differs',
]

/**
 * Asks the bills provider about each purchase of the window, and about older ones with an open difference. A delivery
 * we do not know of shows only in its balance.
 */
export async function matchPurchases(at: Comparing<BillsProvider>, window: Window): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const ours = await ordersSentTo(deps.database, provider, window)
  if (ours.length > PURCHASES_MAX) addGap(findings, provider, `more than ${PURCHASES_MAX} purchases`)
  const known = new Set(ours.map(({ reference }) => reference))
  const open = await openToAsk(deps.database, { provider, kinds: OPEN_KINDS }, findings)
  const older = await ordersBehind(
    deps.database,
    provider,
    open.map(({ reference }) => reference).filter((each) => !known.has(each)),
  )
  for (const order of [...ours.slice(0, PURCHASES_MAX), ...older.values()]) {
    const answer = await at.provider.verifyPurchase(order.reference)
    if (answer.outcome === 'succeeded') await compare(at, order, answer.value)
    // Then it is unknown whether money was taken, whatever we have booked.
    else if (answer.outcome === 'unknown' || bookedKobo(order) > 0n)
      addGap(findings, provider, `${order.reference} without an answer`)
  }
}

async function compare(at: Comparing<BillsProvider>, order: OurOrder, facts: DeliveryFacts): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const { reference } = order
  const status: ProviderStatus = facts.status === 'delivered' ? 'paid' : facts.status
  if (status !== 'not-found') findings.lines++
  const takenKobo = isTaken(status) ? (facts.costKobo ?? order.costKobo) : 0n
  const sides = bothSides(-bookedKobo(order), -takenKobo)
  const differenceKobo = bookedKobo(order) - takenKobo
  const differs = (kind: Difference['kind'], detail: string) =>
    findings.differences.push({ provider, kind, reference, detail, ...sides })
  if (!order.isBooked) return await compareUnbooked(at, order, { status, takenKobo })
  if (facts.amountKobo !== null && facts.amountKobo !== order.amountKobo) {
    const [here, there] = [order.amountKobo, facts.amountKobo].map(formatNaira)
    return void differs('purchase-differs', `the amount: ${here} here, ${there} there`)
  }
  const agreement = compareStates(order.state, status)
  if (agreement !== 'agrees') await askAgain(deps, order)
  if (agreement === 'pending' && status === 'not-found') findings.inDoubt.add(provider)
  if (agreement === 'pending') return addPending(findings, provider, { reference, kobo: differenceKobo })
  if (agreement === 'differs') {
    const kind = status === 'not-found' ? 'missing-purchase' : 'state-differs'
    return void differs(kind, `${order.state} here, ${facts.word} there`)
  }
  if (differenceKobo !== 0n) {
    const [booked, taken] = [bookedKobo(order), takenKobo].map(formatNaira)
    return void differs('purchase-cost-differs', `the cost: ${booked} here, ${taken} there`)
  }
  addMatch(findings, provider, reference)
}

/**
 * Compares a reference the order was sent under but is not booked under: nothing should have been delivered under it.
 * While the order is open, verification decides. Later, it was delivered a second time, at our cost.
 */
async function compareUnbooked(
  { deps, provider: { name: provider }, findings }: Comparing<BillsProvider>,
  order: OurOrder,
  { status, takenKobo }: { status: ProviderStatus; takenKobo: bigint },
): Promise<void> {
  const { reference } = order
  if (status === 'not-found') return void findings.agreed.add(`${provider} ${reference}`)
  if (!isTaken(status)) return addMatch(findings, provider, reference)
  await askAgain(deps, order)
  if (STATES[order.state].open) return addPending(findings, provider, { reference, kobo: -takenKobo })
  // It was delivered twice only if its booked reference was delivered too.
  const isTwice = compareStates(order.state, 'paid') === 'agrees'
  const kind = isTwice ? 'paid-twice' : 'state-differs'
  const there = isTwice ? `${status} there a second time` : `${status} there`
  const detail = `${there}: ${order.id} is ${order.state} under another reference`
  findings.differences.push({ provider, kind, reference, detail, ...bothSides(0n, -takenKobo) })
}

type MaybeSent = {
  readonly provider: string
  readonly id: string
  readonly kind: string
  readonly amount: bigint
  readonly created: Date
  readonly reference: string
  readonly sends: number
}

/**
 * Purchases in a restored backup that may have been sent since under a lost reference. Either nothing had been sent,
 * and the reference is only made at sending. Or the reference had expired so long before the restore that the purchase
 * may have got another one (R13). Sending again could deliver twice, at whichever provider, so people find out.
 */
export async function findMaybeSent(deps: Deps, restored: Restored, findings: Findings): Promise<void> {
  const open = await deps.database.query<MaybeSent>(
    `select provider, id, kind, amount_kobo as amount, created_at as created, reference, send_count as sends from orders
     where kind not in ('withdrawal', 'bpc') and ((state = 'held' and created_at <= $1)
       or (maybe_elsewhere and earlier_sends = 0 and state in ('in_flight', 'unknown', 'manual_review')))
     order by id`,
    [restored.since],
  )
  const lost = open.filter(({ provider, reference, sends }) => {
    const isGone = availabilityOf(deps, provider) === 'gone'
    const endsAt = isGone ? null : providerFor(deps, 'bills', provider).referenceEndsAt(reference)
    return sends === 0 || endsAt === null || isOverForLong(endsAt, restored.at)
  })
  for (const { provider, id, kind, amount, created } of lost) {
    findings.differences.push({
      provider,
      kind: 'maybe-sent',
      reference: id,
      detail: `${kind} of ${formatNaira(amount)}, agreed to at ${created.toISOString()}: look for it at the provider, by number and time`,
      ledgerKobo: 0n,
      providerKobo: null,
      differenceKobo: 0n,
    })
  }
}
