import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeEvent } from '#contract/events.ts'
import { kobo } from '#contract/money.ts'
import { EVERYBODY, type Events } from '#server/platform/events.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Answer } from '#server/providers/answer.ts'
import { configureProviders } from '#server/providers/registry.ts'
import { noBills, noPayments } from '#tests/support/accounts.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { ProviderPlan } from './bill-provider.ts'
import { createPlanLists, LISTED_WITHIN_MS, type PlanLists, READS_APART_MS } from './plan-lists.ts'

const MTN = { product: 'data', network: 'mtn' } as const

describe('lists of plans', () => {
  let clock: TestClock
  let lists: PlanLists
  /** The provider's next answer, and how often it was asked. */
  let outside: { priceKobo: bigint | null; asked: number; gate: Promise<void> | null }
  let told: ChangeEvent[]
  let bus: EventEmitter

  const events: Events = {
    publish(_, event) {
      told.push(event)
      bus.emit('event', event)
    },
    subscribe(_, onEvent) {
      bus.on('event', onEvent)
      return () => bus.off('event', onEvent)
    },
  }
  async function sell(): Promise<Answer<ProviderPlan[]>> {
    outside.asked++
    const { priceKobo } = outside
    await outside.gate
    if (priceKobo === null) return { outcome: 'unknown', cause: 'no answer' }
    return {
      outcome: 'succeeded',
      value: [{ code: exactly('one'), name: cleanLine('One', 10), amountKobo: kobo(priceKobo) }],
    }
  }

  beforeEach(() => {
    clock = testClock()
    bus = new EventEmitter()
    told = []
    outside = { priceKobo: 100n, asked: 0, gate: null }
    lists = createPlanLists({
      clock,
      events,
      providers: configureProviders({
        payments: [noPayments],
        bills: [{ ...noBills, listBundles: sell, listTvPlans: sell }],
      }),
    })
  })

  const priceOf = (plans: readonly ProviderPlan[] | null) => plans?.[0]?.amountKobo ?? null
  const listed = async () => priceOf(await lists.readForDisplay('vtpass', MTN))
  const confirmed = async () => priceOf(await lists.readBeforeSending('vtpass', MTN))

  it('are read once for many who ask together', async () => {
    const gate = Promise.withResolvers<void>()
    outside.gate = gate.promise
    const asking = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? listed() : confirmed()))
    gate.resolve()
    expect(new Set(await Promise.all(asking))).toEqual(new Set([100n]))
    expect(outside.asked).toBe(1)
  })

  it('are as old as a minute for quotes, and ten seconds before a request goes out', async () => {
    await listed()
    outside.priceKobo = 300n
    clock.advance(READS_APART_MS - 1)
    expect([await listed(), await confirmed()]).toEqual([100n, 100n])
    clock.advance(1)
    expect([await listed(), await confirmed()]).toEqual([100n, 300n])
    outside.priceKobo = 500n
    clock.advance(LISTED_WITHIN_MS - 1)
    expect(await listed()).toBe(300n)
    clock.advance(1)
    expect(await listed()).toBe(500n)
  })

  it('of another network or company are other lists', async () => {
    await listed()
    outside.priceKobo = 300n
    expect(priceOf(await lists.readBeforeSending('vtpass', { product: 'data', network: 'glo' }))).toBe(300n)
    expect(priceOf(await lists.readBeforeSending('vtpass', { product: 'tv', biller: 'mtn' }))).toBe(300n)
    expect(await confirmed()).toBe(100n)
  })

  it('that were read before a hint confirm nothing, and are read again no sooner than ten seconds after', async () => {
    await listed()
    clock.advance(1_000)
    outside.priceKobo = 300n
    lists.noteChange()
    expect([await listed(), await confirmed()]).toEqual([100n, null])
    clock.advance(READS_APART_MS - 1_000)
    expect([await confirmed(), await listed()]).toEqual([300n, 300n])
    expect(outside.asked).toBe(2)
  })

  it('are read every ten seconds under a flood of hints, and anyone who asks then gets an answer', async () => {
    let answers = 0
    for (let n = 0; n < 600; n++) {
      lists.noteChange()
      if ((await confirmed()) !== null) answers++
      clock.advance(100)
    }
    expect(outside.asked).toBe(6)
    expect(answers).toBe(6)
  })

  it('tell the other nodes of a flood of hints once a second', () => {
    for (let n = 0; n < 100; n++) {
      lists.noteChange()
      clock.advance(100)
    }
    expect(told).toEqual(Array.from({ length: 10 }, () => ({ topics: ['plans'] })))
  })

  it('hear from the other nodes what one of them was told', async () => {
    await listed()
    events.publish(EVERYBODY, { topics: ['installation'] })
    clock.advance(1)
    expect(await confirmed()).toBe(100n)
    events.publish(EVERYBODY, { topics: ['wallet', 'plans'] })
    expect(await confirmed()).toBeNull()
  })

  it('that nobody can read are shown as they were, confirm nothing, and are asked for seldom', async () => {
    await listed()
    outside.priceKobo = null
    clock.advance(LISTED_WITHIN_MS)
    for (let n = 0; n < 100; n++) expect([await listed(), await confirmed()]).toEqual([100n, null])
    expect(outside.asked).toBe(2)
    clock.advance(READS_APART_MS)
    outside.priceKobo = 300n
    expect([await confirmed(), await listed()]).toEqual([300n, 300n])
  })

  it('that were never read are asked for by everybody who wants to see them', async () => {
    outside.priceKobo = null
    expect([await listed(), await listed()]).toEqual([null, null])
    outside.priceKobo = 100n
    expect(await listed()).toBe(100n)
  })

  it.each([READS_APART_MS, 24 * 60 * 60_000])('grow no younger when the clock is set back by %d ms', async (ms) => {
    await listed()
    outside.priceKobo = 300n
    clock.advance(-ms)
    expect([await confirmed(), await listed()]).toEqual([300n, 300n])
  })

  it('are fresh again once read, when a hint came before the clock was set back', async () => {
    lists.noteChange()
    clock.advance(-24 * 60 * 60_000)
    await listed()
    expect(await confirmed()).toBe(100n)
    expect(outside.asked).toBe(1)
  })
})
