import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { stopFor } from '#tests/support/stops.ts'

/** Six in the morning of 1 December 2026 in Lagos. The tests begin in November. */
const BEGINS = new Date('2026-12-01T05:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(featureDatabases)('the statement of a month on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    expect(jara.clock.now().toISOString()).toMatch(/^2026-11/)
    await jara.settle()
  })
  afterEach(() => jara.close())

  const made = () =>
    jara.database.query<{ user_id: string; subject_id: string }>(
      "select user_id, subject_id from alerts where kind = 'statement' order by subject_id",
    )
  const goTo = async (at: Date) => {
    jara.clock.set(at)
    // Like after a restore, when every job is due at once.
    await jara.database.query("update jobs set due_at = $1 where kind = 'statement-alerts'", [at])
    await jara.worker.runNow('statement-alerts', 'all')
  }

  test('is alerted on the first of the next, at six, once, to everyone with a movement in it', async () => {
    await goTo(new Date(BEGINS.getTime() - 1))
    expect(await made()).toEqual([])
    await goTo(BEGINS)
    expect(await made()).toEqual([{ user_id: ada.id, subject_id: 'statement:2026-11' }])
    await goTo(new Date(BEGINS.getTime() + 1_000))
    await goTo(new Date(BEGINS.getTime() + 6 * DAY_MS))
    expect(await made()).toHaveLength(1)
    const [job] = await jara.database.query("select due_at from jobs where kind = 'statement-alerts'")
    expect(job).toEqual({ due_at: new Date('2027-01-01T05:00:00Z') })
  })

  test('leads to its own month, and is emailed to nobody who did not ask for that', async () => {
    await goTo(BEGINS)
    await jara.settle()
    const { email, password, device } = ada
    await ada.call('POST', '/api/sessions', { email, password, device: { publicKey: device.publicKey } })
    const { alerts } = (await ada.call<AlertsAnswer>('GET', '/api/alerts?category=statement')).body
    expect(alerts).toMatchObject([
      { title: 'Your statement for November 2026', path: '/history?view=summary&statement=2026-11' },
    ])
    expect(jara.emails(ada.email).filter(({ subject }) => subject.includes('statement'))).toEqual([])
  })

  test('is not made for a month in which nothing moved', async () => {
    await goTo(new Date('2027-01-01T05:00:00Z'))
    expect(await made()).toEqual([])
  })

  test('is not begun a week late', async () => {
    await goTo(new Date(BEGINS.getTime() + 7 * DAY_MS + 1))
    expect(await made()).toEqual([])
  })

  test('waits while the clock is not to be relied on', async () => {
    await stopFor(jara, 'clock')
    await goTo(BEGINS)
    expect(await made()).toEqual([])
  })
})
