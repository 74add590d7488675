import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createWorker } from '#server/outbox/jobs/worker.ts'
import { allAnswered, tally } from '#tests/support/approvals.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, type TestJara } from '#tests/support/jara.ts'
import type { Request } from '#tests/support/last-byte.ts'
import { chargeBody, fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import type { Person, Refusal } from '#tests/support/person.ts'

/** How often each race is run. */
const ROUNDS = Number(process.env.JARA_ROUNDS ?? 1)
const PARALLEL = 200

describe.runIf(databaseKinds.includes('postgres'))('from two sides at the same instant', { timeout: 1_800_000 }, () => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS }))
  })
  afterEach(() => jara.close())

  const times = (count: number, request: Request) => Array.from({ length: count }, () => request)
  const post = (path: string): Request => ({ method: 'POST', path, headers: { cookie: ada.cookie() } })
  const webhook = (body: string): Request => ({
    method: 'POST',
    path: '/webhooks/paystack',
    headers: { 'x-paystack-signature': signatureOf(jara.world.secretKey, body) },
    body,
  })
  /** Runs other nodes' workers, which keep polling while the requests are answered. */
  async function whileWorkersWork<T>(requests: Promise<T>): Promise<T> {
    const others = [1, 2].map(() => createWorker(jara.deps, jobHandlers(jara.deps)))
    let isOver = false
    const ended = requests.finally(() => {
      isOver = true
    })
    const working = [jara.worker, ...others].map(async (worker) => {
      while (!isOver) await worker.runDue().catch(lookAgain)
    })
    await Promise.all([...working, ended.catch(() => undefined)])
    return await ended
  }
  /** A worker that got no connection on a busy machine tries again. */
  function lookAgain(error: Error): void {
    if (!error.message.startsWith('timeout exceeded')) throw error
  }
  const transfersOf = async (order: Order, ...kinds: string[]) =>
    await jara.database.query('select 1 from ledger_transfers where subject_id = $1 and kind = any($2::text[])', [
      order.id,
      kinds,
    ])
  async function rounds(race: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= ROUNDS; round++) await race(round)
  }

  it('taken back by the person and refused by the provider, an order is released once', async () => {
    await rounds(async (round) => {
      await jara.sandbox.fault({ operation: 'recipient', fault: 'decline' })
      const order = await ada.withdraw(150_000n)
      const answers = await whileWorkersWork(
        allAnswered<Refusal | null>(jara.url, times(PARALLEL, post(`/api/orders/${order.id}/cancel`))),
      )
      const { 200: cancelled = 0, ...refused } = tally(answers)
      expect(cancelled).toBeLessThanOrEqual(1)
      expect({ round, ...refused }).toEqual({ round, 'order.not-cancellable': PARALLEL - cancelled })
      await jara.settle()
      expect(await transfersOf(order, 'settle', 'release')).toHaveLength(1)
      expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    })
  })

  it('sent back by the bank, reported by webhooks, requested by the user and seen by workers: one refund', async () => {
    await rounds(async () => {
      const order = await ada.withdraw(150_000n)
      await jara.pass(2_000)
      expect((await ada.order(order.id)).state).toBe('settled')
      await jara.sandbox.decide(order.reference, 'reversed')
      const data = { id: 7, reference: order.reference, amount: 150_000, status: 'reversed', transfer_code: 'TRF_x' }
      const told = webhook(JSON.stringify({ event: 'transfer.reversed', data }))
      const answers = await whileWorkersWork(
        allAnswered<Refusal | null>(jara.url, [
          ...times(PARALLEL / 2, told),
          ...times(PARALLEL / 2, post(`/api/orders/${order.id}/check`)),
        ]),
      )
      expect(Object.keys(tally(answers)).filter((each) => Number(each) >= 500)).toEqual([])
      await jara.settle()
      expect((await ada.order(order.id)).state).toBe('returned')
      expect(await transfersOf(order, 'return')).toHaveLength(1)
      const refunds = await jara.database.query("select 1 from transactions where order_id = $1 and kind = 'refund'", [
        order.id,
      ])
      expect(refunds).toHaveLength(1)
      expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    })
  })

  it('200 copies of one webhook while workers are at it: one credit', async () => {
    const { account } = await fundingOf(ada)
    await rounds(async (round) => {
      await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
      await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
      const payment = [...jara.world.state.payments.values()].at(-1)
      if (payment === undefined) throw new Error('no payment was made')
      const answers = await whileWorkersWork(allAnswered<null>(jara.url, times(PARALLEL, webhook(chargeBody(payment)))))
      expect(tally(answers)).toEqual({ 200: PARALLEL })
      await jara.settle()
      expect(await ledgerSum(jara.database, `user:${ada.id}:available`)).toBe(20_000_000n + 250_000n * BigInt(round))
      const deposits = await jara.database.query('select 1 from deposits')
      expect(deposits).toHaveLength(round)
    })
  })
})
