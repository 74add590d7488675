import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { fixMode, WrongModeError } from './open.ts'

const NOW = new Date('2026-11-21T11:00:00Z')

describe.each(databaseKinds)('the mode of a database on %s', (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(() => fresh.drop())

  it.each([
    ['sandbox', 'live'],
    ['live', 'sandbox'],
  ] as const)('once %s, is never %s', async (first, other) => {
    await fixMode(fresh.database, first, NOW)
    await expect(fixMode(fresh.database, other, NOW)).rejects.toThrow(WrongModeError)
    await expect(fixMode(fresh.database, other, NOW)).rejects.toThrow(
      `this database holds ${first} money and can never be used in ${other} mode`,
    )
    await fixMode(fresh.database, first, NOW)
  })

  it('cannot be changed by SQL either', async () => {
    await fixMode(fresh.database, 'sandbox', NOW)
    await expect(fresh.database.query("update installation set mode = 'live'")).rejects.toThrow('refuses update')
    await expect(fresh.database.query('delete from installation')).rejects.toThrow('refuses delete')
  })
})
