import { expect } from 'vitest'
import type { BpcAnswer, BpcCode } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import type { Order, OrderOf, QuoteBodyOf } from '#contract/orders.ts'
import type { Delivery } from '#sandbox/vtpass/delivery.ts'
import type { TestJara } from './jara.ts'
import type { Answered, Person, Refusal } from './person.ts'

/** A number to which the sandbox delivers. */
export const PHONE = '08031234567'

export const airtime = (over: Partial<QuoteBodyOf<'airtime'>> = {}): QuoteBodyOf<'airtime'> => ({
  kind: 'airtime',
  network: 'mtn',
  phone: PHONE,
  amountKobo: '100000',
  ...over,
})

/** A BPC purchase by bank transfer with its account number issued. */
export async function buyByTransfer(jara: TestJara, person: Person): Promise<OrderOf<'bpc'>> {
  const order = await person.buyBpc('transfer')
  await jara.settle()
  return (await person.order(order.id)) as OrderOf<'bpc'>
}

/** A bank transfer into a purchase's account number. Neither webhooks nor jobs run here. */
export async function payInto(jara: TestJara, order: Order, amountKobo: bigint = BPC_PRICE_KOBO): Promise<void> {
  const { payTo } = order
  if (payTo === null) throw new Error(`no account number was issued for ${order.id}`)
  await jara.sandbox.payIn({ accountNumber: payTo.accountNumber, amountKobo: amountKobo.toString() })
}

/** The codes a user holds or held; unlocks with the PIN first. */
export async function codesOf(person: Person): Promise<BpcCode[]> {
  await person.unlock()
  return await readCodes(person)
}

/** Like codesOf, for an unlocked session: several can run at once, where two unlocks would change the token twice. */
export async function readCodes(person: Person): Promise<BpcCode[]> {
  const answer = await person.call<BpcAnswer>('GET', '/api/bpc')
  if (answer.status !== 200) throw new Error(`codes refused: ${JSON.stringify(answer.body)}`)
  return answer.body.codes
}

export const boughtBy = async (person: Person): Promise<BpcCode[]> =>
  (await codesOf(person)).filter((code) => code.kind === 'bought')

export async function giveBack(person: Person, bpcId: string | null): Promise<Answered<{ order: Order } & Refusal>> {
  await person.unlock()
  return await person.call('POST', `/api/bpc/${bpcId}/return`)
}

/** A distinct number for each n, without special meaning to the sandbox. */
export const phoneOf = (n: number) => `0803${String(5_000_000 + n)}`

/** A completed form of each kind of bill, for a distinct number for each n. */
export const BILL_FORMS = {
  airtime: (n) => airtime({ phone: phoneOf(n) }),
  data: (n) => ({ kind: 'data', network: 'airtel', phone: phoneOf(n), bundleId: 'airtel-1gb-30days' }),
  electricity: (n) => ({
    kind: 'electricity',
    biller: 'ikeja-electric',
    meterNumber: String(45_005_000_000 + n),
    meterType: 'prepaid',
    phone: PHONE,
    amountKobo: '200000',
  }),
  tv: (n) => ({
    kind: 'tv',
    biller: 'gotv',
    smartcardNumber: String(2_005_000_000 + n),
    planId: 'gotv-smallie',
    phone: PHONE,
  }),
  education: (n) => ({ kind: 'education', exam: 'waec', planId: 'waecdirect', quantity: 2, phone: phoneOf(n) }),
} as const satisfies { readonly [Kind in BillKind]: (n: number) => QuoteBodyOf<Kind> }

/** One of each kind of bill. */
export const purchasesOf = (n: number): QuoteBodyOf<BillKind>[] => Object.values(BILL_FORMS).map((form) => form(n))

/** The provider owns the price of exactly what the sandbox's own log says it delivered. */
export async function expectDeliveriesToBeTrue(jara: TestJara): Promise<void> {
  const { deliveries } = await jara.sandbox.truth()
  const orders = await jara.database.query<{
    id: string
    reference: string
    state: string
    cost: bigint
    amount: bigint
  }>(`select id, reference, state, cost_kobo as cost, amount_kobo as amount from orders where provider = 'vtpass'`)
  for (const { reference, state, cost, amount } of orders) {
    const delivery = deliveries.find((each) => each.reference === reference)
    const status = delivery?.status ?? 'none'
    const about = { reference, state, status }
    if (state === 'settled' || state === 'late_success') {
      expect(about).toEqual({ ...about, status: 'delivered' })
      expect({ cost, amount }).toEqual({
        cost: BigInt(delivery?.costKobo ?? 0),
        amount: BigInt(delivery?.amountKobo ?? 0),
      })
    }
    if (state === 'returned') expect(about).toEqual({ ...about, status: 'reversed' })
    if (state === 'released') expect(['none', 'failed', 'reversed'], JSON.stringify(about)).toContain(status)
  }
  const attempts = await jara.database.query<{ id: string; reference: string }>(
    'select order_id as id, reference from order_attempts',
  )
  const known = new Set([...orders, ...attempts].map((each) => each.reference))
  expect(deliveries.filter((each) => !known.has(each.reference))).toEqual([])
  // An order is delivered at most once over all its references, unless operators were alerted.
  for (const { id } of orders) {
    const references = attempts.flatMap((each) => (each.id === id ? [each.reference] : []))
    const delivered = deliveries.filter(
      ({ reference, status }) => references.includes(reference) && status === 'delivered',
    )
    const told = "select 1 from alarms where kind = 'order-known-twice' and subject_id = $1"
    if (delivered.length > 1) expect(await jara.database.query(told, [id])).toHaveLength(1)
  }
}

/** A callback of the bills provider. Callbacks are unsigned: whoever knows the address can send any. */
export async function postCallback(
  jara: TestJara,
  of: { reference: string; code?: string; status?: string },
  secret: string = jara.deps.config.vtpass.callbackSecret,
): Promise<Response> {
  const { reference, code = '000', status = 'delivered' } = of
  const data = { code, requestId: reference, content: { transactions: { status } } }
  return await fetch(`${jara.url}/webhooks/vtpass/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'transaction-update', data }),
  })
}

export const alarmsOf = async (jara: TestJara): Promise<string[]> =>
  (await jara.database.query<{ kind: string }>('select kind from alarms order by kind')).map((each) => each.kind)

/** What a provider that breaks its word delivers anyway: airtime for PHONE, under a reference it denied knowing. */
export function deliverUnder(jara: TestJara, reference: string): void {
  const world = jara.world
  const at = world.now().toISOString()
  const delivery: Delivery = {
    id: world.nextId(),
    requestId: reference,
    transactionId: world.newDigits(26),
    serviceId: 'mtn',
    variationCode: null,
    recipient: PHONE,
    phone: PHONE,
    amountKobo: 100_000n,
    commissionKobo: 3_000n,
    token: null,
    status: 'delivered',
    walletCreditId: null,
    visibleFromMs: world.now().getTime(),
    plan: [],
    createdAt: at,
    updatedAt: at,
  }
  world.record([{ type: 'delivery.accepted', delivery }])
}
