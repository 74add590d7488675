import { formatNaira } from '#contract/money.ts'
import type { Sql } from '../../db/database.ts'
import type { BillsProvider, DeliveryFacts } from '../../providers/bills.ts'
import { type Comparing, type Difference, type ExceptionKind, type Findings, match, miss, wait } from './findings.ts'
import { askAgain } from './match-transfers.ts'
import { bookedKobo, type OurOrder, ordersBehind, ordersSentTo, type Window } from './our-orders.ts'
import { compareStates, isTaken, type Standing } from './standing.ts'
import { openToAsk } from './still-open.ts'

/** The provider has no list, so each purchase is asked for by itself: at most so many in one run. */
const PURCHASES_MAX = 20_000

/** What may be open of a purchase that is older than the window. */
const OPEN_KINDS: readonly ExceptionKind[] = ['missing-purchase', 'purchase-differs', 'state-differs']

/**
 * Asks the bills provider about each purchase of the window, and about those of before that differed. What it delivered and we do not know shows only in its balance.
 */
export async function matchPurchases(at: Comparing<BillsProvider>, window: Window): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const ours = await ordersSentTo(deps.database, provider, window)
  if (ours.length > PURCHASES_MAX) miss(findings, provider, `more than ${PURCHASES_MAX} purchases`)
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
    // Whether it was taken is not known then, whatever we have booked.
    else if (answer.outcome === 'unknown' || bookedKobo(order) > 0n)
      miss(findings, provider, `${order.reference} without an answer`)
  }
}

async function compare(at: Comparing<BillsProvider>, order: OurOrder, facts: DeliveryFacts): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const { reference } = order
  const standing: Standing = facts.standing === 'delivered' ? 'paid' : facts.standing
  if (standing !== 'not-found') findings.lines++
  const takenKobo = isTaken(standing) ? (facts.costKobo ?? order.costKobo) : 0n
  const differenceKobo = bookedKobo(order) - takenKobo
  const differs = (kind: Difference['kind'], detail: string) =>
    findings.differences.push({ provider, kind, reference, detail, differenceKobo })
  if (facts.amountKobo !== null && facts.amountKobo !== order.amountKobo) {
    const [here, there] = [order.amountKobo, facts.amountKobo].map(formatNaira)
    return void differs('purchase-differs', `the amount: ${here} here, ${there} there`)
  }
  const agreement = compareStates(order.state, standing)
  if (agreement !== 'agrees') await askAgain(deps, order)
  if (agreement === 'pending' && standing === 'not-found') findings.inDoubt.add(provider)
  if (agreement === 'pending') return wait(findings, provider, { reference, kobo: differenceKobo })
  if (agreement === 'differs') {
    const kind = standing === 'not-found' ? 'missing-purchase' : 'state-differs'
    return void differs(kind, `${order.state} here, ${facts.word} there`)
  }
  if (differenceKobo !== 0n) {
    const [booked, taken] = [bookedKobo(order), takenKobo].map(formatNaira)
    return void differs('purchase-differs', `the cost: ${booked} here, ${taken} there`)
  }
  match(findings, provider, reference)
}

/**
 * Purchases of a restored backup that nothing had been sent for, at whichever provider. Their reference is made when they are sent, so whatever
 * was sent after the backup went out under one that is lost: sending it again could deliver twice. People find out.
 */
export async function findMaybeSent(sql: Sql, since: Date, findings: Findings): Promise<void> {
  const held = await sql.query<{ provider: string; id: string; kind: string; amount: bigint; created: Date }>(
    `select provider, id, kind, amount_kobo as amount, created_at as created from orders
     where kind not in ('withdrawal', 'bpc') and state = 'held' and created_at <= $1 order by id`,
    [since],
  )
  for (const { provider, id, kind, amount, created } of held) {
    findings.differences.push({
      provider,
      kind: 'maybe-sent',
      reference: id,
      detail: `${kind} of ${formatNaira(amount)}, agreed to at ${created.toISOString()}: look for it at the provider, by number and time`,
      differenceKobo: 0n,
    })
  }
}
