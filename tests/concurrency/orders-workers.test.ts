import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createWorker, type Worker } from '#server/outbox/jobs/worker.ts'
import {
  claimDue,
  claimOne,
  complete,
  FenceLostError,
  inFence,
  LEASE_MS,
  reschedule,
} from '#server/platform/jobs/queue.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { bending } from '#tests/support/providers.ts'

/** A verification that would release an order of ₦1,500. */
const FAILED = {
  status: 'failed',
  word: 'failed',
  amountKobo: 150_000n,
  currency: 'NGN',
  accountNumber: null,
  bankCode: null,
  feeKobo: 0n,
  message: null,
}

/** A call that waits at a gate before doing anything. */
type Gate = { readonly reached: Promise<void>; open(): void }

function gate(): Gate & { pass(): Promise<void> } {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    async pass() {
      reached.resolve()
      await opened.promise
    },
  }
}

describe.each(featureDatabases)('workers on one database on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let second: Worker

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS }))
    second = anotherWorker()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })

  function anotherWorker(payments: Partial<PaymentProvider> = {}): Worker {
    const deps: Deps = { ...jara.deps, ...bending(jara, { payments }) }
    return createWorker(deps, jobHandlers(deps))
  }

  /** A worker whose first call of one kind waits at a gate before it leaves. */
  function pausing(call: 'createRecipient' | 'sendTransfer' | 'verifyTransfer', first?: (of: unknown) => unknown) {
    const at = gate()
    const real = jara.payments[call] as (of: unknown) => Promise<unknown>
    let isFirst = true
    const paused = async (of: unknown): Promise<unknown> => {
      if (!isFirst) return await real(of)
      isFirst = false
      await at.pass()
      return first === undefined ? await real(of) : first(of)
    }
    return { at, worker: anotherWorker({ [call]: paused }) }
  }

  const paid = async () => (await jara.sandbox.truth()).transfers
  const steps = () => jara.database.query<{ state: string }>('select state from order_steps order by seq')
  const alarms = () => jara.database.query<{ kind: string }>('select kind from alarms')

  it('send each of fifty orders once', async () => {
    const send = vi.spyOn(jara.payments, 'sendTransfer')
    const workers = [jara.worker, anotherWorker(), anotherWorker()]
    const orders = await Promise.all(Array.from({ length: 50 }, () => ada.withdraw(10_000n)))
    await Promise.all(workers.map((each) => each.runDue()))
    await jara.pass(5_000)
    const references = (await paid()).map((each) => each.reference)
    expect(references.toSorted()).toEqual(orders.map((each) => each.reference).toSorted())
    expect(send).toHaveBeenCalledTimes(50)
    expect(await ada.wallet()).toMatchObject({ availableKobo: String(20_000_000n - 50n * 11_000n), heldKobo: '0' })
  })

  it('end each order once when withdrawing, cancelling, checking and working race', async () => {
    const ended = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const order = await ada.withdraw(10_000n)
        await Promise.all([
          jara.worker.runDue(),
          ada.call('POST', `/api/orders/${order.id}/cancel`),
          second.runDue(),
          ada.call('POST', `/api/orders/${order.id}/check`),
          ada.call('POST', `/api/orders/${order.id}/cancel`),
        ])
        return order
      }),
    )
    await jara.pass(30_000)
    const sent = new Set((await paid()).map((each) => each.reference))
    for (const { id, reference } of ended) {
      const { state } = await ada.order(id)
      expect({ id, state }).toEqual({ id, state: sent.has(reference) ? 'settled' : 'released' })
    }
    const resolutions = await jara.database.query("select 1 from ledger_transfers where kind in ('settle', 'release')")
    expect(resolutions).toHaveLength(40)
    expect(await alarms()).toEqual([])
    expect((await ada.wallet()).heldKobo).toBe('0')
  })

  it('send nothing that was taken back while the recipient was registered, and alarm nobody', async () => {
    const { at, worker } = pausing('createRecipient')
    const order = await ada.withdraw(150_000n)
    const working = worker.runDue()
    await at.reached
    const answer = await ada.call<{ order: Order }>('POST', `/api/orders/${order.id}/cancel`)
    expect(answer.body.order.state).toBe('released')
    at.open()
    await working
    await jara.pass(2_000)
    expect(await paid()).toEqual([])
    expect(await alarms()).toEqual([])
    expect((await ada.wallet()).availableKobo).toBe('20000000')
  })

  it('give nothing back when the provider refuses a recipient that was taken back already', async () => {
    const refusal = () => ({ outcome: 'declined', reason: 'refused', message: 'no' })
    const { at, worker } = pausing('createRecipient', refusal)
    const order = await ada.withdraw(150_000n)
    const working = worker.runDue()
    await at.reached
    await ada.call('POST', `/api/orders/${order.id}/cancel`)
    at.open()
    await working
    expect(await alarms()).toEqual([])
    expect((await steps()).map((each) => each.state)).toEqual(['held', 'released'])
  })

  it('refuse what a worker writes whose lease ran out while it slept before sending', async () => {
    const { at, worker } = pausing('createRecipient')
    await ada.withdraw(150_000n)
    const sleeping = worker.runDue()
    await at.reached
    jara.clock.advance(LEASE_MS)
    await jara.settle()
    await jara.pass(2_000)
    const before = await steps()
    at.open()
    await sleeping
    expect(await steps()).toEqual(before)
    expect(before.map((each) => each.state)).toEqual(['held', 'in_flight', 'pending', 'settled'])
    expect(await paid()).toHaveLength(1)
    expect(await alarms()).toEqual([])
  })

  it.each([
    ['until its lease ran out', LEASE_MS],
    ['for five minutes', 5 * 60_000],
  ])('pay once when a worker sleeps %s right before the request and another takes over', async (_, asleepMs) => {
    const { at, worker } = pausing('sendTransfer')
    const order = await ada.withdraw(150_000n)
    const sleeping = worker.runDue()
    await at.reached
    jara.clock.advance(asleepMs)
    await jara.settle()
    await ada.unlock()
    expect((await ada.order(order.id)).state).toBe('unknown')
    expect((await ada.wallet()).heldKobo).toBe('151000')
    at.open()
    await sleeping
    expect((await ada.order(order.id)).state).toBe('unknown')
    await jara.pass(60_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    expect(await paid()).toMatchObject([{ reference: order.reference, status: 'paid' }])
  })

  it('never release by an old answer that comes in after another worker settled', async () => {
    const { at, worker } = pausing('verifyTransfer', (reference) => ({
      outcome: 'succeeded',
      value: { ...FAILED, reference },
    }))
    const order = await ada.withdraw(150_000n)
    const sleeping = worker.runDue()
    await at.reached
    jara.clock.advance(LEASE_MS)
    await jara.settle()
    await jara.pass(2_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    const before = await steps()
    at.open()
    await sleeping
    expect((await ada.order(order.id)).state).toBe('settled')
    expect(await steps()).toEqual(before)
  })

  describe('the lease', () => {
    async function claimed() {
      const order = await ada.withdraw(150_000n)
      const first = await claimOne(jara.database, jara.clock.now(), 'order', order.id)
      if (first === null) throw new Error('nothing was claimed')
      return { order, first }
    }
    const workRow = () => jara.database.query("select * from jobs where kind = 'order'")

    it('gives a piece of work to one of many who ask at once', async () => {
      await ada.withdraw(150_000n)
      const now = jara.clock.now()
      const claims = await Promise.all(Array.from({ length: 40 }, () => claimDue(jara.database, now, 5)))
      expect(claims.flat().filter((each) => each.kind === 'order')).toHaveLength(1)
      jara.clock.advance(LEASE_MS)
      await jara.settle()
    })

    // The embedded database admits nobody else meanwhile.
    if (kind === 'postgres')
      it('passes over what another takes at this moment, without waiting for it', async () => {
        await ada.withdraw(150_000n)
        const now = jara.clock.now()
        const taken = gate()
        const taking = jara.database.transaction(async (tx) => {
          expect((await claimDue(tx, now, 50)).filter((each) => each.kind === 'order')).toHaveLength(1)
          await taken.pass()
        })
        await taken.reached
        expect(await claimDue(jara.database, now, 50)).toEqual([])
        taken.open()
        await taking
        jara.clock.advance(LEASE_MS)
        await jara.settle()
      })

    it('keeps others away until it ends, and not a moment longer', async () => {
      const { order } = await claimed()
      const claimAfter = async (ms: number) => {
        jara.clock.advance(ms)
        return await claimOne(jara.database, jara.clock.now(), 'order', order.id)
      }
      expect(await claimAfter(LEASE_MS - 1)).toBeNull()
      expect(await claimAfter(1)).not.toBeNull()
      jara.clock.advance(LEASE_MS)
      await jara.pass(2_000)
    })

    it('takes from a worker that slept through it every means to write', async () => {
      const { order, first } = await claimed()
      jara.clock.advance(LEASE_MS)
      const now = jara.clock.now()
      const next = await claimOne(jara.database, now, 'order', order.id)
      expect(next?.fence).toBe(first.fence + 1n)
      const before = await workRow()
      const writing = inFence(jara.database, first, (tx) => tx.query("update orders set state = 'released'"))
      await expect(writing).rejects.toThrow(FenceLostError)
      await reschedule(jara.database, first, { dueAt: now, now })
      await complete(jara.database, first, now)
      expect(await workRow()).toEqual(before)
      expect((await ada.order(order.id)).state).toBe('held')
      jara.clock.advance(LEASE_MS)
      await jara.pass(2_000)
    })

    it('keeps a hint that comes in while somebody is at it', async () => {
      const { first } = await claimed()
      const now = jara.clock.now()
      await jara.database.query("update jobs set wake_count = wake_count + 1 where kind = 'order'")
      await complete(jara.database, first, now)
      expect(await workRow()).toMatchObject([{ lease_until: null, due_at: now }])
      await jara.pass(2_000)
    })
  })
})

describe.each(featureDatabases.filter((kind) => kind === 'postgres'))('a freeze beside an approval on %s', (kind) => {
  it.each([
    ['after wrong PINs', 'money_out_frozen_until', 'pin.frozen'],
    ['by the owner', 'frozen_at', 'money-out.frozen'],
  ])('%s wins from its commit on: an approval that runs into it waits for it', async (_, column, code) => {
    const jara = await startJara(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    const ada = await jara.person()
    const quote = await ada.quote(150_000n)
    const written = gate()
    const freezing = jara.database.transaction(async (tx) => {
      const until = new Date(jara.clock.now().getTime() + 60_000)
      await tx.query(`update users set ${column} = $2 where id = $1`, [ada.id, until])
      await written.pass()
    })
    await written.reached
    const approving = ada.approve(quote)
    const waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect.poll(async () => (await jara.database.query(waits)).length, { interval: 10 }).toBe(1)
    written.open()
    await freezing
    expect((await approving).body.error.code).toBe(code)
    expect((await ada.wallet()).heldKobo).toBe('0')
    await jara.close()
  })
})
