import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Purchase } from '#server/providers/bills/bill-provider.ts'
import { claimsOfBillsProvider, must } from './bills-provider.ts'
import { PURCHASES, startVtpassSandbox, type VtpassSandbox } from './vtpass-sandbox.ts'

claimsOfBillsProvider('VTpass', () => startVtpassSandbox())

describe('VTpass in particular', () => {
  let sandbox: VtpassSandbox
  beforeEach(async () => {
    sandbox = await startVtpassSandbox({ vtpassCallbackUrl: 'http://localhost:1/callback' })
  })
  afterEach(() => sandbox.close())

  const { airtime: AIRTIME } = PURCHASES
  const newReference = () => sandbox.provider.newReference(sandbox.now(), sandbox.randomBytes(12))
  const standingOf = async (reference: string) => must(await sandbox.provider.verifyPurchase(reference)).status

  test('a reference is taken up to the end of its day in Lagos and refused a minute later', async () => {
    // 09:00 UTC is 10:00 in Lagos; midnight there is 14 hours away.
    sandbox.advance(14 * 60 * 60_000 - 60_000)
    const [inTime, late] = [newReference(), newReference()]
    must(await sandbox.provider.buy({ ...AIRTIME, reference: inTime }))
    sandbox.advance(60_000)
    expect(await sandbox.provider.buy({ ...AIRTIME, reference: late })).toMatchObject({
      outcome: 'declined',
      reason: 'bad-reference',
    })
    expect(await sandbox.truthOf(late)).toEqual([])
    must(await sandbox.provider.buy({ ...AIRTIME, reference: newReference() }))
  })

  test('a second purchase for the same number within seconds is unknown, and requery knows which one exists', async () => {
    const [first, second] = [newReference(), newReference()]
    must(await sandbox.provider.buy({ ...AIRTIME, reference: first }))
    expect(await sandbox.provider.buy({ ...AIRTIME, reference: second })).toEqual({
      outcome: 'unknown',
      cause: '019 LIKELY DUPLICATE TRANSACTION',
    })
    expect(await standingOf(first)).toBe('delivered')
    expect(await standingOf(second)).toBe('not-found')
    sandbox.advance(31_000)
    must(await sandbox.provider.buy({ ...AIRTIME, reference: second }))
    expect(await standingOf(second)).toBe('delivered')
  })

  test.each<[string, Purchase, string]>([
    ['a plan that does not exist', { ...PURCHASES.data, planCode: 'no-such-plan' }, 'bad-plan'],
    ['a biller that does not exist', { ...PURCHASES.electricity, biller: 'no-such-biller' }, 'bad-plan'],
    ['too little', { ...AIRTIME, amountKobo: 100n as typeof AIRTIME.amountKobo }, 'bad-amount'],
    ['too much', { ...AIRTIME, amountKobo: 900_000_000n as typeof AIRTIME.amountKobo }, 'bad-amount'],
  ])('%s is refused, and nothing was bought', async (_, purchase, reason) => {
    const reference = newReference()
    expect(await sandbox.provider.buy({ ...purchase, reference })).toMatchObject({ outcome: 'declined', reason })
    expect(await standingOf(reference)).toBe('not-found')
    expect(await sandbox.truthOf(reference)).toEqual([])
  })

  test.each([
    ['08011111111', 'succeeded', 'delivered', 'delivered'],
    ['201000000000', 'succeeded', 'pending', 'pending'],
    ['500000000000', 'unknown', 'delivered', 'delivered'],
    ['400000000000', 'unknown', 'not-found', 'not-found'],
    ['300000000000', 'unknown', 'pending', 'delivered'],
    ['08020000002', 'succeeded', 'pending', 'delivered'],
    ['08020000003', 'succeeded', 'pending', 'failed'],
    ['08020000004', 'succeeded', 'delivered', 'reversed'],
    ['08020000005', 'declined', 'failed', 'failed'],
  ])('the number %s: buying is %s, then it is %s, and a minute later %s', async (phone, outcome, soon, later) => {
    const reference = newReference()
    const bills = phone === '300000000000' ? sandbox.anotherAdapter() : sandbox.provider
    expect(await bills.buy({ ...AIRTIME, phone, reference })).toMatchObject({ outcome })
    expect(await standingOf(reference)).toBe(soon)
    sandbox.advance(60_000)
    expect(await standingOf(reference)).toBe(later)
    expect((await sandbox.truthOf(reference)).map((each) => each.status)).toEqual(later === 'not-found' ? [] : [later])
  })

  test.each(['apiKey', 'publicKey', 'secretKey'] as const)(
    'a wrong %s proves nothing about a purchase',
    async (key) => {
      const reference = newReference()
      must(await sandbox.provider.buy({ ...AIRTIME, reference }))
      const stranger = sandbox.anotherAdapter({ [key]: 'PK_SK_somebody_else' })
      const isForGet = key === 'publicKey'
      expect(await stranger.balance()).toMatchObject({ outcome: key === 'secretKey' ? 'succeeded' : 'declined' })
      expect(await stranger.verifyPurchase(reference)).toMatchObject({ outcome: isForGet ? 'succeeded' : 'unknown' })
      const other = await stranger.buy({ ...AIRTIME, phone: '08039999999', reference: newReference() })
      expect(other).toMatchObject(
        isForGet ? { outcome: 'succeeded' } : { outcome: 'declined', reason: 'not-permitted' },
      )
    },
  )

  test('the callbacks of the world name the purchase, each turn of it once', async () => {
    const reference = newReference()
    must(await sandbox.provider.buy({ ...AIRTIME, phone: '201000000000', reference }))
    for (const status of ['delivered', 'reversed']) {
      await sandbox.control('POST', `deliveries/${reference}/outcome`, { status })
    }
    await sandbox.control('POST', 'variations-update', { serviceID: 'mtn-data' })
    const bodies = [...sandbox.world.state.messages.values()].map(({ body }) => Buffer.from(body))
    expect(bodies.map((body) => sandbox.provider.readCallback(body))).toEqual([
      { about: 'purchase', reference, eventKey: `000:delivered:${reference}` },
      { about: 'purchase', reference, eventKey: `040:reversed:${reference}` },
      { about: 'plans' },
    ])
  })
})
