import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { isSecretOf, keepSecretCheck, refuseNewSecret, refuseOtherSecret, WrongSecretError } from './secret-check.ts'

const NOW = new Date('2026-11-21T11:00:00Z')
const [OWN, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

describe.each(databaseKinds)("the check of an installation's secret on %s", (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(() => fresh.drop())

  it('says nothing before the first start, and takes that one’s secret', async () => {
    expect(await isSecretOf(fresh.database, OWN)).toBeNull()
    await refuseOtherSecret(fresh.database, OTHER)
    await keepSecretCheck(fresh.database, OWN, NOW)
    expect(await isSecretOf(fresh.database, OWN)).toBe(true)
    await keepSecretCheck(fresh.database, OWN, NOW)
  })

  it('refuses every other secret from then on, and stays what it is', async () => {
    await keepSecretCheck(fresh.database, OWN, NOW)
    await expect(keepSecretCheck(fresh.database, OTHER, NOW)).rejects.toThrow(WrongSecretError)
    await expect(refuseOtherSecret(fresh.database, OTHER)).rejects.toThrow('put that one back')
    expect(await isSecretOf(fresh.database, OTHER)).toBe(false)
    expect(await isSecretOf(fresh.database, OWN)).toBe(true)
  })

  it('of two first starts at once keeps one secret, and refuses the other', async () => {
    const starts = await Promise.allSettled([OWN, OTHER].map((each) => keepSecretCheck(fresh.database, each, NOW)))
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps nothing of the secret itself', async () => {
    await keepSecretCheck(fresh.database, OWN, NOW)
    const [row] = await fresh.database.query<{ hex: string }>(
      "select encode(check_value, 'hex') as hex from secret_check",
    )
    expect(row?.hex).toHaveLength(64)
    expect(row?.hex).not.toBe(OWN.toString('hex'))
  })

  it('lets a secret be made only where nothing was made with another one', async () => {
    await refuseNewSecret(fresh.database)
    await keepSecretCheck(fresh.database, OWN, NOW)
    await expect(refuseNewSecret(fresh.database)).rejects.toThrow('the secret of this database is missing')
  })

  it('lets none be made beside people who joined before checks were kept', async () => {
    await fresh.database.query(
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
       values ($1, 'ada@example.ng', 'Ada Obi', '$argon2id$', $2, $2)`,
      [`usr_${'1'.repeat(35)}`, NOW],
    )
    await expect(refuseNewSecret(fresh.database)).rejects.toThrow('the secret of this database is missing')
  })
})
