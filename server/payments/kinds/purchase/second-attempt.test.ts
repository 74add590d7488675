import { describe, expect, it as plain } from 'vitest'
import type { Order, OrderState } from '#contract/orders.ts'
import {
  ABSENCES_APART_MS,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
} from '#server/payments/orders/proving/schedule.ts'
import {
  deliveredIn,
  faultBills,
  moneyOf,
  orderNow,
  startWithBuyer,
  UNTOUCHED,
  withBuyer,
} from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import {
  airtime,
  alarmsOf,
  deliverUnder,
  expectDeliveriesToBeTrue,
  PHONE,
  postCallback,
} from '#tests/support/purchases.ts'
import { resume } from '#tests/support/stops.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Ten to midnight in Lagos. */
const BEFORE_MIDNIGHT = new Date('2026-11-21T22:50:00Z')
const MIDNIGHT = new Date('2026-11-21T23:00:00Z')
/** From this instant on, "not found" counts. */
const COUNTS_FROM = new Date(MIDNIGHT.getTime() + LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)
const LARGE_STEP_MS = 5 * MINUTE_MS

type Row = { state: OrderState; sends: number; reference: string }
const rowOf = async (jara: TestJara): Promise<Row | undefined> =>
  (await jara.database.query<Row>('select state, send_count as sends, reference from orders'))[0]
const attemptsOf = (jara: TestJara) =>
  jara.database.query<{ number: number; reference: string; absent: Date[] }>(
    'select number, reference, earlier_absent_at as absent from order_attempts order by number',
  )

/** An order whose first request is lost, ten minutes before the day ends in Lagos. */
async function buyAndLose(jara: TestJara, ada: Person, fault = 'timeout', delayMs?: number): Promise<Order> {
  jara.clock.set(BEFORE_MIDNIGHT)
  await ada.unlock()
  await faultBills(jara, 'pay', fault, delayMs === undefined ? {} : { delayMs })
  const order = await ada.buy(airtime())
  await jara.settle()
  return order
}

/** Both references are stored, with the proof that allowed the second one. */
function expectProof([first, second]: Awaited<ReturnType<typeof attemptsOf>>): void {
  expect(first).toMatchObject({ number: 1, reference: expect.stringMatching(/^20261121/), absent: [] })
  expect(second).toMatchObject({ number: 2, reference: expect.stringMatching(/^20261122/) })
  const absent = second?.absent.map((each) => each.getTime()) ?? []
  expect(absent).toHaveLength(3)
  expect(absent[0]).toBeGreaterThanOrEqual(COUNTS_FROM.getTime())
  for (const [n, at] of absent.slice(1).entries()) {
    expect(at - (absent[n] ?? 0)).toBeGreaterThanOrEqual(ABSENCES_APART_MS)
  }
}

const passUntil = async (jara: TestJara, at: Date): Promise<void> =>
  await jara.pass(at.getTime() - jara.clock.now().getTime(), LARGE_STEP_MS)

/** Delivers the request itself, as if the network had delayed it for hours. */
async function arriveLate(jara: TestJara, reference: string): Promise<string> {
  const { baseUrl, apiKey, secretKey } = jara.deps.config.vtpass
  const answer = await fetch(`${baseUrl}/pay`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'secret-key': secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ request_id: reference, serviceID: 'mtn', amount: '1000', phone: PHONE }),
  })
  return ((await answer.json()) as { code: string }).code
}

