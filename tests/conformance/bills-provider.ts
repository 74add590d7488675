import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exam } from '#contract/kinds/education.ts'
import { billKind } from '#contract/kinds/kinds.ts'
import { network } from '#contract/purchases.ts'
import type { BillsProvider, DeliveryFacts, Purchase } from '#server/providers/bills/bill-provider.ts'

/** What a practice world can do with the next purchase or verification. */
export type BillsArrangement =
  /** Refused at once or soon, for good. */
  | 'purchase-fails'
  /** Never delivered or refused. */
  | 'purchase-is-stuck'
  /** Delivered, and taken back a little later. */
  | 'purchase-is-reversed'
  /** Carried out, but the reply is lost. */
  | 'purchase-answer-is-lost'
  /** Lost in transit: nothing is done. */
  | 'purchase-is-lost'
  /** Refused because our wallet there is empty. */
  | 'wallet-is-empty'
  | 'verification-answer-is-lost'

/** A provider's practice world, reduced to what the claims need. */
export type BillsWorld = {
  readonly provider: BillsProvider
  now(): Date
  advance(ms: number): void
  randomBytes(count: number): Uint8Array
  arrange(what: BillsArrangement): Promise<void>
  /** What really happened to a reference: one entry per existing purchase. */
  truthOf(reference: string): Promise<{ status: string; amountKobo: bigint }[]>
  /** One purchase of each product that the world delivers; `electricity` is for a prepaid meter. */
  readonly purchases: readonly Purchase[]
  /** A meter number of that electricity company that belongs to nobody. */
  readonly unknownMeterNumber: string
  close(): Promise<void>
}

/** Longer than anything in a practice world takes, if it ends at all. */
const LONG_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** The value of a reply that must have succeeded. */
export function must<Value>(answer: { outcome: string; value?: Value }): Value {
  expect(answer).toMatchObject({ outcome: 'succeeded' })
  if (answer.value === undefined) throw new Error(JSON.stringify(answer))
  return answer.value
}

/** The number a purchase is for. */
function recipientOf(purchase: Purchase): string {
  if (purchase.product === 'electricity') return purchase.meterNumber
  return purchase.product === 'tv' ? purchase.smartcardNumber : purchase.phone
}

