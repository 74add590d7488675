import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, BILL_FORMS, codesOf, phoneOf } from '#tests/support/purchases.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(featureDatabases)('what a BPC would have saved on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const savings = async () => (await ada.call<BpcSavingsAnswer>('GET', '/api/bpc/savings')).body
  async function later(days: number): Promise<void> {
    await jara.pass(days * DAY_MS, DAY_MS)
    const { email, password, device } = ada
    await ada.call('POST', '/api/sessions', { email, password, device: { publicKey: device.publicKey } })
    await ada.unlock()
  }

  it('adds up the fees and larger discounts of completed payments, largest first', async () => {
    expect(await savings()).toEqual({ days: 1, saved: [] })
    // Fees of ₦10, ₦25 and ₦25. Airtime 1.5% of ₦1,000, data 1.5% of ₦1,000 at most, electricity 0.5% of ₦2,000.
    for (const amountKobo of [150_000n, 1_000_000n, 1_100_000n]) await ada.withdraw(amountKobo)
    await ada.buy(airtime())
    await ada.buy(airtime({ phone: phoneOf(1) }))
    await ada.buy(BILL_FORMS.electricity(1))
    await jara.pass(MINUTE_MS)
    const { saved } = await savings()
    expect(saved).toEqual([
      { kind: 'withdrawal', count: 3, savedKobo: '6000' },
      { kind: 'airtime', count: 2, savedKobo: '3000' },
      { kind: 'electricity', count: 1, savedKobo: '1000' },
    ])
  })

  it('matches the price of the same payment once a BPC is held', async () => {
    await ada.buy(airtime())
    await jara.settle()
    const [row] = (await savings()).saved
    await ada.buyBpc('wallet')
    await jara.settle()
    const before = (await ada.quoteOf(airtime({ phone: phoneOf(2), bpcCode: await starterCode() }))).totalKobo
    const after = (await ada.quoteOf(airtime({ phone: phoneOf(2) }))).totalKobo
    expect(BigInt(before) - BigInt(after)).toBe(BigInt(row?.savedKobo ?? 0))
  })

  it('leaves out payments that failed, are pending or ran under a BPC', async () => {
    await jara.sandbox.fault({ provider: 'paystack', operation: 'transfer', fault: 'decline', count: 1 })
    await ada.withdraw(150_000n)
    await jara.settle()
    await jara.sandbox.fault({ provider: 'paystack', operation: 'transfer', fault: 'pending', count: 1 })
    await ada.withdraw(160_000n)
    await ada.buyBpc('wallet')
    await jara.settle()
    await ada.buy(airtime())
    await jara.settle()
    expect((await savings()).saved).toEqual([])
  })

  it('covers the last 30 Lagos days, or fewer in a newer account', async () => {
    await ada.withdraw(150_000n)
    await jara.settle()
    await later(29)
    expect(await savings()).toEqual({ days: 30, saved: [{ kind: 'withdrawal', count: 1, savedKobo: '1000' }] })
    await later(1)
    expect(await savings()).toEqual({ days: 30, saved: [] })
  })

  it('never includes another user’s payments', async () => {
    await ada.withdraw(150_000n)
    await jara.settle()
    const bola = await jara.person('Bola Ahmed')
    expect((await bola.call<BpcSavingsAnswer>('GET', '/api/bpc/savings')).body.saved).toEqual([])
  })

  async function starterCode(): Promise<string> {
    const starter = (await codesOf(ada)).find((each) => each.kind === 'starter')
    return starter?.code ?? ''
  }
})
