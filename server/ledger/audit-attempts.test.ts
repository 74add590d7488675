import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditInside } from '#tests/support/books.ts'
import { faultBills, startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtime } from '#tests/support/purchases.ts'

const HOUR_MS = 60 * 60_000
const undo = new Error('undo')

describe.each(databaseKinds)('the audit of references on %s', (kind) => {
  let jara: TestJara
  let order: string
  let second: string

  beforeAll(async () => {
    const started = await startWithBuyer(kind)
    jara = started.jara
    jara.clock.set(new Date('2026-11-21T22:50:00Z'))
    await started.ada.unlock()
    await faultBills(jara, 'pay', 'timeout')
    order = (await started.ada.buy(airtime())).id
    await started.ada.withdraw(150_000n)
    await jara.pass(3 * HOUR_MS, 5 * 60_000)
    const [row] = await jara.database.query<{ reference: string }>('select reference from orders where id = $1', [
      order,
    ])
    second = row?.reference ?? ''
  })
  afterAll(() => jara.close())

  /** The audit's findings after a change behind the program's back, which is then undone. */
  async function findings(...changes: string[]): Promise<string[]> {
    let found: string[] = []
    const changing = jara.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('alter table order_attempts drop constraint order_attempts_proved')
      for (const change of changes) await tx.query(change.replaceAll('$order', order))
      found = (await auditInside(tx, 'all')).map((each) => `${each.invariant} ${each.detail}`)
      throw undo
    })
    await expect(changing).rejects.toBe(undo)
    return found.filter((each) => !each.includes('constraint'))
  }

  it('is content with an order under two references, and with one under one', async () => {
    expect(await findings()).toEqual([])
    expect(await jara.database.query('select 1 from order_attempts')).toHaveLength(3)
  })

  it.each<[what: string, change: string, says: (order: string) => string]>([
    [
      'without any reference',
      "delete from order_attempts where order_id = '$order'",
      (id) => `I5 order ${id}: was sent and has no reference`,
    ],
    [
      'without its first reference',
      "delete from order_attempts where order_id = '$order' and number = 1",
      (id) => `I5 order ${id}: one of its references is missing`,
    ],
    [
      'with a reference that is not its own',
      "update orders set reference = '202611220900abc' where id = '$order'",
      (id) => `I5 order ${id}: its reference is none of those it went out under`,
    ],
    [
      'that counts no requests under the first',
      "update orders set earlier_sends = 0 where id = '$order'",
      (id) => `I5 order ${id}: has 2 references and counts others`,
    ],
    [
      'that was never sent',
      "update orders set send_count = 0, earlier_sends = 0 where id = '$order'",
      (id) => `I5 order ${id}: has a reference and was never sent`,
    ],
  ])('finds an order %s', async (_what, change, says) => {
    expect(await findings(change)).toContain(says(order))
  })

  it('finds references of nobody', async () => {
    const change = `insert into order_attempts (user_id, order_id, number, provider, reference, at)
      values ('usr_x', 'ord_x', 1, 'vtpass', '202611220900abc', now())`
    expect(await findings(change)).toEqual(['I5 order ord_x: has references and is not there'])
  })

  it('finds a third reference', async () => {
    const change = `insert into order_attempts (user_id, order_id, number, provider, reference, at, found_by_people)
      select user_id, id, 3, provider, '202611220900abc', now(), true from orders where id = '$order'`
    expect(await findings(change)).toEqual([`I5 order ${order}: has 3 references`])
  })

  const absences = (expression: string) =>
    `update order_attempts set earlier_absent_at = ${expression} where order_id = '$order' and number = 2`

  it.each<[what: string, expression: string, says: string]>([
    ['two looks', 'earlier_absent_at[1:2]', 'follows 2 looks for the one before'],
    [
      'a look a second too early',
      "array_prepend('2026-11-22 00:04:59+00', earlier_absent_at)",
      'follows a look while the one before could still arrive',
    ],
    [
      'looks too close to each other',
      "earlier_absent_at || (earlier_absent_at[3] + interval '9 minutes 59 seconds')",
      'follows looks that are no ten minutes apart',
    ],
    [
      'looks in the wrong order',
      'array[earlier_absent_at[3], earlier_absent_at[2], earlier_absent_at[1]]',
      'follows looks that are no ten minutes apart',
    ],
    [
      'a look after it went out',
      "earlier_absent_at || (at + interval '6 minutes') || (at + interval '30 minutes')",
      'went out before it was proved',
    ],
  ])('finds a second reference that was allowed by %s', async (_what, expression, says) => {
    expect(await findings(absences(expression))).toContain(`I5 order ${order}: ${second} ${says}`)
  })
})
