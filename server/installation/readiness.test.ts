import { describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { testClock } from '#tests/support/clock.ts'
import { createReadiness } from './readiness.ts'

/** A database that answers on command. */
function slowDatabase() {
  const waiting: PromiseWithResolvers<never[]>[] = []
  const query = () => {
    const asked = Promise.withResolvers<never[]>()
    waiting.push(asked)
    return asked.promise
  }
  return { database: { query } as unknown as Database, waiting }
}

describe('whether the product is ready', () => {
  it('is asked of the database once, however many want to know at the same time', async () => {
    const { database, waiting } = slowDatabase()
    const clock = testClock()
    const isReady = createReadiness({ clock, database })
    const first = Array.from({ length: 100 }, isReady)
    clock.advance(60_000)
    const later = isReady()
    expect(waiting).toHaveLength(1)
    waiting[0]?.resolve([])
    await expect(Promise.all([...first, later])).resolves.toHaveLength(101)
  })

  it('is asked again a second after the answer and not before', async () => {
    const { database, waiting } = slowDatabase()
    const clock = testClock()
    const isReady = createReadiness({ clock, database })
    const first = isReady()
    waiting[0]?.resolve([])
    await first
    clock.advance(999)
    await isReady()
    expect(waiting).toHaveLength(1)
    clock.advance(1)
    const again = isReady()
    expect(waiting).toHaveLength(2)
    waiting[1]?.resolve([])
    await again
  })

  it('is denied to everybody who asks within a second of a failure, without a question to the database', async () => {
    const { database, waiting } = slowDatabase()
    const clock = testClock()
    const isReady = createReadiness({ clock, database })
    const first = isReady()
    waiting[0]?.reject(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await expect(isReady()).rejects.toThrow('gone')
    expect(waiting).toHaveLength(1)
    clock.advance(1_000)
    const again = isReady()
    waiting[1]?.resolve([])
    await expect(again).resolves.toEqual([])
  })

  it('is asked again once the clock is set back: how old the answer is nobody knows', async () => {
    const { database, waiting } = slowDatabase()
    const clock = testClock()
    const isReady = createReadiness({ clock, database })
    const first = isReady()
    waiting[0]?.resolve([])
    await first
    clock.advance(-24 * 60 * 60_000)
    const again = isReady()
    expect(waiting).toHaveLength(2)
    waiting[1]?.resolve([])
    await again
  })
})
