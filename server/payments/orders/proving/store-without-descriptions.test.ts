import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { BILL_FORMS } from '#tests/support/purchases.ts'

const METER = BILL_FORMS.electricity(1)

describe.each(featureDatabases)('what a provider says beside its proof, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const refuse = (check: string) => jara.database.query(`alter table orders add constraint no_words check (${check})`)
  const alarms = () =>
    jara.database.query<{ kind: string; subject: string }>('select kind, subject_id as subject from alarms')

  it('is left out of a transfer when the database refuses it: the money follows the proof, and operators are alerted', async () => {
    await refuse('provider_word is null')
    const order = await ada.withdraw(150_000n)
    await jara.pass(5_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    expect((await ada.wallet()).heldKobo).toBe('0')
    expect(await alarms()).toEqual([{ kind: 'words-not-stored', subject: order.id }])
    const steps = await jara.database.query<{ evidence: string }>(
      "select evidence from order_steps where order_id = $1 and event = 'paid'",
      [order.id],
    )
    expect(steps).toEqual([{ evidence: 'the words of the provider could not be stored' }])
  })

  it('is left out of a purchase, and a meter’s token, which is no word, is stored', async () => {
    await refuse('units is null')
    const { id } = await ada.buy(METER)
    await jara.pass(5_000)
    const order = await ada.order(id)
    expect(order).toMatchObject({ state: 'settled', units: null })
    expect(order.token).toMatch(/^\d{20}$/)
    expect(await alarms()).toEqual([{ kind: 'words-not-stored', subject: id }])
  })

  it('is reported to operators when the database refuses the order even without it, and continues when it no longer does', async () => {
    await refuse("state <> 'settled'")
    const { id } = await ada.buy(METER)
    await jara.pass(5_000)
    expect((await ada.wallet()).heldKobo).not.toBe('0')
    expect(await alarms()).toEqual([{ kind: 'work-refused', subject: `order ${id}` }])
    await jara.database.query('alter table orders drop constraint no_words')
    await jara.pass(60_000)
    expect((await ada.order(id)).state).toBe('settled')
  })
})
