import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import type { Database, Transaction } from './database.ts'
import { NotDurableError, requireDurable } from './durable-settings.ts'

describe.runIf(databaseKinds.includes('postgres'))('a server that loses commits on postgres', () => {
  let fresh: FreshDatabase
  const warned: unknown[] = []
  const log = { warn: (sentence: unknown) => void warned.push(sentence) }
  beforeEach(async () => {
    warned.length = 0
    fresh = await freshDatabase('postgres')
  })
  afterEach(() => fresh.drop())

  it('is refused for real money, and named with practice money', async () => {
    // The tests' cluster may have fsync on (JARA_TEST_FSYNC=on): here it reports that it is off.
    const query = async () => [{ name: 'fsync' }, { name: 'full_page_writes' }]
    const loose = { ...fresh.database, query } as Database
    await expect(requireDurable(loose, 'live', log)).rejects.toThrow(NotDurableError)
    await expect(requireDurable(loose, 'live', log)).rejects.toThrow('fsync, full_page_writes is off')
    await requireDurable(loose, 'sandbox', log)
    expect(warned).toHaveLength(1)
  })

  it('is seen where only synchronous_commit is off for the user we are', async () => {
    await fresh.database.transaction(async (tx: Transaction) => {
      await tx.query("set local synchronous_commit = 'off'")
      const inside = { ...fresh.database, query: tx.query }
      await expect(requireDurable(inside, 'live', log)).rejects.toThrow('synchronous_commit')
    })
  })
})
