import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Answer = { readonly outcome: string }
type Adapter = { available(): boolean; balance(): Promise<Answer> }

/** Whatever moves money out: a transfer or a purchase. */
type MoneyOut = { readonly reference: string; readonly amountKobo: bigint }

/** A practice world whose next call can be made faulty, and adapters that call it. */
export type FaultyWorld<Provider, Order> = {
  readonly provider: Provider
  /** Another adapter with fresh circuit breakers. It notices silence at once. */
  anotherAdapter(): Provider
  fault(operation: string, name: string, more?: object): Promise<unknown>
  advance(ms: number): void
  /** An order that was never sent. */
  newOrder(): Promise<Order>
  /** What really happened to a reference: one word per existing order. */
  truthOf(reference: string): Promise<string[]>
  close(): Promise<void>
}

/** How to call one provider, and what its faults mean. */
export type FaultyProvider<Provider, Order> = {
  start(): Promise<FaultyWorld<Provider, Order>>
  send(provider: Provider, order: Order): Promise<Answer>
  verify(provider: Provider, reference: string): Promise<Answer & { value?: { status: string; amountKobo: unknown } }>
  readonly operations: { readonly send: string; readonly verify: string }
  /** The status of an order that was carried out. */
  readonly done: string
  /** Fault, outcome of sending, status a minute later. */
  readonly sends: readonly [fault: string, outcome: string, status: string][]
  /** A fault, and the result of verifying under it. */
  readonly verifications: readonly [fault: string, says: string][]
  /** Operations that nothing depends on, and the result of the call after a refusal. */
  readonly lookUps: readonly [operation: string, call: (provider: Provider) => Promise<Answer>, afterwards: string][]
}

const MINUTE_MS = 60_000
const NEVER_ARRIVES = ['timeout', 'down', 'rate-limited']
const ANSWER_IS_LOST = ['accept-then-500', 'accept-then-timeout', 'html-502', 'empty', 'cut-json']
const BREAKS = [...NEVER_ARRIVES, ...ANSWER_IS_LOST]

