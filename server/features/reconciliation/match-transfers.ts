import { formatNaira } from '#contract/money.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/queue.ts'
import { OPEN_STATES } from '../../orders/machine.ts'
import type { TransferFacts } from '../../providers/payments.ts'
import { adoptSent } from './adopt-sent.ts'
import { type Difference, type Findings, match, wait } from './findings.ts'
import { bookedKobo, type OurOrder, ordersBehind, ordersSentTo, type Window } from './our-orders.ts'
import { readAllPages } from './read-pages.ts'
import { compareStates, isTaken } from './standing.ts'

/** The provider dates a transfer when it first took it, we when it went out last. */
const EDGE_MS = 24 * 60 * 60_000

/** Compares the provider's list of transfers with our bank transfers, both ways. */
export async function matchTransfers(deps: Deps, window: Window, findings: Findings): Promise<void> {
  const provider = deps.payments.name
  // Ours first: what is settled by now has to be in a list that is read after it.
  const ours = await ordersSentTo(deps.database, provider, window)
  const since = new Date(window.from.getTime() - EDGE_MS)
  const { lines, gap } = await readAllPages(
    (page) => deps.payments.listTransfers({ since, page }),
    (page) => page.transfers,
  )
  if (gap !== null) findings.gaps.push(`${provider}: the list of transfers: ${gap}`)
  // A transfer that is made while pages are read moves others to a later page: some are seen twice.
  const theirs = new Map(lines.map((line) => [line.reference, line]))
  const known = await ordersBehind(deps.database, provider, [...theirs.keys()])
  for (const line of theirs.values()) {
    const order = known.get(line.reference)
    findings.lines++
    if (order === undefined) findings.differences.push(await unknownTransfer(deps, line, findings))
    else await compare(deps, order, line, findings)
  }
  if (gap !== null) return
  for (const order of ours) {
    if (theirs.has(order.reference)) continue
    if (bookedKobo(order) > 0n) findings.differences.push(await missingTransfer(deps, order, findings))
    else if (OPEN_STATES.includes(order.state)) findings.inDoubt.add(provider)
  }
}

async function compare(deps: Deps, order: OurOrder, line: TransferFacts, findings: Findings): Promise<void> {
  const provider = deps.payments.name
  const { reference } = line
  const takenKobo = isTaken(line.standing) ? line.amountKobo + line.feeKobo : 0n
  const differenceKobo = bookedKobo(order) - takenKobo
  const differs = (kind: Difference['kind'], detail: string) =>
    findings.differences.push({ provider, kind, reference, detail, differenceKobo })
  const wrong = firstDifference(order, line)
  if (wrong !== null) return void differs('transfer-differs', wrong)
  if (order.state === 'held') {
    await deps.database.transaction((tx) => adoptSent(tx, deps, order, { reference, note: "in the provider's list" }))
  }
  const agreement = compareStates(order.state, line.standing)
  if (agreement !== 'agrees') await askAgain(deps, order)
  if (agreement === 'pending') return wait(findings, provider, { reference, kobo: differenceKobo })
  if (agreement === 'differs') return void differs('state-differs', `${order.state} here, ${line.word} there`)
  if (differenceKobo !== 0n) {
    const [booked, taken] = [bookedKobo(order), takenKobo].map(formatNaira)
    return void differs('fee-differs', `${order.state}: booked ${booked}, the provider's line says ${taken}`)
  }
  match(findings, provider, reference)
}

function firstDifference(order: OurOrder, line: TransferFacts): string | null {
  if (line.amountKobo !== order.amountKobo) {
    return `the amount: ${formatNaira(order.amountKobo)} here, ${formatNaira(line.amountKobo)} there`
  }
  if (line.currency !== 'NGN') return 'the currency'
  return line.accountNumber !== null && line.accountNumber !== order.recipient ? 'the account number' : null
}

/** Paid for somebody we have no order for, or a line that the provider itself does not stand by. */
async function unknownTransfer(deps: Deps, line: TransferFacts, findings: Findings): Promise<Difference> {
  const { says, facts } = await verified(deps, line.reference, findings)
  const takenKobo = facts !== null && isTaken(facts.standing) ? facts.amountKobo + facts.feeKobo : 0n
  return {
    provider: deps.payments.name,
    kind: 'unknown-transfer',
    reference: line.reference,
    detail: `${formatNaira(line.amountKobo)}, ${line.word} in the list, and no order of ours; verification: ${says}`,
    differenceKobo: -takenKobo,
  }
}

async function missingTransfer(deps: Deps, order: OurOrder, findings: Findings): Promise<Difference> {
  const { says, facts } = await verified(deps, order.reference, findings)
  const takenKobo = facts !== null && isTaken(facts.standing) ? facts.amountKobo + facts.feeKobo : 0n
  if (facts?.standing !== 'paid') await askAgain(deps, order)
  return {
    provider: deps.payments.name,
    kind: 'missing-transfer',
    reference: order.reference,
    detail: `${formatNaira(order.amountKobo)}, ${order.state} here, and not in the list; verification: ${says}`,
    // Without an answer the books are taken to be right.
    differenceKobo: facts === null ? 0n : bookedKobo(order) - takenKobo,
  }
}

async function verified(
  deps: Deps,
  reference: string,
  findings: Findings,
): Promise<{ says: string; facts: TransferFacts | null }> {
  const answer = await deps.payments.verifyTransfer(reference)
  if (answer.outcome === 'unknown') findings.gaps.push(`${deps.payments.name}: ${reference} without an answer`)
  if (answer.outcome !== 'succeeded') return { says: 'no answer', facts: null }
  return { says: answer.value.word, facts: answer.value }
}

/** The order's own verification decides, as always: nothing is booked from a list. */
export async function askAgain(deps: Pick<Deps, 'database' | 'clock'>, order: OurOrder): Promise<void> {
  const now = deps.clock.now()
  await enqueue(deps.database, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
}
