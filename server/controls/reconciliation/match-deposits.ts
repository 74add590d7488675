import type { ExceptionKind } from '#contract/console/breaks.ts'
import { formatNaira } from '#contract/money.ts'
import { enqueuePayment } from '#server/outbox/jobs/payment-job.ts'
import { canBeCharge } from '#server/payments/orders/references.ts'
import type { Answer } from '#server/providers/answer.ts'
import type { IncomingPayment, PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import {
  addGap,
  addMatch,
  addPending,
  bothSides,
  type Comparing,
  type Difference,
  withVerification,
} from './findings.ts'
import { setAside } from './match-foreign.ts'
import type { Window } from './our-orders.ts'
import { readAllPages } from './read-pages.ts'
import { openToAsk } from './still-open.ts'

/** Providers list a payment by when it was started, we by when it was paid. */
const EDGE_MS = 24 * 60 * 60_000
/** Webhook or poll books a payment within minutes. After this long, an unbooked payment is a difference. */
const BOOKED_WITHIN_MS = 60 * 60_000

/** Kinds of difference that may be open about a payment that has left the list. */
const OPEN_KINDS: readonly ExceptionKind[] = [
  'unknown-deposit',
  'missing-deposit',
  'deposit-differs',
  'deposit-fee-differs',
  'deposit-state-differs',
]

type OurDeposit = {
  readonly transactionId: string
  readonly reference: string
  readonly state: string
  readonly amountKobo: bigint
  readonly feeKobo: bigint
}

const COLUMNS = `provider_transaction_id as "transactionId", reference, state, amount_kobo as "amountKobo",
  provider_fee_kobo as "feeKobo"`

/** States of payments that went back to their sender: the provider no longer lists them as paid. */
const GONE: readonly string[] = ['recalled', 'sent_back']

/**
 * Compares the provider's list of payments with our deposits in both directions. Open differences older than the list
 * are asked about by reference. `creditsClosed`: no deposits are booked now.
 */
export async function matchDeposits(
  at: Comparing<PaymentProvider>,
  window: Window,
  creditsClosed: boolean,
): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const ours = await deps.database.query<OurDeposit>(
    `select ${COLUMNS} from deposits where provider = $1 and coalesce(paid_at, created_at) between $2 and $3`,
    [provider, window.from, window.to],
  )
  const since = new Date(window.from.getTime() - EDGE_MS)
  const { lines, notOurs, gap } = await readAllPages(
    (page) => at.provider.listPayments({ since, page, isOurs: canBeCharge }),
    (page) => page.payments,
  )
  if (gap !== null) addGap(findings, provider, `the list of payments: ${gap}`)
  await setAside(at, 'payment', notOurs)
  const theirs = new Map(lines.map((line): [string, IncomingPayment] => [line.providerTransactionId, line]))
  const known = new Map(
    (
      await deps.database.query<OurDeposit>(
        `select ${COLUMNS} from deposits where provider = $1 and provider_transaction_id = any($2::text[])`,
        [provider, [...theirs.keys()]],
      )
    ).map((row) => [row.transactionId, row]),
  )
  const booked = new Set([...known.values()].map(({ reference }) => reference))
  for (const line of theirs.values()) {
    findings.lines++
    findings.listed.add(`${provider} ${line.reference}`)
    const deposit = known.get(line.providerTransactionId)
    if (deposit === undefined && booked.has(line.reference)) await listTwice(at, line)
    else if (deposit === undefined) await takeUnknown(at, line, creditsClosed)
    else await compare(at, deposit, line)
  }
  if (gap !== null) return
  for (const deposit of ours) {
    if (theirs.has(deposit.transactionId)) continue
    if (GONE.includes(deposit.state)) findings.agreed.add(`${provider} ${deposit.reference}`)
    else findings.differences.push(await missingDeposit(at, deposit, await verified(at, deposit.reference)))
  }
  await askAboutOpen(at)
}

