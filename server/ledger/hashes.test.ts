import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TransferId, UserId } from '#contract/ids.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'

const USER: UserId = `usr_${'0'.repeat(35)}` as UserId
const INPUT_HASH = '71cbb472aee5d929f4e8028575e0f43182c09c5da2bc139f321aa12dcd1a1544'
const DIGEST = 'c6c5883003a454056551d7acae7f15494b372772545e77a6af526ccde244407f'
const ENTRY_HASH = 'aba535718ba75107c673664f558d2afae4f00c93e9c62e52d3443bb16b982a9b'

describe.each(databaseKinds)('the hashes on %s', (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(async () => {
    await expectBooksToBalance(fresh.database, 'ledger')
    await fresh.drop()
  })

  it('are those of the test vector', async () => {
    await testLedger(fresh.database).post({
      userId: USER,
      id: 'trf_1' as TransferId,
      kind: 'grant',
      key: 'grant',
      at: new Date('2026-11-21T03:16:00.000Z'),
      movements: [move(account.sandboxEquity, account.available(USER), 20_000_000)],
    })
    const [row] = await fresh.database.query(
      `select encode(t.input_hash, 'hex') as input, encode(t.digest, 'hex') as digest, encode(a.last_hash, 'hex') as last
       from ledger_transfers t, ledger_accounts a`,
    )
    expect(row).toEqual({ input: INPUT_HASH, digest: DIGEST, last: ENTRY_HASH })
  })

  it('do not depend on the time zone of the session', async () => {
    const ledger = testLedger(fresh.database)
    const user = ledger.newId('usr')
    await fresh.database.transaction(async (tx) => {
      await tx.query("set local timezone to 'Pacific/Chatham'")
      await tx.query("select ledger_post($1, 'trf_1', 'grant', 'grant', null, $2, $3, $4, $5)", [
        user,
        ledger.clock.now(),
        [account.sandboxEquity],
        [account.available(user)],
        [5n],
      ])
    })
    expect(await ledger.available(user)).toBe(5n)
  })
})

it('the documentation states the same test vector', () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../docs/reference/ledger.md'), 'utf8')
  for (const hash of [INPUT_HASH, DIGEST, ENTRY_HASH]) expect(text).toContain(hash)
})
