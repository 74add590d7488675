import type { ExceptionKind } from '#contract/console/breaks.ts'
import { formatNaira } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import { canBeTransfer } from '#server/payments/orders/references.ts'
import type { PaymentProvider, TransferFacts } from '#server/providers/payments/payment-provider.ts'
import {
  addGap,
  addMatch,
  addPending,
  bothSides,
  type Comparing,
  type Difference,
  withVerification,
} from './findings.ts'
import { askAboutForeign, setAside } from './match-foreign.ts'
import { bookedKobo, type OurOrder, ordersBehind, ordersSentTo, type Window } from './our-orders.ts'
import { compareStates, isTaken } from './provider-status.ts'
import { readAllPages } from './read-pages.ts'
import { recordLaterSending } from './record-later-sending.ts'
import { openToAsk } from './still-open.ts'

/** Providers date a transfer by when they first took it, we by when it was last sent. */
const EDGE_MS = 24 * 60 * 60_000
/** Kinds of difference that may be open about a transfer that has left the list. */
const OPEN_KINDS: readonly ExceptionKind[] = [
  'unknown-transfer',
  'missing-transfer',
  'transfer-differs',
  'currency-differs',
  'recipient-differs',
  'fee-differs',
  'state-differs',
]

/**
 * Compares the provider's list of transfers with our bank transfers in both directions. Older orders are asked about by
 * reference.
 */
export async function matchTransfers(at: Comparing<PaymentProvider>, window: Window): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  // Ours first: what is settled by now must be in a list that is read later.
  const ours = await ordersSentTo(deps.database, provider, window)
  const since = new Date(window.from.getTime() - EDGE_MS)
  const { lines, notOurs, gap } = await readAllPages(
    (page) => at.provider.listTransfers({ since, page, isOurs: canBeTransfer }),
    (page) => page.transfers,
  )
  if (gap !== null) addGap(findings, provider, `the list of transfers: ${gap}`)
  await setAside(at, 'transfer', notOurs)
  // A transfer made while pages are read shifts others to a later page, so some appear twice.
  const theirs = new Map(lines.map((line): [string, TransferFacts] => [line.reference, line]))
  const known = await ordersBehind(deps.database, provider, [...theirs.keys()])
  for (const line of theirs.values()) {
    const order = known.get(line.reference)
    findings.lines++
    findings.listed.add(`${provider} ${line.reference}`)
    if (order === undefined) findings.differences.push(await unknownTransfer(at, line))
    else await compare(at, order, line)
  }
  if (gap !== null) return
  for (const order of ours) {
    if (theirs.has(order.reference)) continue
    // The provider may have taken it before the list begins.
    if (order.createdAt < since) await askAbout(at, order)
    else if (bookedKobo(order) > 0n) await missTransfer(at, order, await verified(at, order.reference))
    else if (OPEN_STATES.includes(order.state)) findings.inDoubt.add(provider)
  }
  await askAboutOpen(at)
  await askAboutForeign(at)
}

/** An open difference ends when books and provider agree, not when it has grown too old for the list. */
async function askAboutOpen(at: Comparing<PaymentProvider>): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const open = await openToAsk(deps.database, { provider, kinds: OPEN_KINDS }, findings)
  const orders = await ordersBehind(
    deps.database,
    provider,
    open.map(({ reference }) => reference),
  )
  for (const difference of open) {
    const order = orders.get(difference.reference)
    if (order !== undefined) await askAbout(at, order, difference.kind)
    else await stillUnknown(at, difference)
  }
}

/**
 * Compares the order with its verification instead of a line. A transfer missing from a list stays a difference while
 * it is booked.
 */
async function askAbout(at: Comparing<PaymentProvider>, order: OurOrder, was?: ExceptionKind): Promise<void> {
  const { findings, provider } = at
  const said = await verified(at, order.reference)
  // What is known about it stays.
  if (said.facts === null) return
  const isThere = said.facts.status !== 'not-found'
  if (isThere) findings.lines++
  const isBooked = bookedKobo(order) > 0n
  if (isBooked && (!isThere || was === 'missing-transfer')) return await missTransfer(at, order, said)
  if (isThere) return await compare(at, order, said.facts)
  if (OPEN_STATES.includes(order.state)) findings.inDoubt.add(provider.name)
  else findings.agreed.add(`${provider.name} ${order.reference}`)
}