/** An open difference ends when books and provider agree, not when it has grown too old for the list. */
async function askAboutOpen(at: Comparing<PaymentProvider>): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const open = await openToAsk(deps.database, { provider, kinds: OPEN_KINDS }, findings)
  const deposits = new Map(
    (
      await deps.database.query<OurDeposit>(
        `select ${COLUMNS} from deposits where provider = $1 and reference = any($2::text[])`,
        [provider, open.map(({ reference }) => reference)],
      )
    ).map((row) => [row.reference, row]),
  )
  for (const difference of open) {
    const answer = await verified(at, difference.reference)
    // What is known about it stays.
    if (answer.outcome === 'unknown') continue
    const line = paidIn(answer)
    if (line !== null) findings.lines++
    const deposit = deposits.get(difference.reference)
    if (deposit === undefined) findings.differences.push(await stillUnknown(at, difference, answer))
    else if (GONE.includes(deposit.state) && line === null) findings.agreed.add(`${provider} ${deposit.reference}`)
    // A payment missing from a list stays a difference while it is booked.
    else if (line === null || (difference.kind === 'missing-deposit' && !GONE.includes(deposit.state)))
      findings.differences.push(await missingDeposit(at, deposit, answer))
    else await compare(at, deposit, line)
  }
}

/**
 * A payment that is still not booked, however old: it is queued for verification again, and the difference is updated
 * with its amount.
 */
async function stillUnknown(
  at: Comparing<PaymentProvider>,
  difference: Difference,
  answer: Answer<IncomingPayment>,
): Promise<Difference> {
  const line = paidIn(answer)
  await askAgain(at, difference.reference)
  const detail = withVerification(difference.detail, saysOf(answer))
  return { ...difference, detail, ...bothSides(0n, line === null ? 0n : netKobo(line)) }
}

async function compare(at: Comparing<PaymentProvider>, deposit: OurDeposit, line: IncomingPayment): Promise<void> {
  const { findings } = at
  const provider = at.provider.name
  const { reference } = line
  if (GONE.includes(deposit.state)) return void findings.differences.push(await givenAgain(at, deposit, line))
  if (deposit.amountKobo === line.amountKobo && deposit.feeKobo === line.feeKobo) {
    addMatch(findings, provider, reference)
    return
  }
  const text = (of: { amountKobo: bigint; feeKobo: bigint }) =>
    `${formatNaira(of.amountKobo)} with a charge of ${formatNaira(of.feeKobo)}`
  findings.differences.push({
    provider,
    kind: deposit.amountKobo === line.amountKobo ? 'deposit-fee-differs' : 'deposit-differs',
    reference,
    detail: `${text(deposit)} here, ${text(line)} there`,
    ...bothSides(netKobo(deposit), netKobo(line)),
  })
}

/**
 * The bank gives a recalled payment again, or its list is older than the recall. Verification alerts operators if it is
 * given again.
 */
async function givenAgain(
  at: Comparing<PaymentProvider>,
  deposit: OurDeposit,
  line: IncomingPayment,
): Promise<Difference> {
  const { reference } = line
  await askAgain(at, reference)
  return {
    provider: at.provider.name,
    kind: 'deposit-state-differs',
    reference,
    detail: `${formatNaira(line.amountKobo)}, ${deposit.state} here, and in the list`,
    // The charge was booked when the payment first came in, and stays booked.
    ...bothSides(-deposit.feeKobo, netKobo(line)),
  }
}

/**
 * A payment that is not in our books: it is verified and credited as usual. It is a difference if that should have
 * happened already.
 */
