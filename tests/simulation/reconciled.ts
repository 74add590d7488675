import { AMOUNT_MAX_KOBO } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import type { FaultRequest } from '#sandbox/faults.ts'
import { emptyState } from '#sandbox/state.ts'
import { reconcile } from '#server/controls/reconciliation/reconcile.ts'
import { bookedDeposits, isGone, isMisbooked } from './money-truth.ts'
import type { Simulation } from './simulation.ts'
import { START_MS } from './time.ts'

/** The last days of a run, without new faults: see ending.ts. */
const STILL_MS = 3 * DAY_MS

type Exception = {
  readonly kind: string
  readonly reference: string
  readonly detail: string
  readonly isNow: boolean
}

/** The books check has no reason to suspend money while the books balance. */
export async function checkNothingStopped({ database, violation }: Simulation): Promise<void> {
  const stops = await database.query<{ reason: string; detail: string }>(
    'select reason, detail from payment_suspensions',
  )
  for (const { reason, detail } of stops) violation(`money was stopped: ${reason}, ${detail}`)
}

/** The recurring checks of the books ran on their own: on time, and to completion. */
export async function checkComparisonsRan({ database, time, violation }: Simulation): Promise<void> {
  const [books] = await database.query('select 1 from book_check where checked_at >= $1', [
    new Date(time.nowMs - 60 * 60_000),
  ])
  if (books === undefined) violation('the coherence job does not run')
  const runs = await database.query<{ gaps: string[] }>(
    'select gaps from reconciliation_runs where ended_at >= $1 order by ended_at',
    [new Date(time.nowMs - STILL_MS)],
  )
  if (runs.length < 3) violation(`${runs.length} comparisons with the providers in three days`)
  for (const { gaps } of runs)
    if (gaps.length > 0) violation(`a comparison in a calm world had gaps: ${gaps.join('; ')}`)
}

/**
 * At rest every provider line is matched, except what a person must decide. A list that then lies is reported and moves
 * nothing.
 */
export async function checkReconciled(simulation: Simulation): Promise<void> {
  const explained = await explanations(simulation)
  const open = await compare(simulation)
  for (const each of open) {
    const allowed = explained.get(each.reference) ?? []
    if (!allowed.includes(each.kind)) violationOf(simulation, 'does not match at rest', each)
  }
  await checkNothingForgotten(simulation, open)
  await checkOwnMoney(simulation)
  await checkMisbooked(simulation, open)
  for (const payment of simulation.outside.world.state.payments.values()) {
    const isUnbooked = payment.status === 'success' && payment.amountKobo > AMOUNT_MAX_KOBO
    const isNamed = open.some(({ reference }) => reference === payment.reference)
    if (isUnbooked && !isNamed) simulation.violation(`${payment.reference} is too much to be booked, and is not named`)
  }
  await lieOnce(simulation, explained)
}

function violationOf({ violation }: Simulation, what: string, { kind, reference, detail }: Exception): void {
  violation(`${what}: ${kind} ${reference}: ${detail}`)
}

/** A run over the last day alone finds the same: older differences are neither forgotten nor found again. */
async function checkNothingForgotten(simulation: Simulation, open: readonly Exception[]): Promise<void> {
  const names = (of: readonly Exception[]) => of.map(({ kind, reference }) => `${kind} ${reference}`).join()
  const short = names(await compare(simulation, simulation.time.nowMs - DAY_MS))
  if (short !== names(open)) simulation.violation(`the last day alone says ${short}, and everything ${names(open)}`)
}

/** Compares everything since an instant (by default the beginning), and returns what is open afterwards. */
async function compare({ database, product, time, violation }: Simulation, sinceMs = START_MS): Promise<Exception[]> {
  const now = time.now()
  const { gaps } = await reconcile(product().jara.deps, { from: new Date(sinceMs), to: 'now' }, null)
  if (gaps.length > 0) violation(`the last comparison had gaps: ${gaps.join('; ')}`)
  return await database.query<Exception>(
    `select kind, reference, detail, seen_at >= $1 as "isNow" from reconciliation_exceptions where closed_at is null
     order by number`,
    [now],
  )
}

/** Allowed differences at rest, and of which kinds, by reference. */
async function explanations(simulation: Simulation): Promise<Map<string, readonly string[]>> {
  const { database, outside } = simulation
  const ofOrders = [
    'transfer-differs',
    'purchase-differs',
    'purchase-cost-differs',
    'paid-twice',
    'state-differs',
    'missing-transfer',
    'missing-purchase',
  ]
  const orders = await database.query<{ reference: string }>(
    `select reference from orders o where state = 'manual_review'
       or exists (select 1 from alarms a where a.subject_id = o.id and a.kind = 'order-unexpected-evidence')`,
  )
  const explained = new Map<string, readonly string[]>(orders.map(({ reference }) => [reference, ofOrders]))
  const deposits = await bookedDeposits(simulation)
  for (const deposit of deposits) {
    const isGivenAgain = isGone(deposit) && outside.world.state.payments.get(deposit.reference)?.status === 'success'
    // Both are possible: booked with the false amount, recalled, and given again.
    const kinds = [
      ...(isMisbooked(simulation, deposit) ? ['deposit-differs', 'deposit-fee-differs', 'missing-deposit'] : []),
      ...(isGivenAgain ? ['deposit-state-differs'] : []),
    ]
    if (kinds.length > 0) explained.set(deposit.reference, kinds)
  }
  const booked = new Set(deposits.map(({ reference }) => reference))
  for (const { reference, amountKobo } of outside.world.state.payments.values()) {
    // A payment that came back before it was booked is left to a person.
    const isUnbookable = amountKobo > AMOUNT_MAX_KOBO || outside.recalled.has(reference)
    if (isUnbookable && !booked.has(reference)) explained.set(reference, ['unknown-deposit'])
  }
  const invented = [...outside.world.state.payments.keys(), ...outside.world.state.transfers.keys()]
  for (const reference of invented) explained.set(`strange-${reference}`, ['unknown-deposit', 'not-ours'])
  const ownKobo = OPENING_KOBO - keptCharges(simulation, booked)
  explained.set(ownKobo.toString(), ['balance-differs'])
  return explained
}

