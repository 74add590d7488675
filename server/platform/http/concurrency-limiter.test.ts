import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'

const WAIT_MS = 2_000

/** 4 per browser and 16 per address; 64 requests of either may wait; provider requests get 128, half of each share. */
describe('of 256 places', () => {
  let places: ConcurrencyLimiter
  let ends: Set<() => void>

  beforeEach(() => {
    vi.useFakeTimers()
    places = createConcurrencyLimiter({ maxConcurrent: 256, waitMs: WAIT_MS })
    ends = new Set()
  })
  afterEach(() => vi.useRealTimers())

  /** Starts work that ends on command. The returned state changes by itself. */
  function begin(who: string, asksProvider = false, isShared = false) {
    const work = { state: 'waiting', end: () => {} }
    const run = places.run({ who, isShared, asksProvider }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.add(resolve)
      work.state = 'in work'
      work.end = () => {
        ends.delete(resolve)
        resolve()
      }
      await promise
    })
    run.then(
      () => {
        work.state = 'done'
      },
      (error: unknown) => {
        work.state = error instanceof AppError ? error.code : String(error)
      },
    )
    return work
  }
  async function states(...works: ReturnType<typeof begin>[]): Promise<Record<string, number>> {
    await vi.advanceTimersByTimeAsync(0)
    const counts: Record<string, number> = {}
    for (const { state } of works) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }
  const many = (count: number, who: (n: number) => string, asksProvider = false) =>
    Array.from({ length: count }, (_, n) => begin(who(n), asksProvider))

  it('none is given to the 257th request, and one is as soon as any has ended', async () => {
    const works = many(256, (n) => `browser ${n}`)
    expect(await states(...works)).toEqual({ 'in work': 256 })
    expect(places.refusalOf('another')).toMatchObject({ code: 'server.busy' })
    expect(await states(begin('another'))).toEqual({ 'server.busy': 1 })
    works[7]?.end()
    await states()
    expect(places.refusalOf('another')).toBeNull()
    expect(await states(begin('another'))).toEqual({ 'in work': 1 })
    expect(await states(begin('another'))).toEqual({ 'server.busy': 1 })
  })

  it('one browser has 4, 64 more of its requests wait, the next is refused, and others notice nothing', async () => {
    const noisy = many(68, () => 'noisy')
    expect(await states(...noisy)).toEqual({ 'in work': 4, waiting: 64 })
    expect(places.refusalOf('noisy')).toMatchObject({ code: 'request.too-many' })
    expect(await states(begin('noisy'))).toEqual({ 'request.too-many': 1 })
    expect(places.refusalOf('quiet')).toBeNull()
    expect(await states(begin('quiet'))).toEqual({ 'in work': 1 })
  })

  it('an address that many share has 16', async () => {
    const noisy = Array.from({ length: 20 }, () => begin('network', false, true))
    expect(await states(...noisy)).toEqual({ 'in work': 16, waiting: 4 })
  })

  it('one that a browser gives back goes to its own request that has waited longest', async () => {
    const noisy = many(6, () => 'noisy')
    await states()
    noisy[2]?.end()
    expect(await states(...noisy)).toEqual({ done: 1, 'in work': 4, waiting: 1 })
    expect(noisy[4]?.state).toBe('in work')
  })

  it('none is waited for longer than two seconds', async () => {
    const noisy = many(6, () => 'noisy')
    await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
    expect(await states(...noisy)).toEqual({ 'in work': 4, waiting: 2 })
    await vi.advanceTimersByTimeAsync(1)
    expect(await states(...noisy)).toEqual({ 'in work': 4, 'request.too-many': 2 })
    // A waiter that gave up has no claim on a freed place.
    noisy[0]?.end()
    expect(await states(...noisy)).toEqual({ done: 1, 'in work': 3, 'request.too-many': 2 })
  })

  it('at most half are for requests that ask a provider, however many ask', async () => {
    const asking = many(136, (n) => `browser ${n}`, true)
    expect(await states(...asking)).toEqual({ 'in work': 128, 'server.busy': 8 })
    expect(await states(...many(128, (n) => `reader ${n}`))).toEqual({ 'in work': 128 })
  })

  it('half of a browser are for what asks a provider, and its other requests do not wait for those', async () => {
    const asking = many(3, () => 'one', true)
    const more = many(63, () => 'one', true)
    expect(await states(...asking)).toEqual({ 'in work': 2, waiting: 1 })
    expect(await states(...more, begin('one', true))).toEqual({ waiting: 63, 'request.too-many': 1 })
    expect(places.refusalOf('one')).toBeNull()
    const reading = begin('one')
    expect(await states(reading)).toEqual({ 'in work': 1 })
    reading.end()
    expect(await states(...asking)).toEqual({ 'in work': 2, waiting: 1 })
    asking[0]?.end()
    expect(await states(...asking)).toEqual({ done: 1, 'in work': 2 })
  })

  it('one is given back when its work fails, and the failure is passed on', async () => {
    const failing = () =>
      places.run({ who: 'one', isShared: false, asksProvider: true }, () => Promise.reject(new Error('broken')))
    for (let time = 0; time < 100; time++) await expect(failing()).rejects.toThrow('broken')
    await expect(places.run({ who: 'one', isShared: false, asksProvider: true }, () => 'done')).resolves.toBe('done')
  })

  it('all are there again after any storm', async () => {
    for (let time = 0; time < 50; time++) {
      many(10, (n) => `browser ${(time * n) % 7}`, time % 2 === 0)
      await vi.advanceTimersByTimeAsync(WAIT_MS / 10)
      for (const end of [...ends].slice(0, 3)) end()
    }
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    for (const end of ends) end()
    await states()
    expect(await states(...many(256, (n) => `browser ${n}`))).toEqual({ 'in work': 256 })
  })

  it('a refused caller is asked to come back after one to three seconds, in turn', async () => {
    many(256, (n) => `browser ${n}`)
    await states()
    const told = Array.from({ length: 6 }, () => places.refusalOf('another')?.retryAfterS)
    expect(told).toEqual([1, 2, 3, 1, 2, 3])
  })
})
