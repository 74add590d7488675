import { describe, expect } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import type { Batch } from '#contract/selling.ts'
import { claimOne, complete } from '#server/platform/jobs/queue.ts'
import { faultBills, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList, phoneNumber, readList } from '#tests/support/lists.ts'
import { lifeUntil, mortalProcess } from '#tests/support/mortal.ts'
import type { Person } from '#tests/support/person.ts'
import { summarizeList } from './list-alert.ts'

const MINUTE_MS = 60_000

const inbox = async (person: Person) => {
  await person.unlock()
  return (await person.call<AlertsAnswer>('GET', '/api/alerts?limit=50')).body.alerts
}
const ofMoney = async (person: Person) =>
  (await inbox(person)).filter(({ category }) => category === 'money' || category === 'late')
const titles = async (person: Person) => (await ofMoney(person)).map(({ title }) => title)
const approved = async (person: Person, count: number, text = airtimeList(count)): Promise<Batch> => {
  const batch = await checkList(person, text)
  expect((await approveList(person, batch)).status).toBe(201)
  return batch
}
const alertsOf = (jara: TestJara, batch: Batch) =>
  jara.database.query<{ kind: string; facts: object }>(
    'select kind, facts from alerts where subject_id = $1 order by seq',
    [batch.id],
  )

describe.each(featureDatabases)('a list of sales on %s', (kind) => {
  const it = withBuyer(kind)

  it('makes one alert once all have ended, with how many each way, and one email', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'decline', { count: 2 })
    const batch = await approved(ada, 6)
    await jara.pass(MINUTE_MS)
    const [summary, ...others] = await ofMoney(ada)
    expect(summary).toMatchObject({
      title: 'Your list is done: 4 delivered, 2 failed',
      path: `/sell/many/${batch.id}`,
    })
    expect(summary?.body).toBe(
      '4 sales were delivered for ₦1,980.00. 2 sales failed. The money for the others is back in your wallet. Not you? Freeze your account under Security.',
    )
    expect(others).toEqual([])
    const mails = jara.emails(ada.email).filter(({ subject }) => subject.includes('list'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`Reference ${batch.id}.`)
  })

  it('says nothing while one sale has no answer, but that it is late, once', async ({ jara, ada }) => {
    await faultBills(jara, 'requery', 'pending', { count: 100 })
    const batch = await approved(ada, 3)
    await jara.pass(4 * MINUTE_MS)
    expect(await ofMoney(ada)).toEqual([])
    await jara.pass(4 * MINUTE_MS)
    expect((await alertsOf(jara, batch)).map((each) => each.kind)).toEqual(['list-late'])
    await jara.pass(60 * MINUTE_MS)
    await ada.unlock()
    expect((await readList(ada, batch.id)).counts).toMatchObject({ pending: 0 })
    expect((await alertsOf(jara, batch)).map((each) => each.kind)).toEqual(['list-late', 'list-ended'])
  })

  it('counts what its owner takes back before it is sent', async ({ jara, ada }) => {
    const batch = await approved(ada, 2)
    const [first] = (await readList(ada, batch.id)).rows
    expect((await ada.call('POST', `/api/orders/${first?.order?.id}/cancel`)).status).toBe(200)
    await jara.pass(MINUTE_MS)
    expect(await alertsOf(jara, batch)).toMatchObject([
      { kind: 'list-ended', facts: { completed: 1, failed: 0, cancelled: 1, reversed: 0, completedKobo: '49500' } },
    ])
  })

  it('has what happens to a sale after its end as an alert of its own', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'success-then-reversed', { count: 1, delayMs: 20 * MINUTE_MS })
    const batch = await approved(ada, 2)
    await jara.pass(MINUTE_MS)
    expect(await titles(ada)).toEqual(['Your list is done: 2 delivered'])
    await jara.pass(2 * 60 * MINUTE_MS)
    expect(await titles(ada)).toEqual(['₦495.00 is back: MTN Airtime', 'Your list is done: 2 delivered'])
    expect(await alertsOf(jara, batch)).toHaveLength(1)
  })

  it('is summed up once, whoever ends the last two at the same moment', async ({ jara, ada }) => {
    const batch = await approved(ada, 4)
    const orders = (await readList(ada, batch.id)).rows.map(({ order }) => order?.id ?? '')
    jara.clock.advance(2_000)
    const looks = orders.map(() => jara.worker.runNow('list-alert', batch.id))
    await Promise.all([...orders.map((id) => jara.worker.runNow('order', id)), ...looks])
    await jara.pass(5_000)
    expect(await alertsOf(jara, batch)).toMatchObject([{ kind: 'list-ended', facts: { completed: 4, failed: 0 } }])
  })

  it('is not forgotten by a summary that looks before the last sale commits', async ({ jara, ada }) => {
    const batch = await approved(ada, 2)
    const [first = '', last = ''] = (await readList(ada, batch.id)).rows.map(({ order }) => order?.id)
    expect(await jara.worker.runNow('order', first)).toBe(true)
    jara.clock.advance(2_000)
    const claim = await claimOne(jara.database, jara.clock.now(), 'list-alert', batch.id)
    if (claim === null) throw new Error('nobody woke the summary')
    expect(await summarizeList(jara.deps, claim)).toBe('done')
    expect(await alertsOf(jara, batch)).toEqual([])
    expect(await jara.worker.runNow('order', last)).toBe(true)
    await complete(jara.database, claim, jara.clock.now())
    await jara.pass(5_000)
    expect(await alertsOf(jara, batch)).toMatchObject([{ kind: 'list-ended', facts: { completed: 2 } }])
  })

  it('is summed up once wherever the process dies', async ({ jara, ada }) => {
    for (let diesAt = 1; ; diesAt++) {
      const batch = await approved(ada, 1, `${phoneNumber(diesAt)},500`)
      const [only = ''] = (await readList(ada, batch.id)).rows.map(({ order }) => order?.id)
      // A purchase may have to wait for the second after the previous one.
      await expect
        .poll(async () => {
          jara.clock.advance(1_000)
          await jara.worker.runNow('order', only)
          return (await ada.order(only)).status
        })
        .toBe('completed')
      jara.clock.advance(2_000)
      const life = lifeUntil(diesAt)
      await mortalProcess(jara.deps, life)
        .worker.runNow('list-alert', batch.id)
        .catch(() => undefined)
      jara.clock.advance(20_000)
      await jara.settle()
      expect(await alertsOf(jara, batch)).toMatchObject([{ kind: 'list-ended', facts: { completed: 1 } }])
      if (!life.isDead()) break
      expect(diesAt).toBeLessThan(30)
    }
  })
})
