import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CODES } from '#server/providers/bills/vtpass/outcomes.ts'
import { must } from './bills-provider.ts'
import { claimsOfFaultyProvider } from './faulty-provider.ts'
import { PURCHASES, startVtpassSandbox, type VtpassSandbox } from './vtpass-sandbox.ts'

/** The adapter under every fault of the sandbox world, its conclusions compared with the world's own truth. */

const { airtime: AIRTIME } = PURCHASES
const METER = { biller: 'ikeja-electric', customerNumber: '01234567890', meterType: 'prepaid' } as const

const purchaseIn = (sandbox: VtpassSandbox) => ({
  ...AIRTIME,
  reference: sandbox.provider.newReference(sandbox.now(), sandbox.randomBytes(12)),
})
const truthIn = async (sandbox: VtpassSandbox, reference: string) =>
  (await sandbox.truthOf(reference)).map((each) => each.status)

claimsOfFaultyProvider('VTpass', {
  async start() {
    const sandbox = await startVtpassSandbox()
    return {
      ...sandbox,
      newOrder: async () => purchaseIn(sandbox),
      truthOf: (reference) => truthIn(sandbox, reference),
    }
  },
  send: (bills, purchase) => bills.buy(purchase),
  verify: (bills, reference) => bills.verifyPurchase(reference),
  operations: { send: 'pay', verify: 'requery' },
  done: 'delivered',
  sends: [
    ['refuse', 'declined', 'not-found'],
    ['decline', 'declined', 'failed'],
    ['accept-then-fail', 'succeeded', 'failed'],
  ],
  verifications: [],
  lookUps: [
    ['variations', (bills) => bills.listBundles('mtn'), 'succeeded'],
    ['variations', (bills) => bills.listTvPlans('dstv'), 'succeeded'],
    ['services', (bills) => bills.listBillers('tv'), 'succeeded'],
    ['merchant-verify', (bills) => bills.resolveCustomer(METER), 'succeeded'],
    ['balance', (bills) => bills.balance(), 'succeeded'],
  ],
})

describe('whatever code comes instead of the true answer', () => {
  let sandbox: VtpassSandbox
  beforeEach(async () => {
    sandbox = await startVtpassSandbox()
  })
  afterEach(() => sandbox.close())

  const newPurchase = () => purchaseIn(sandbox)
  const truthOf = (reference: string) => truthIn(sandbox, reference)
  async function statusOf(reference: string): Promise<string> {
    const answer = await sandbox.provider.verifyPurchase(reference)
    return answer.outcome === 'succeeded' ? answer.value.status : answer.outcome
  }
  const codes = [...CODES.keys(), '777']

  test.each(codes)('%s to a purchase that was done: requery delivers it, and nothing is bought twice', async (code) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'code', { code, done: true })
    const answer = await sandbox.provider.buy(purchase)
    // A refusal here is a lie, so it alone releases nothing: a requery comes first.
    expect(answer.outcome).toBe(expectedOutcome(code))
    expect(await sandbox.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
    expect(await statusOf(purchase.reference)).toBe('delivered')
    expect(await truthOf(purchase.reference)).toEqual(['delivered'])
  })

  test.each(codes)('%s to a purchase that was not done: requery does not find it', async (code) => {
    const purchase = newPurchase()
    await sandbox.fault('pay', 'code', { code })
    expect((await sandbox.provider.buy(purchase)).outcome).toBe(expectedOutcome(code))
    expect(await statusOf(purchase.reference)).toBe('not-found')
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
      expect(await statusOf(purchase.reference)).toBe(expected)
      expect(await statusOf(purchase.reference)).toBe('delivered')
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
    expect(await statusOf(purchase.reference)).toBe(expected)
  })

  function expectedOutcome(code: string): string {
    if (['040', '089', '099'].includes(code)) return 'succeeded'
    return ['000', '001', '014', '015', '019', '020', '044', '083', '777'].includes(code) ? 'unknown' : 'declined'
  }
})
