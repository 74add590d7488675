import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditInside } from '#tests/support/books.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { limitCustomer, putUpNotice, putUpPause, setLimitsTo } from '#tests/support/settings.ts'

class Undone extends Error {}

describe.each(featureDatabases)('the audit of what two operators decided, on %s', (kind) => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara(kind)
    const by = await operatorNamed(jara.database, 'Ada Asks')
    await putUpNotice(jara, by)
    await putUpPause(jara, { by })
    await setLimitsTo(jara)
    await limitCustomer(jara, await jara.person('Bola Customer'), '50000')
  })
  afterAll(() => jara.close())

  /** The audit's findings after a change to the books behind the program's back. */
  async function foundAfter(...statements: string[]): Promise<string[]> {
    let found: string[] = []
    const changed = jara.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      for (const statement of statements) await tx.query(statement)
      found = (await auditInside(tx)).map((each) => `${each.invariant} ${each.detail.replace(/\w+_\w{35}/, 'id')}`)
      throw new Undone()
    })
    await expect(changed).rejects.toThrow(Undone)
    return found
  }

  it('is content with what stands as they agreed to it', async () => {
    expect(await foundAfter()).toEqual([])
  })

  it.each([
    ['bank_notices', 'set-bank-notice', "update bank_notices set confirmed_by = 'Somebody Else'"],
    ['kind_pauses', 'pause-kind', "update kind_pauses set set_by = 'Somebody Else'"],
    [
      'kind_pauses',
      'resume-kind',
      `update kind_pauses set lifted_at = set_at, lifted_by = set_by, lift_confirmed_by = confirmed_by`,
    ],
    [
      'limit_versions',
      'set-limits',
      "update operator_requests set confirmed_at = confirmed_at + interval '1 second' where act = 'set-limits'",
    ],
    ['customer_limits', 'set-customer-limit', "delete from operator_requests where act = 'set-customer-limit'"],
  ])('finds a row of %s that nobody agreed to by %s: %s', async (table, act, statement) => {
    expect(await foundAfter(statement)).toEqual([`I12 ${table} id: no two operators agreed to this (${act})`])
  })
})