async function takeUnknown(
  at: Comparing<PaymentProvider>,
  line: IncomingPayment,
  creditsClosed: boolean,
): Promise<void> {
  const { deps, findings } = at
  const provider = at.provider.name
  const now = deps.clock.now()
  const { reference } = line
  await askAgain(at, reference)
  const answer = await verified(at, reference)
  const there = paidIn(answer)
  const bringsKobo = there === null ? 0n : netKobo(there)
  const paidAt = line.paidAt ?? now
  if (there !== null && (creditsClosed || now.getTime() - paidAt.getTime() < BOOKED_WITHIN_MS)) {
    return addPending(findings, provider, { reference, kobo: bringsKobo })
  }
  findings.differences.push({
    provider,
    kind: 'unknown-deposit',
    reference,
    detail: withVerification(`${formatNaira(line.amountKobo)} in the list, and not in our books`, saysOf(answer)),
    ...bothSides(0n, answer.outcome === 'unknown' ? null : bringsKobo),
  })
}

/**
 * A second payment in the list under a booked reference. A verification covers one payment: only if it is this one has
 * it brought in money.
 */
async function listTwice(at: Comparing<PaymentProvider>, line: IncomingPayment): Promise<void> {
  const { reference, providerTransactionId } = line
  const answer = await verified(at, reference)
  const there = paidIn(answer)
  const isThis = there?.providerTransactionId === providerTransactionId
  const says = there === null ? saysOf(answer) : `of ${isThis ? 'this' : 'the other'} payment`
  at.findings.differences.push({
    provider: at.provider.name,
    kind: 'listed-twice',
    reference,
    detail: withVerification(
      `${formatNaira(line.amountKobo)} in the list under a reference that is booked already`,
      says,
    ),
    ...bothSides(0n, answer.outcome === 'unknown' ? null : there !== null && isThis ? netKobo(there) : 0n),
  })
}

async function missingDeposit(
  at: Comparing<PaymentProvider>,
  deposit: OurDeposit,
  answer: Answer<IncomingPayment>,
): Promise<Difference> {
  const { reference } = deposit
  await askAgain(at, reference)
  return {
    provider: at.provider.name,
    kind: 'missing-deposit',
    reference,
    detail: withVerification(
      `${formatNaira(deposit.amountKobo)}, ${deposit.state} here, and not in the list`,
      saysOf(answer),
    ),
    ...bothSides(netKobo(deposit), thereKobo(deposit, answer)),
  }
}

/** What the provider's answer says a deposit has brought into our balance, kobo; null without an answer. */
function thereKobo(deposit: OurDeposit, answer: Answer<IncomingPayment>): bigint | null {
  if (answer.outcome === 'unknown') return null
  if (paidIn(answer) !== null) return netKobo(deposit)
  // The provider keeps its charge for a payment that goes back.
  const isReversed = answer.outcome === 'succeeded' && answer.value.status === 'reversed'
  return isReversed ? -deposit.feeKobo : 0n
}

async function verified(
  { provider, findings }: Comparing<PaymentProvider>,
  reference: string,
): Promise<Answer<IncomingPayment>> {
  const answer = await provider.verifyPayment(reference)
  if (answer.outcome === 'unknown') addGap(findings, provider.name, `${reference} without an answer`)
  return answer
}

/** The payment, if the provider says that it arrived and is still there; otherwise null. */
function paidIn(answer: Answer<IncomingPayment>): IncomingPayment | null {
  return answer.outcome === 'succeeded' && answer.value.status === 'success' ? answer.value : null
}

function saysOf(answer: Answer<IncomingPayment>): string {
  return answer.outcome === 'succeeded' ? answer.value.status : 'no answer, or not known'
}

/** Queues the payment's own verification, which decides as usual: nothing is booked from a list. */
async function askAgain({ deps, provider }: Comparing<PaymentProvider>, reference: string): Promise<void> {
  const now = deps.clock.now()
  await enqueuePayment(deps.database, { provider: provider.name, reference, dueAt: now, now })
}

/** What a payment brings into our balance at the provider, kobo. */
function netKobo(of: { amountKobo: bigint; feeKobo: bigint }): bigint {
  return of.amountKobo - of.feeKobo
}
