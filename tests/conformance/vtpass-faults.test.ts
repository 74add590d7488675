import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BillsProvider } from '#server/providers/bills.ts'
import { CODES } from '#server/providers/vtpass/outcomes.ts'
import { must } from './bills-provider.ts'
import { PURCHASES, startVtpassSandbox, type VtpassSandbox } from './vtpass-sandbox.ts'

/** The adapter under every fault of the sandbox world: what it concludes is held against the world's own truth. */

const [AIRTIME] = PURCHASES
const MINUTE_MS = 60_000

let sandbox: VtpassSandbox
beforeEach(async () => {
  sandbox = await startVtpassSandbox()
})
afterEach(() => sandbox.close())

const newPurchase = () => ({
  ...AIRTIME,
  reference: sandbox.provider.newReference(sandbox.now(), sandbox.randomBytes(12)),
})
const truthOf = async (reference: string) => (await sandbox.truthOf(reference)).map((each) => each.standing)
async function standing(reference: string, bills = sandbox.provider): Promise<string> {
  const answer = await bills.verifyPurchase(reference)
  return answer.outcome === 'succeeded' ? answer.value.standing : answer.outcome
}

describe('a purchase under a fault', () => {
  test.each([
    ['timeout', 'unknown', 'not-found'],
    ['down', 'unknown', 'not-found'],
    ['rate-limited', 'unknown', 'not-found'],
    ['refuse', 'declined', 'not-found'],
    ['accept-then-500', 'unknown', 'delivered'],
    ['accept-then-timeout', 'unknown', 'delivered'],
    ['reset', 'unknown', 'delivered'],
    ['html-502', 'unknown', 'delivered'],
    ['empty', 'unknown', 'delivered'],
    ['cut-json', 'unknown', 'delivered'],
    ['slow', 'succeeded', 'delivered'],
    ['pending', 'succeeded', 'pending'],
    ['decline', 'declined', 'failed'],
    ['accept-then-fail', 'succeeded', 'failed'],
    ['success-then-reversed', 'succeeded', 'reversed'],
    ['not-found-then-success', 'unknown', 'delivered'],
  ])('%s: buying is %s, and a minute later it is %s', async (name, outcome, expected) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', name, name === 'slow' ? { delayMs: 50 } : {})
    expect((await sandbox.adapterAgainst(name).buy(purchase)).outcome).toBe(outcome)
    sandbox.advance(MINUTE_MS)
    expect(await standing(purchase.reference)).toBe(expected)
    expect(await truthOf(purchase.reference)).toEqual(expected === 'not-found' ? [] : [expected])
  })

  test.each([
    'timeout',
    'down',
    'rate-limited',
    'accept-then-500',
    'accept-then-timeout',
    'reset',
    'html-502',
    'empty',
    'cut-json',
    'not-found-then-success',
  ])('%s: sending the same reference again buys once in all', async (name) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', name)
    await sandbox.adapterAgainst(name).buy(purchase)
    const again = await sandbox.provider.buy(purchase)
    sandbox.advance(MINUTE_MS)
    expect(again.outcome).toBe(['timeout', 'down', 'rate-limited'].includes(name) ? 'succeeded' : 'unknown')
    expect(await standing(purchase.reference)).toBe('delivered')
    expect(await truthOf(purchase.reference)).toEqual(['delivered'])
  })

  test('for a while it is not found, and then it is delivered all the same', async () => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'not-found-then-success', { delayMs: 30 * MINUTE_MS })
    expect(await sandbox.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
    sandbox.advance(29 * MINUTE_MS)
    expect(await standing(purchase.reference)).toBe('not-found')
    sandbox.advance(MINUTE_MS)
    expect(await standing(purchase.reference)).toBe('delivered')
  })

  test('an amount that is not ours is reported as it is, for the caller to refuse', async () => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'wrong-amount')
    must(await sandbox.provider.buy(purchase))
    expect(must(await sandbox.provider.verifyPurchase(purchase.reference)).amountKobo).toBe(AIRTIME.amountKobo - 100n)
  })
})

