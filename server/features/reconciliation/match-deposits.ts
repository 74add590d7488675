import { formatNaira } from '#contract/money.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { IncomingPayment } from '../../providers/payments.ts'
import { type Difference, type Findings, match, wait } from './findings.ts'
import type { Window } from './our-orders.ts'
import { readAllPages } from './read-pages.ts'

/** The provider lists a payment by when it was begun, we know when it was paid. */
const EDGE_MS = 24 * 60 * 60_000
/** Webhook and poll have a payment in the books within minutes: after this long one that is not there is a difference. */
const BOOKED_WITHIN_MS = 60 * 60_000

type OurDeposit = {
  readonly transactionId: string
  readonly reference: string
  readonly state: string
  readonly amountKobo: bigint
  readonly feeKobo: bigint
}

const COLUMNS = `provider_transaction_id as "transactionId", reference, state, amount_kobo as "amountKobo",
  provider_fee_kobo as "feeKobo"`

/** Went back to where it came from: the provider lists it no longer as paid. */
const GONE: readonly string[] = ['recalled', 'sent_back']

/** Compares the provider's list of payments with our deposits, both ways. `creditsClosed`: none is booked now. */
export async function matchDeposits(
  deps: Deps,
  window: Window,
  findings: Findings,
  creditsClosed: boolean,
): Promise<void> {
  const provider = deps.payments.name
  const ours = await deps.database.query<OurDeposit>(
    `select ${COLUMNS} from deposits where provider = $1 and coalesce(paid_at, created_at) between $2 and $3`,
    [provider, window.from, window.to],
  )
  const since = new Date(window.from.getTime() - EDGE_MS)
  const { lines, gap } = await readAllPages(
    (page) => deps.payments.listPayments({ since, page }),
    (page) => page.payments,
  )
  if (gap !== null) findings.gaps.push(`${provider}: the list of payments: ${gap}`)
  const theirs = new Map(lines.map((line) => [line.providerTransactionId, line]))
  const known = new Map(
    (
      await deps.database.query<OurDeposit>(
        `select ${COLUMNS} from deposits where provider = $1 and provider_transaction_id = any($2::text[])`,
        [provider, [...theirs.keys()]],
      )
    ).map((row) => [row.transactionId, row]),
  )
  for (const line of theirs.values()) {
    findings.lines++
    const deposit = known.get(line.providerTransactionId)
    if (deposit === undefined) await takeUnknown(deps, line, findings, creditsClosed)
    else await compare(deps, deposit, line, findings)
  }
  if (gap !== null) return
  for (const deposit of ours) {
    if (theirs.has(deposit.transactionId)) continue
    if (GONE.includes(deposit.state)) findings.agreed.add(`${provider} ${deposit.reference}`)
    else findings.differences.push(await missingDeposit(deps, deposit, findings))
  }
}

async function compare(deps: Deps, deposit: OurDeposit, line: IncomingPayment, findings: Findings): Promise<void> {
  const provider = deps.payments.name
  const { reference } = line
  if (GONE.includes(deposit.state)) return void findings.differences.push(await givenAgain(deps, deposit, line))
  if (deposit.amountKobo === line.amountKobo && deposit.feeKobo === line.feeKobo) {
    match(findings, provider, reference)
    return
  }
  const text = (of: { amountKobo: bigint; feeKobo: bigint }) =>
    `${formatNaira(of.amountKobo)} with a charge of ${formatNaira(of.feeKobo)}`
  findings.differences.push({
    provider,
    kind: 'deposit-differs',
    reference,
    detail: `${text(deposit)} here, ${text(line)} there`,
    differenceKobo: netKobo(line) - netKobo(deposit),
  })
}

/** The bank took it back and gives it again, or its list is older than that: verification calls people if it is so. */
async function givenAgain(deps: Deps, deposit: OurDeposit, line: IncomingPayment): Promise<Difference> {
  const now = deps.clock.now()
  const { reference } = line
  await enqueue(deps.database, { kind: 'payment', subjectId: reference, userId: null, dueAt: now, now })
  return {
    provider: deps.payments.name,
    kind: 'deposit-differs',
    reference,
    detail: `${formatNaira(line.amountKobo)}, ${deposit.state} here, and in the list`,
    // The charge was booked when the payment first came in, and stays booked.
    differenceKobo: netKobo(line) + deposit.feeKobo,
  }
}

/** Verified like any payment, and credited by the same work as always. A difference when that should have happened. */
async function takeUnknown(
  deps: Deps,
  line: IncomingPayment,
  findings: Findings,
  creditsClosed: boolean,
): Promise<void> {
  const provider = deps.payments.name
  const now = deps.clock.now()
  const { reference } = line
  await enqueue(deps.database, { kind: 'payment', subjectId: reference, userId: null, dueAt: now, now })
  const answer = await deps.payments.verifyPayment(reference)
  const isThere = answer.outcome === 'succeeded' && answer.value.status === 'success'
  const paidAt = line.paidAt ?? now
  if (answer.outcome === 'unknown') findings.gaps.push(`${provider}: ${reference} without an answer`)
  if (isThere && (creditsClosed || now.getTime() - paidAt.getTime() < BOOKED_WITHIN_MS)) {
    return wait(findings, provider, { reference, kobo: netKobo(answer.value) })
  }
  const says = answer.outcome === 'succeeded' ? answer.value.status : 'no answer, or not known'
  findings.differences.push({
    provider,
    kind: 'unknown-deposit',
    reference,
    detail: `${formatNaira(line.amountKobo)} in the list, and not in our books; verification: ${says}`,
    differenceKobo: isThere ? netKobo(answer.value) : 0n,
  })
}

async function missingDeposit(deps: Deps, deposit: OurDeposit, findings: Findings): Promise<Difference> {
  const now = deps.clock.now()
  const { reference } = deposit
  await enqueue(deps.database, { kind: 'payment', subjectId: reference, userId: null, dueAt: now, now })
  const answer = await deps.payments.verifyPayment(reference)
  const says = answer.outcome === 'succeeded' ? answer.value.status : 'no answer, or not known'
  if (answer.outcome === 'unknown') findings.gaps.push(`${deps.payments.name}: ${reference} without an answer`)
  const isReversed = answer.outcome === 'succeeded' && answer.value.status === 'reversed'
  const isGone = answer.outcome === 'declined' || (answer.outcome === 'succeeded' && answer.value.status !== 'success')
  return {
    provider: deps.payments.name,
    kind: 'missing-deposit',
    reference,
    detail: `${formatNaira(deposit.amountKobo)}, ${deposit.state} here, and not in the list; verification: ${says}`,
    // What the provider charged for a payment that goes back it keeps.
    differenceKobo: isReversed ? -deposit.amountKobo : isGone ? -netKobo(deposit) : 0n,
  }
}

/** What a payment brings into our balance at the provider, kobo. */
function netKobo(of: { amountKobo: bigint; feeKobo: bigint }): bigint {
  return of.amountKobo - of.feeKobo
}
