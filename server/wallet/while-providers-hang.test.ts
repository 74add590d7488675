import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONCURRENCY_MAX, SLOTS_PER_LANE } from '#server/platform/jobs/worker.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { chargeBody, fundingOf, postWebhook } from '#tests/support/money-in.ts'
import { PASSWORD, type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

const READS = ['/api/wallet', '/api/transactions', '/api/funding-account', '/api/me', '/api/installation']
const CALLS = ['verifyTransfer', 'listPayments', 'resolveAccount', 'createRecipient', 'verifyPurchase'] as const
const NO_ANSWER = { outcome: 'unknown', cause: 'no answer' } as const

describe.each(featureDatabases)('while neither provider answers anything, on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })

  it('balance, history, account number, sign-in and cancelling are answered before any of the calls that hang', async () => {
    const sent = await ada.withdraw(150_000n)
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    await jara.settle()
    const waiting = await ada.buy(airtime())
    const release = hangEverything()

    const happened: string[] = []
    const hanging = [
      jara.worker.runNow('order', sent.id),
      jara.worker.runNow('poll-payments', 'all'),
      ada.call('POST', '/api/quotes', { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }),
      ada.call('POST', `/api/banks/resolve`, RECIPIENT),
    ].map((each) => each.then(() => happened.push('a call that hung')))
    await expect.poll(() => asked).toBeGreaterThanOrEqual(hanging.length)

    for (const path of READS) expect([path, (await ada.call('GET', path)).status]).toEqual([path, 200])
    expect((await ada.unlock()).status).toBeLessThan(300)
    const { email, device } = ada
    const login = { email, password: PASSWORD, device: { publicKey: device.publicKey } }
    expect((await ada.call('POST', '/api/sessions', login)).status).toBeLessThan(300)
    expect((await ada.call('POST', `/api/orders/${waiting.id}/cancel`)).status).toBe(200)
    happened.push('everything else')

    release()
    await Promise.all(hanging)
    expect(happened[0]).toBe('everything else')
    expect((await ada.wallet()).heldKobo).toBe('151000')
  })

  it('money that comes in is credited although more orders wait for the silent provider than work is done at once', async () => {
    const { account } = await fundingOf(ada)
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'pending', count: 100 })
    for (let n = 0; n < CONCURRENCY_MAX + 4; n++) await ada.buy(airtime({ phone: phoneOf(n), amountKobo: '5000' }))
    await jara.settle()
    jara.clock.advance(5_000)
    const release = hangEverything(['verifyPurchase'])
    jara.worker.start()
    await expect.poll(() => asked).toBeGreaterThanOrEqual(SLOTS_PER_LANE)
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    const payment = [...jara.world.state.payments.values()].at(-1)
    if (payment === undefined) throw new Error('no payment was made')
    await postWebhook(jara, chargeBody(payment))
    const credited = () => jara.database.query("select 1 from deposits where state = 'credited'")
    await expect.poll(credited).toHaveLength(1)
    expect(asked).toBe(SLOTS_PER_LANE)
    release()
    await jara.worker.stop(10_000)
  })

  let asked = 0

  /** Makes these calls wait until they are released; then they get no answer. */
  function hangEverything(calls: readonly (typeof CALLS)[number][] = CALLS): () => void {
    const gate = Promise.withResolvers<typeof NO_ANSWER>()
    asked = 0
    const hang = () => {
      asked++
      return gate.promise
    }
    for (const call of calls) {
      if (call === 'verifyPurchase') vi.spyOn(jara.bills, call).mockImplementation(hang)
      else vi.spyOn(jara.payments, call).mockImplementation(hang)
    }
    return () => gate.resolve(NO_ANSWER)
  }
})