const OPENING_KOBO = emptyState().balanceKobo

/** Provider fees for payments that came back before they were booked: the books do not contain them. Kobo. */
function keptCharges({ outside }: Simulation, booked: ReadonlySet<string>): bigint {
  return [...outside.world.state.payments.values()]
    .filter(({ reference, status }) => status === 'reversed' && !booked.has(reference))
    .reduce((sum, { feeKobo }) => sum + feeKobo, 0n)
}

/** The money that the first comparison counted as our own is our own, apart from fees charged before it. */
async function checkOwnMoney(simulation: Simulation): Promise<void> {
  const { database, violation } = simulation
  const kept = await database.query<{ provider: string; own: bigint }>(
    'select provider, own_kobo as own from provider_opening_balances',
  )
  // While a difference is open, our own share is unknown.
  const differing = await database.query('select 1 from reconciliation_exceptions where closed_at is null limit 1')
  if (kept.length !== 2 && differing.length === 0) violation('nobody knows what the providers hold of our own')
  const { recalled, world } = simulation.outside
  // Counts every recalled payment: any may have come back before booking, and been given again since.
  const charges = [...world.state.payments.values()]
    .filter(({ reference }) => recalled.has(reference))
    .reduce((sum, { feeKobo }) => sum + feeKobo, 0n)
  for (const { provider, own } of kept) {
    const short = OPENING_KOBO - own
    if (short < 0n || short > (provider === 'paystack' ? charges : 0n))
      violation(`our own money at ${provider} is kept as ${own}, and was ${OPENING_KOBO}`)
  }
}

/** A deposit booked with a false amount is reported by the first complete comparison after it. */
async function checkMisbooked(simulation: Simulation, open: readonly Exception[]): Promise<void> {
  const { database, violation } = simulation
  for (const deposit of await bookedDeposits(simulation)) {
    if (!isMisbooked(simulation, deposit)) continue
    const { reference, bookedAt } = deposit
    const [run] = await database.query<{ ended: Date }>(
      `select ended_at as ended from reconciliation_runs where began_at > $1 and gaps = '{}' order by began_at limit 1`,
      [bookedAt],
    )
    // Operators were alerted at the first report; it may have closed and reopened since.
    const [found] = await database.query<{ at: Date }>(
      `select min(raised_at) as at from alarms join reconciliation_exceptions e on e.number::text = subject_id
       where alarms.kind = 'reconciliation-exception' and e.reference = $1 having count(*) > 0`,
      [reference],
    )
    if (isGone(deposit)) continue
    if (!open.some((each) => each.reference === reference)) violation(`${reference} is misbooked, and not named`)
    else if (found !== undefined && run !== undefined && found.at > run.ended)
      violation(`${reference} is misbooked, and was named only at ${found.at.toISOString()}`)
  }
}

const LIES = ['list-missing-line', 'list-extra-line', 'list-wrong-amount'] as const
const LISTS = ['transfers', 'payments'] as const satisfies readonly FaultRequest['operation'][]

/** One list lies in its newest line: that is reported, nothing is booked, and the next honest list closes it. */
async function lieOnce(simulation: Simulation, explained: ReadonlyMap<string, unknown>): Promise<void> {
  const { chance, database, outside, violation } = simulation
  const operation = chance.oneOf(LISTS)
  const fault = chance.oneOf(LIES)
  const { payments, transfers } = outside.world.state
  const listed = operation === 'transfers' ? [...transfers.values()] : [...payments.values()].filter(isSuccess)
  const newest = listed.at(-1)
  if (newest === undefined || explained.has(newest.reference)) return
  // Leaving out a line that took no money makes no difference.
  if (fault === 'list-missing-line' && !isSuccess(newest)) return
  const posted = async () =>
    (await database.query<{ count: bigint }>('select count(*) from ledger_transfers'))[0]?.count
  const before = await posted()
  outside.order({ provider: 'paystack', operation, fault })
  const lied = await compare(simulation)
  const named = fault === 'list-extra-line' ? `strange-${newest.reference}` : newest.reference
  if (!lied.some(({ isNow, reference }) => isNow && reference === named)) violation(`${fault} of ${named} is not named`)
  const after = await compare(simulation)
  if (after.some(({ reference }) => reference === newest.reference)) violation(`${fault} of ${named} stays open`)
  if (before !== (await posted())) violation(`${fault} of ${named} has moved money`)
}

const isSuccess = ({ status }: { status: string }) => status === 'success'