/** No order of ours: the difference stays for people, updated with what the provider has taken. */
async function stillUnknown(at: Comparing<PaymentProvider>, difference: Difference): Promise<void> {
  const { findings } = at
  const { says, facts } = await verified(at, difference.reference)
  if (facts === null) return
  if (facts.status !== 'not-found') findings.lines++
  const detail = withVerification(difference.detail, says)
  findings.differences.push({ ...difference, detail, ...bothSides(0n, -takenKobo(facts)) })
}

async function compare(at: Comparing<PaymentProvider>, order: OurOrder, line: TransferFacts): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const { reference } = line
  const sides = bothSides(-bookedKobo(order), -takenKobo(line))
  const differenceKobo = bookedKobo(order) - takenKobo(line)
  const differs = (kind: Difference['kind'], detail: string) =>
    findings.differences.push({ provider, kind, reference, detail, ...sides })
  const wrong = firstDifference(order, line)
  if (wrong !== null) return void differs(wrong.kind, wrong.detail)
  if (order.state === 'held') {
    await deps.database.transaction((tx) =>
      recordLaterSending(tx, deps, order, { reference, note: "in the provider's list" }),
    )
  }
  const agreement = compareStates(order.state, line.status)
  if (agreement !== 'agrees') await askAgain(deps, order)
  if (agreement === 'pending') return addPending(findings, provider, { reference, kobo: differenceKobo })
  if (agreement === 'differs') return void differs('state-differs', `${order.state} here, ${line.word} there`)
  if (differenceKobo !== 0n) {
    const [booked, taken] = [bookedKobo(order), takenKobo(line)].map(formatNaira)
    return void differs('fee-differs', `${order.state}: booked ${booked}, the provider's line says ${taken}`)
  }
  addMatch(findings, provider, reference)
}

type Wrong = Pick<Difference, 'kind' | 'detail'>

function firstDifference(order: OurOrder, line: TransferFacts): Wrong | null {
  if (line.amountKobo !== order.amountKobo) {
    const [here, there] = [order.amountKobo, line.amountKobo].map(formatNaira)
    return { kind: 'transfer-differs', detail: `the amount: ${here} here, ${there} there` }
  }
  if (line.currency !== 'NGN') return { kind: 'currency-differs', detail: 'the currency' }
  if (line.accountNumber === null || line.accountNumber === order.recipient) return null
  return { kind: 'recipient-differs', detail: 'the account number' }
}

/** A transfer without an order of ours, or a line that the provider itself does not confirm. */
async function unknownTransfer(at: Comparing<PaymentProvider>, line: TransferFacts): Promise<Difference> {
  const { says, facts } = await verified(at, line.reference)
  const there = `${formatNaira(line.amountKobo)}, ${line.word} in the list, and no order of ours`
  return {
    provider: at.provider.name,
    kind: 'unknown-transfer',
    reference: line.reference,
    detail: withVerification(there, says),
    ...bothSides(0n, facts === null ? null : -takenKobo(facts)),
  }
}

async function missTransfer(at: Comparing<PaymentProvider>, order: OurOrder, said: Verified): Promise<void> {
  const { says, facts } = said
  if (facts?.status !== 'paid') await askAgain(at.deps, order)
  at.findings.differences.push({
    provider: at.provider.name,
    kind: 'missing-transfer',
    reference: order.reference,
    detail: withVerification(`${formatNaira(order.amountKobo)}, ${order.state} here, and not in the list`, says),
    ...bothSides(-bookedKobo(order), facts === null ? null : -takenKobo(facts)),
  })
}

/** What the provider has taken from our balance there, kobo. */
function takenKobo({ status, amountKobo, feeKobo }: TransferFacts): bigint {
  return isTaken(status) ? amountKobo + feeKobo : 0n
}

/** The answer in the provider's words, and as facts; null without an answer. */
type Verified = { readonly says: string; readonly facts: TransferFacts | null }

async function verified({ provider, findings }: Comparing<PaymentProvider>, reference: string): Promise<Verified> {
  const answer = await provider.verifyTransfer(reference)
  if (answer.outcome === 'unknown') addGap(findings, provider.name, `${reference} without an answer`)
  if (answer.outcome !== 'succeeded') return { says: 'no answer', facts: null }
  return { says: answer.value.word, facts: answer.value }
}

/** Queues the order's own verification, which decides as usual: nothing is booked from a list. */
export async function askAgain(deps: Pick<Deps, 'database' | 'clock'>, order: OurOrder): Promise<void> {
  const now = deps.clock.now()
  await enqueue(deps.database, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
}