describe.each(featureDatabases)(
  'a purchase lost shortly before midnight in Lagos, on %s',
  { timeout: 120_000 },
  (kind) => {
    const it = withBuyer(kind)

    it('is sent once more under an id of the new day, delivered once, and found by callbacks about either id', async ({
      jara,
      ada,
    }) => {
      const order = await buyAndLose(jara, ada)
      const first = (await rowOf(jara))?.reference ?? ''
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      const after = await orderNow(ada, order)
      expect(after.state).toBe('settled')
      expect([first, after.reference]).toEqual([
        expect.stringMatching(/^202611212350/),
        expect.stringMatching(/^2026112201[2-3]/),
      ])
      expect(await deliveredIn(jara)).toMatchObject([{ reference: after.reference }])
      expect(await rowOf(jara)).toMatchObject({ sends: 2 })
      expect(await moneyOf(ada)).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })

      const attempts = await attemptsOf(jara)
      expectProof(attempts)
      for (const { reference } of attempts) await postCallback(jara, { reference })
      expect(await jara.database.query('select reference from webhook_events order by reference')).toEqual(
        attempts.map(({ reference }) => ({ reference })),
      )
      await jara.settle()
      expect((await orderNow(ada, order)).state).toBe('settled')
    })

    it('is not sent again before its id is over for long, under that id or another', async ({ jara, ada }) => {
      await buyAndLose(jara, ada)
      await passUntil(jara, new Date(COUNTS_FROM.getTime() + 2 * ABSENCES_APART_MS - SECOND_MS))
      expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 1 })
      expect(await deliveredIn(jara)).toEqual([])
    })

    it('that was taken in time and is seen late is delivered under its first id, and not sent again', async ({
      jara,
      ada,
    }) => {
      await buyAndLose(jara, ada, 'not-found-then-success', 60 * MINUTE_MS)
      const first = (await rowOf(jara))?.reference
      await jara.pass(4 * HOUR_MS, LARGE_STEP_MS)
      expect(await rowOf(jara)).toEqual({ state: 'settled', sends: 1, reference: first })
      expect(await deliveredIn(jara)).toHaveLength(1)
    })

    it('whose request arrives hours late is refused there, and delivered once all the same', async ({ jara, ada }) => {
      await buyAndLose(jara, ada)
      const first = (await rowOf(jara))?.reference ?? ''
      await passUntil(jara, new Date(MIDNIGHT.getTime() + SECOND_MS))
      expect(await arriveLate(jara, first)).toBe('085')
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      expect(await arriveLate(jara, first)).toBe('085')
      expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 2 })
      expect(await deliveredIn(jara)).toHaveLength(1)
    })

    it.for(sampled(['timeout', 'down', 'cut-json', 'rate-limited'], 2, 1))(
      'waits for a person while nothing is proved: every look is answered "%s"',
      async (fault, { jara, ada }) => {
        await buyAndLose(jara, ada)
        await passUntil(jara, MIDNIGHT)
        await faultBills(jara, 'requery', fault, { count: 100_000 })
        await jara.pass(24 * HOUR_MS, 2 * HOUR_MS)
        expect(await rowOf(jara)).toMatchObject({ state: 'manual_review', sends: 1 })
        await ada.unlock()
        expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
      },
    )

    it('waits for a person when it was sent so early that a day is over before anything is proved', async ({
      jara,
      ada,
    }) => {
      jara.clock.set(new Date(MIDNIGHT.getTime() + MINUTE_MS))
      await ada.unlock()
      await faultBills(jara, 'pay', 'timeout', { count: 100 })
      await ada.buy(airtime())
      await jara.pass(30 * HOUR_MS, 20 * MINUTE_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'manual_review', sends: 3 })
      expect(await attemptsOf(jara)).toHaveLength(1)
    })

    it.for(sampled(['accept-then-timeout', 'accept-then-500', 'reset', 'html-502', 'empty', 'cut-json'], 3))(
      'is delivered once when the answer to its second request is lost (%s)',
      async (fault, { jara, ada }) => {
        await buyAndLose(jara, ada)
        await faultBills(jara, 'pay', fault)
        await jara.pass(5 * HOUR_MS, LARGE_STEP_MS)
        expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 2 })
        expect(await deliveredIn(jara)).toHaveLength(1)
      },
    )

    it('is sent under its second id once more when that request is lost too, and never under a third', async ({
      jara,
      ada,
    }) => {
      await buyAndLose(jara, ada)
      await faultBills(jara, 'pay', 'timeout')
      await jara.pass(5 * HOUR_MS, LARGE_STEP_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 3 })
      expect(await attemptsOf(jara)).toHaveLength(2)
      expect(await deliveredIn(jara)).toHaveLength(1)
    })

    it('that never arrives under either id waits for a person, with its money reserved', async ({ jara, ada }) => {
      await buyAndLose(jara, ada)
      await faultBills(jara, 'pay', 'timeout', { count: 100 })
      await jara.pass(50 * HOUR_MS, 20 * MINUTE_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'manual_review', sends: 3 })
      expect(await attemptsOf(jara)).toHaveLength(2)
      await ada.unlock()
      expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
    })

    it('is given back with the reason when its second request is refused outright', async ({ jara, ada }) => {
      const order = await buyAndLose(jara, ada)
      await faultBills(jara, 'pay', 'decline')
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      const after = await orderNow(ada, order)
      expect(after).toMatchObject({ state: 'released', failure: 'This could not be delivered.' })
      expect(await moneyOf(ada)).toMatchObject({ availableKobo: UNTOUCHED.availableKobo, heldKobo: '0' })
    })

    it('of a plan that is dearer by then is given back with the reason', async ({ jara, ada }) => {
      jara.clock.set(BEFORE_MIDNIGHT)
      await ada.unlock()
      await faultBills(jara, 'pay', 'timeout')
      const order = await ada.buy({ kind: 'data', network: 'mtn', phone: PHONE, bundleId: 'mtn-1gb-30days' })
      await jara.settle()
      await jara.sandbox.changePlan({ serviceId: 'mtn-data', code: 'mtn-1gb-30days', amountKobo: 150_000n })
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      expect(await orderNow(ada, order)).toMatchObject({
        state: 'released',
        failure: expect.stringMatching(/^MTN raised the price of 1GB \(30 Days\) from ₦500 to ₦1,500/),
        explanation: '₦492.50 is back in your wallet.',
      })
      expect(await deliveredIn(jara)).toEqual([])
      expect(await rowOf(jara)).toMatchObject({ sends: 1 })
    })

    it('is not sent while the provider cannot be reached, and goes out when it can', async ({ jara, ada }) => {
      await buyAndLose(jara, ada)
      await passUntil(jara, new Date(COUNTS_FROM.getTime() + ABSENCES_APART_MS + MINUTE_MS))
      await faultBills(jara, 'requery', 'timeout', { count: 6 })
      await jara.pass(2 * MINUTE_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 1 })
      await jara.pass(HOUR_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 2 })
    })

    it('is not sent while money is stopped, and goes out afterwards', async ({ jara, ada }) => {
      await buyAndLose(jara, ada)
      await jara.database.query(
        `insert into payment_suspensions (id, reason, detail, stopped_at) values ('stp_books', 'books', 'for this test', $1)`,
        [jara.clock.now()],
      )
      await jara.pass(4 * HOUR_MS, LARGE_STEP_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 1 })
      await resume(jara)
      await jara.pass(5 * MINUTE_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 2 })
    })

    it('of which a callback spoke is not sent again: nobody signed it, and it is reason enough for doubt', async ({
      jara,
      ada,
    }) => {
      await buyAndLose(jara, ada)
      await postCallback(jara, { reference: (await rowOf(jara))?.reference ?? '' })
      await jara.pass(4 * HOUR_MS, LARGE_STEP_MS)
      expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 1 })
      expect(await alarmsOf(jara)).toEqual(['order-waiting-15-minutes', 'order-waiting-2-hours'])
    })

    it('that turns out delivered under its first id, before the second is known, settles from it and is not sent again', async ({
      jara,
      ada,
    }) => {
      const order = await buyAndLose(jara, ada)
      await faultBills(jara, 'pay', 'timeout')
      await passUntil(jara, new Date(COUNTS_FROM.getTime() + 2 * ABSENCES_APART_MS + 2 * MINUTE_MS))
      expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 2 })
      const [first, second] = await attemptsOf(jara)
      deliverUnder(jara, first?.reference ?? '')
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      expect(await orderNow(ada, order)).toMatchObject({ state: 'settled', reference: first?.reference })
      expect(await rowOf(jara)).toMatchObject({ sends: 2 })
      expect((await attemptsOf(jara)).map(({ reference }) => reference)).toEqual([first?.reference, second?.reference])
      expect(await moneyOf(ada)).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })
    })

    it('that turns out delivered under both ids is paid for once, and operators are told', async ({ jara, ada }) => {
      const order = await buyAndLose(jara, ada)
      await jara.pass(3 * HOUR_MS, LARGE_STEP_MS)
      const [first] = await attemptsOf(jara)
      deliverUnder(jara, first?.reference ?? '')
      await jara.pass(8 * HOUR_MS, 20 * MINUTE_MS)
      expect((await orderNow(ada, order)).state).toBe('settled')
      expect(await deliveredIn(jara)).toHaveLength(2)
      expect(await alarmsOf(jara)).toContain('order-known-twice')
      expect(await jara.database.query("select 1 from ledger_transfers where kind = 'settle'")).toHaveLength(1)
      expect(await moneyOf(ada)).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })
    })

    it('of a bank transfer keeps its one reference: that never ends', async ({ jara, ada }) => {
      jara.clock.set(BEFORE_MIDNIGHT)
      await ada.unlock()
      await jara.sandbox.fault({ operation: 'transfer', fault: 'timeout' })
      const order = await ada.withdraw(150_000n)
      await jara.pass(2 * HOUR_MS, LARGE_STEP_MS)
      expect((await jara.sandbox.truth()).transfers).toMatchObject([{ reference: order.reference, status: 'paid' }])
      expect(await attemptsOf(jara)).toMatchObject([{ number: 1, reference: order.reference }])
    })
  },
)