describe('whatever code comes instead of the true answer', () => {
  const codes = [...CODES.keys(), '777']

  test.each(codes)('%s to a purchase that was done: requery delivers it, and nothing is bought twice', async (code) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'code', { code, done: true })
    const answer = await sandbox.provider.buy(purchase)
    // A refusal here is a lie of the provider's, which is why it alone releases nothing: requery is asked first.
    expect(answer.outcome).toBe(expectedOutcome(code))
    expect(await sandbox.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
    expect(await standing(purchase.reference)).toBe('delivered')
    expect(await truthOf(purchase.reference)).toEqual(['delivered'])
  })

  test.each(codes)('%s to a purchase that was not done: requery does not find it', async (code) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'code', { code })
    expect((await sandbox.provider.buy(purchase)).outcome).toBe(expectedOutcome(code))
    expect(await standing(purchase.reference)).toBe('not-found')
    expect(await truthOf(purchase.reference)).toEqual([])
  })

  const CONCLUSIVE = { '016': 'failed', '091': 'failed', '040': 'reversed' } as Record<string, string>
  const PENDING = ['000', '001', '014', '044', '083', '089', '099']

  test.each(codes)(
    '%s to a requery: what it concludes is in the table, and the next requery says the truth',
    async (code) => {
      const purchase = newPurchase()
      must(await sandbox.provider.buy(purchase))
      await sandbox.fault('requery', 'code', { code })
      const expected =
        CONCLUSIVE[code] ?? (PENDING.includes(code) ? 'pending' : code === '015' ? 'not-found' : 'unknown')
      expect(await standing(purchase.reference)).toBe(expected)
      expect(await standing(purchase.reference)).toBe('delivered')
    },
  )

  test.each([
    ['000', 'initiated', 'pending'],
    ['000', 'failed', 'failed'],
    ['000', 'reversed', 'reversed'],
    ['000', 'resolved', 'pending'],
    ['000', 'a word nobody knows', 'unknown'],
    ['044', 'failed', 'failed'],
    ['016', 'delivered', 'pending'],
    ['012', 'failed', 'unknown'],
  ])('%s with the status "%s" to a requery is %s', async (code, status, expected) => {
    const purchase = newPurchase()
    must(await sandbox.provider.buy(purchase))
    await sandbox.fault('requery', 'code', { code, status })
    expect(await standing(purchase.reference)).toBe(expected)
  })

  function expectedOutcome(code: string): string {
    if (['040', '089', '099'].includes(code)) return 'succeeded'
    return ['000', '001', '014', '015', '019', '020', '044', '083', '777'].includes(code) ? 'unknown' : 'declined'
  }
})

describe('a look-up under a fault', () => {
  test.each([
    ['timeout', 'unknown'],
    ['down', 'unknown'],
    ['rate-limited', 'unknown'],
    ['accept-then-500', 'unknown'],
    ['accept-then-timeout', 'unknown'],
    ['reset', 'unknown'],
    ['html-502', 'unknown'],
    ['empty', 'unknown'],
    ['cut-json', 'unknown'],
    ['slow', 'delivered'],
    ['pending', 'pending'],
    ['not-found-then-success', 'not-found'],
  ])('%s: verifying a delivery says %s, and the truth the next time', async (name, expected) => {
    const purchase = newPurchase()
    must(await sandbox.provider.buy(purchase))
    await sandbox.fault('requery', name, name === 'slow' ? { delayMs: 50 } : {})
    expect(await standing(purchase.reference, sandbox.adapterAgainst(name))).toBe(expected)
    expect(await standing(purchase.reference)).toBe('delivered')
  })

  const meter = { biller: 'ikeja-electric', customerNumber: '01234567890', meterType: 'prepaid' } as const
  const LOOK_UPS: [string, (bills: BillsProvider) => Promise<{ outcome: string }>][] = [
    ['variations', (bills) => bills.listBundles('mtn')],
    ['variations', (bills) => bills.listTvPlans('dstv')],
    ['services', (bills) => bills.listBillers('tv')],
    ['merchant-verify', (bills) => bills.resolveCustomer(meter)],
    ['balance', (bills) => bills.balance()],
  ]
  const BREAKS = [
    'timeout',
    'down',
    'rate-limited',
    'accept-then-500',
    'accept-then-timeout',
    'html-502',
    'empty',
    'cut-json',
  ]

  test.each(LOOK_UPS)(
    '%s: each broken answer is unknown, a refusal is declined, the next call works',
    async (operation, call) => {
      for (const name of BREAKS) {
        await sandbox.fault(operation, name)
        expect([name, (await call(sandbox.adapterAgainst(name))).outcome]).toEqual([name, 'unknown'])
      }
      await sandbox.fault(operation, 'decline')
      expect((await call(sandbox.provider)).outcome).toBe('declined')
      expect((await call(sandbox.provider)).outcome).toBe('succeeded')
    },
  )
})

test('a provider that is down becomes unavailable, and available again when it answers', async () => {
  await sandbox.fault('balance', 'down', { count: 5 })
  for (let i = 0; i < 5; i++) await sandbox.provider.balance()
  expect(sandbox.provider.available()).toBe(false)
  must(await sandbox.provider.balance())
  expect(sandbox.provider.available()).toBe(true)
})