/** What every adapter of a bills provider must do, tested against that provider's practice world. */
export function claimsOfBillsProvider(name: string, start: () => Promise<BillsWorld>): void {
  describe(`${name} as a bills provider`, () => {
    let world: BillsWorld
    beforeEach(async () => {
      world = await start()
    })
    afterEach(() => world.close())

    const newReference = () => world.provider.newReference(world.now(), world.randomBytes(16))
    const verified = async (reference: string): Promise<DeliveryFacts> =>
      must(await world.provider.verifyPurchase(reference))
    const standingOf = async (reference: string) => (await verified(reference)).status
    const walletKobo = async () => must(await world.provider.balance()).balanceKobo
    const truth = async (reference: string) => (await world.truthOf(reference)).map((each) => each.status)
    const purchaseOf = <Product extends Purchase['product']>(product: Product) => {
      const found = world.purchases.find((each) => each.product === product)
      if (found === undefined) throw new Error(`the world has no ${product}`)
      return found as Extract<Purchase, { product: Product }>
    }

    test('sells plans with a code, a name and a price for every network', async () => {
      for (const each of network.options) {
        const plans = must(await world.provider.listBundles(each))
        expect(plans.length).toBeGreaterThan(0)
        expect(new Set(plans.map(({ code }) => code)).size).toBe(plans.length)
        for (const plan of plans) {
          expect(plan).toEqual({
            code: expect.stringMatching(/\S/),
            name: expect.stringMatching(/\S/),
            amountKobo: plan.amountKobo,
          })
          expect(plan.amountKobo).toBeGreaterThan(0n)
        }
      }
    })

    test('has billers in both categories, and plans for every TV biller', async () => {
      expect(must(await world.provider.listBillers('electricity')).length).toBeGreaterThan(0)
      const tv = must(await world.provider.listBillers('tv'))
      expect(tv.length).toBeGreaterThan(0)
      for (const { id } of tv) expect(must(await world.provider.listTvPlans(id)).length).toBeGreaterThan(0)
      expect(await world.provider.listTvPlans('no-such-biller')).toMatchObject({ outcome: 'declined' })
    })

    test('sells PINs of every examination, each with a code, a name and a price', async () => {
      for (const each of exam.options) {
        const plans = must(await world.provider.listExamPlans(each))
        expect(plans.length).toBeGreaterThan(0)
        for (const plan of plans) {
          expect(plan).toMatchObject({ code: expect.stringMatching(/\S/), name: expect.stringMatching(/\S/) })
          expect(plan.amountKobo).toBeGreaterThan(0n)
        }
      }
    })

    test('names the customer of a meter and of a smartcard, the same one every time', async () => {
      const meter = purchaseOf('electricity')
      const tv = purchaseOf('tv')
      for (const asked of [
        { biller: meter.biller, customerNumber: meter.meterNumber, meterType: meter.meterType },
        { biller: tv.biller, customerNumber: tv.smartcardNumber, meterType: null },
      ]) {
        const found = must(await world.provider.resolveCustomer(asked))
        expect(found.customerName).toMatch(/\S \S/)
        expect(must(await world.provider.resolveCustomer(asked))).toEqual(found)
      }
    })

    test('tells a number that belongs to nobody from a biller that does not exist', async () => {
      const { biller, meterNumber, meterType } = purchaseOf('electricity')
      const asked = { biller, customerNumber: world.unknownMeterNumber, meterType }
      expect(await world.provider.resolveCustomer(asked)).toMatchObject({ outcome: 'declined', reason: 'not-resolved' })
      expect(
        await world.provider.resolveCustomer({ biller: 'no-such-biller', customerNumber: meterNumber, meterType }),
      ).toMatchObject({ outcome: 'declined', reason: 'unknown-biller' })
    })

    test.each(billKind.options)(
      '%s is delivered once, for the amount and the number asked, and costs what it says',
      async (product) => {
        const purchase = purchaseOf(product)
        const reference = newReference()
        const before = await walletKobo()
        must(await world.provider.buy({ ...purchase, reference }))
        world.advance(LONG_MS)
        const facts = await verified(reference)
        expect(facts).toMatchObject({
          status: 'delivered',
          reference,
          amountKobo: purchase.amountKobo,
          recipient: recipientOf(purchase),
          tokens: product === 'electricity' ? [expect.stringMatching(/^\d{20}$/)] : [],
          units: product === 'electricity' ? expect.stringMatching(/\d/) : null,
        })
        const handedOver = purchase.product === 'education' ? purchase.quantity : 0
        expect(facts.pins).toHaveLength(handedOver)
        expect(new Set(facts.pins.map(({ pin }) => pin)).size).toBe(handedOver)
        for (const { pin } of facts.pins) expect(pin).toMatch(/^\d{8,30}$/)
        expect(facts.costKobo).not.toBeNull()
        expect(await walletKobo()).toBe(before - (facts.costKobo ?? 0n))
        expect(await world.truthOf(reference)).toEqual([{ status: 'delivered', amountKobo: purchase.amountKobo }])
      },
    )

    test('a postpaid meter gets no token', async () => {
      const reference = newReference()
      must(await world.provider.buy({ ...purchaseOf('electricity'), meterType: 'postpaid', reference }))
      world.advance(LONG_MS)
      expect(await verified(reference)).toMatchObject({ status: 'delivered', tokens: [] })
    })

    test('references are for one purchase each, and one that was never sent is not found', async () => {
      const references = Array.from({ length: 100 }, newReference)
      expect(new Set(references).size).toBe(100)
      for (const reference of references) expect(reference).toMatch(/^[0-9A-Za-z_-]{16,50}$/)
      expect(await standingOf(newReference())).toBe('not-found')
    })

    test('a reference sent twice buys once, and the second answer is unknown', async () => {
      const purchase = { ...purchaseOf('airtime'), reference: newReference() }
      must(await world.provider.buy(purchase))
      expect(await world.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
      world.advance(LONG_MS)
      expect(await world.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
      expect(await truth(purchase.reference)).toEqual(['delivered'])
    })

    test('a purchase that fails is failed by verification and costs nothing', async () => {
      const reference = newReference()
      const before = await walletKobo()
      await world.arrange('purchase-fails')
      expect(await world.provider.buy({ ...purchaseOf('airtime'), reference })).not.toMatchObject({
        outcome: 'unknown',
      })
      world.advance(LONG_MS)
      expect(await standingOf(reference)).toBe('failed')
      expect(await truth(reference)).toEqual(['failed'])
      expect(await walletKobo()).toBe(before)
    })

    test('a purchase that is stuck is pending for as long as it is', async () => {
      const reference = newReference()
      await world.arrange('purchase-is-stuck')
      must(await world.provider.buy({ ...purchaseOf('airtime'), reference }))
      for (const waitMs of [0, LONG_MS, DAY_MS, 7 * DAY_MS]) {
        world.advance(waitMs)
        expect(await standingOf(reference)).toBe('pending')
      }
    })

    test('a delivery that is taken back is delivered first and reversed later, and the wallet has its money again', async () => {
      const reference = newReference()
      const before = await walletKobo()
      await world.arrange('purchase-is-reversed')
      must(await world.provider.buy({ ...purchaseOf('data'), reference }))
      expect(await standingOf(reference)).toBe('delivered')
      world.advance(LONG_MS)
      expect(await standingOf(reference)).toBe('reversed')
      expect(await walletKobo()).toBe(before)
    })

    test('a purchase whose answer is lost is unknown, and delivered by verification', async () => {
      const reference = newReference()
      await world.arrange('purchase-answer-is-lost')
      expect(await world.provider.buy({ ...purchaseOf('electricity'), reference })).toMatchObject({
        outcome: 'unknown',
      })
      world.advance(LONG_MS)
      expect(await verified(reference)).toMatchObject({ status: 'delivered', tokens: [expect.stringMatching(/^\d+$/)] })
      expect(await truth(reference)).toEqual(['delivered'])
    })

    test('a purchase that is lost on the way is unknown and not found, and may be sent again under its reference', async () => {
      const purchase = { ...purchaseOf('tv'), reference: newReference() }
      await world.arrange('purchase-is-lost')
      expect(await world.provider.buy(purchase)).toMatchObject({ outcome: 'unknown' })
      world.advance(LONG_MS)
      expect(await standingOf(purchase.reference)).toBe('not-found')
      expect(await truth(purchase.reference)).toEqual([])
      must(await world.provider.buy(purchase))
      world.advance(LONG_MS)
      expect(await truth(purchase.reference)).toEqual(['delivered'])
    })

    test('an empty wallet is a refusal that proves nothing was bought', async () => {
      const reference = newReference()
      await world.arrange('wallet-is-empty')
      expect(await world.provider.buy({ ...purchaseOf('airtime'), reference })).toMatchObject({
        outcome: 'declined',
        reason: 'float-low',
      })
      world.advance(LONG_MS)
      expect(await standingOf(reference)).toBe('not-found')
      expect(await truth(reference)).toEqual([])
    })

    test('a verification that goes unanswered is unknown, and the next one says the truth', async () => {
      const reference = newReference()
      must(await world.provider.buy({ ...purchaseOf('airtime'), reference }))
      world.advance(LONG_MS)
      await world.arrange('verification-answer-is-lost')
      expect(await world.provider.verifyPurchase(reference)).toMatchObject({ outcome: 'unknown' })
      expect(await standingOf(reference)).toBe('delivered')
    })

    test('bytes that are no callback are none', () => {
      for (const text of ['', '{', '[]', 'null', '{"type":"x"}', '\u0000', 'x'.repeat(200_000)]) {
        expect(world.provider.readCallback(Buffer.from(text))).toBeNull()
      }
    })
  })
}