/** What every adapter concludes under its practice world's faults, compared with that world's own truth. */
export function claimsOfFaultyProvider<Provider extends Adapter, Order extends MoneyOut>(
  name: string,
  of: FaultyProvider<Provider, Order>,
): void {
  describe(`${name} under a fault`, () => {
    let world: FaultyWorld<Provider, Order>
    beforeEach(async () => {
      world = await of.start()
    })
    afterEach(() => world.close())

    const faultSend = (fault: string, more: object = {}) => world.fault(of.operations.send, fault, more)
    /** The status, or the outcome of verifying if there is none. */
    async function standingOf({ reference }: Order, provider = world.provider): Promise<string> {
      const { outcome, value } = await of.verify(provider, reference)
      return outcome === 'succeeded' ? (value?.status ?? '') : outcome
    }

    test.each([
      ...NEVER_ARRIVES.map((fault) => [fault, 'unknown', 'not-found'] as const),
      ...[...ANSWER_IS_LOST, 'reset', 'not-found-then-success'].map((fault) => [fault, 'unknown', of.done] as const),
      ['slow', 'succeeded', of.done] as const,
      ['pending', 'succeeded', 'pending'] as const,
      ['success-then-reversed', 'succeeded', 'reversed'] as const,
      ...of.sends,
    ])('%s: sending is %s, and a minute later it is %s', async (fault, outcome, status) => {
      const order = await world.newOrder()
      await faultSend(fault, fault === 'slow' ? { delayMs: 50 } : {})
      expect((await of.send(world.anotherAdapter(), order)).outcome).toBe(outcome)
      world.advance(MINUTE_MS)
      expect(await standingOf(order)).toBe(status)
      expect(await world.truthOf(order.reference)).toEqual(status === 'not-found' ? [] : [status])
    })

    test.each([...BREAKS, 'reset', 'not-found-then-success'])(
      '%s: sending the same reference again does it once in all',
      async (fault) => {
        const order = await world.newOrder()
        await faultSend(fault)
        await of.send(world.anotherAdapter(), order)
        const again = await of.send(world.provider, order)
        world.advance(MINUTE_MS)
        expect(again.outcome).toBe(NEVER_ARRIVES.includes(fault) ? 'succeeded' : 'unknown')
        expect(await standingOf(order)).toBe(of.done)
        expect(await world.truthOf(order.reference)).toEqual([of.done])
      },
    )

    test('for a while it is not found, and then it is done all the same', async () => {
      const order = await world.newOrder()
      await faultSend('not-found-then-success', { delayMs: 30 * MINUTE_MS })
      expect(await of.send(world.provider, order)).toMatchObject({ outcome: 'unknown' })
      world.advance(29 * MINUTE_MS)
      expect(await standingOf(order)).toBe('not-found')
      world.advance(MINUTE_MS)
      expect(await standingOf(order)).toBe(of.done)
    })

    test('a success that is taken back is done first and reversed later', async () => {
      const order = await world.newOrder()
      await faultSend('success-then-reversed', { delayMs: MINUTE_MS })
      await of.send(world.provider, order)
      world.advance(1_000)
      expect(await standingOf(order)).toBe(of.done)
      world.advance(MINUTE_MS)
      expect(await standingOf(order)).toBe('reversed')
    })

    test('an amount that is not ours is reported as it is, for the caller to refuse', async () => {
      const order = await world.newOrder()
      await faultSend('wrong-amount')
      expect(await of.send(world.provider, order)).toMatchObject({ outcome: 'succeeded' })
      world.advance(MINUTE_MS)
      const { value } = await of.verify(world.provider, order.reference)
      expect(value?.amountKobo).toBe(order.amountKobo - 100n)
    })

    test.each([
      ...[...BREAKS, 'reset'].map((fault) => [fault, 'unknown'] as const),
      ['slow', of.done] as const,
      ['pending', 'pending'] as const,
      ['not-found-then-success', 'not-found'] as const,
      ...of.verifications,
    ])('%s: verifying what is done says %s, and the truth the next time', async (fault, says) => {
      const order = await world.newOrder()
      expect(await of.send(world.provider, order)).toMatchObject({ outcome: 'succeeded' })
      world.advance(MINUTE_MS)
      await world.fault(of.operations.verify, fault, fault === 'slow' ? { delayMs: 50 } : {})
      expect(await standingOf(order, world.anotherAdapter())).toBe(says)
      expect(await standingOf(order)).toBe(of.done)
    })

    test.each(of.lookUps)(
      '%s: each broken answer is unknown, a refusal is declined, the next call works',
      async (operation, call, afterwards) => {
        for (const fault of BREAKS) {
          const provider = world.anotherAdapter()
          await world.fault(operation, fault)
          expect([fault, (await call(provider)).outcome]).toEqual([fault, 'unknown'])
        }
        await world.fault(operation, 'decline')
        expect((await call(world.provider)).outcome).toBe('declined')
        expect((await call(world.provider)).outcome).toBe(afterwards)
      },
    )

    test('a look-up that is reset on a new connection is not asked again', async () => {
      await world.fault('balance', 'reset', { count: 2 })
      const fresh = world.anotherAdapter()
      expect(await fresh.balance()).toMatchObject({ outcome: 'unknown' })
      expect(await fresh.balance()).toMatchObject({ outcome: 'unknown' })
      expect(await fresh.balance()).toMatchObject({ outcome: 'succeeded' })
    })

    test('a provider that is down becomes unavailable, and available again when it answers', async () => {
      await world.fault('balance', 'down', { count: 5 })
      for (let i = 0; i < 5; i++) await world.provider.balance()
      expect(world.provider.available()).toBe(false)
      expect(await world.provider.balance()).toMatchObject({ outcome: 'succeeded' })
      expect(world.provider.available()).toBe(true)
    })
  })
}