/** Our clock is wrong by this much while the provider's is right; a negative `aheadMs` means behind. */
async function startWithWrongClock(kind: (typeof featureDatabases)[number], wrong: { aheadMs: number }) {
  return await startWithBuyer(kind, {
    outside: (now) => new Date(now.getTime() - wrong.aheadMs),
  })
}

describe.each(featureDatabases)('a clock of ours that is wrong, on %s', (kind) => {
  const it = plain

  it.each(
    sampled(
      [
        ['an hour', HOUR_MS],
        ['six hours', 6 * HOUR_MS],
        ['a day', 24 * HOUR_MS],
      ] as const,
      2,
    ),
  )('%s ahead sends nothing again while the day of the id lasts at the provider', async (_what, aheadMs) => {
    const wrong = { aheadMs: 0 }
    const { jara, ada } = await startWithWrongClock(kind, wrong)
    await buyAndLose(jara, ada)
    const first = (await rowOf(jara))?.reference ?? ''
    // Our clock now shows the next day, while the provider's is still eight minutes before midnight.
    jara.clock.advance(aheadMs)
    wrong.aheadMs = aheadMs
    for (let n = 0; n < 16; n++) {
      jara.clock.advance(30 * SECOND_MS)
      await jara.settle()
    }
    expect(await rowOf(jara)).toMatchObject({ sends: 1, reference: first })
    // So the first request, however late, is the only one that is taken.
    expect(await arriveLate(jara, first)).toBe('000')
    wrong.aheadMs = 0
    jara.clock.advance(-aheadMs)
    // A job scheduled by the wrong clock is due that much later by the right one.
    await jara.pass(aheadMs + 70 * MINUTE_MS, 30 * MINUTE_MS)
    expect(await deliveredIn(jara)).toHaveLength(1)
    expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 1 })
    await expectDeliveriesToBeTrue(jara)
    await jara.close()
  })

  it.each(
    sampled(
      [
        ['ahead', CLOCKS_APART_MAX_MS + MINUTE_MS],
        ['hours behind', -6 * HOUR_MS],
        ['behind', -CLOCKS_APART_MAX_MS - MINUTE_MS],
      ] as const,
      2,
    ),
  )('too far %s proves nothing for as long as it is, and then what it would have proved', async (_what, aheadMs) => {
    const wrong = { aheadMs: 0 }
    const { jara, ada } = await startWithWrongClock(kind, wrong)
    await buyAndLose(jara, ada)
    jara.clock.advance(aheadMs)
    wrong.aheadMs = aheadMs
    await jara.pass(4 * HOUR_MS, LARGE_STEP_MS)
    expect(await rowOf(jara)).toMatchObject({ state: 'unknown', sends: 1 })
    wrong.aheadMs = 0
    jara.clock.advance(-aheadMs)
    await jara.pass(HOUR_MS)
    expect(await rowOf(jara)).toMatchObject({ state: 'settled', sends: 2 })
    expect(await deliveredIn(jara)).toHaveLength(1)
    await jara.close()
  })

  it('and the provider’s together are caught by the provider itself: it refuses an id of a day it does not have', async () => {
    const wrong = { aheadMs: 0 }
    const { jara, ada } = await startWithWrongClock(kind, wrong)
    jara.clock.set(BEFORE_MIDNIGHT)
    await ada.unlock()
    const order = await ada.buy(airtime())
    jara.clock.advance(HOUR_MS)
    wrong.aheadMs = HOUR_MS
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({
      state: 'released',
      failure: 'We could not buy this. This is our fault, not yours.',
    })
    expect(await deliveredIn(jara)).toEqual([])
    await jara.close()
  })
})
