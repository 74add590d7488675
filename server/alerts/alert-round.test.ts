import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { claimOne } from '#server/platform/jobs/queue.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type Life, lifeUntil, mortalDatabase } from '#tests/support/mortal.ts'
import { alertPage, type Round } from './alert-round.ts'

const FACTS = { heading: 'A heading', sentence: 'A sentence.' }
const LIVES_ON = Number.POSITIVE_INFINITY

describe.each(databaseKinds)('a round of alerts on %s', (kind) => {
  let jara: TestJara
  let people: readonly string[]
  let rounds = 0

  beforeAll(async () => {
    jara = await startJara(kind)
    for (let i = 0; i < 5; i++) await jara.person()
    people = (await jara.database.query<{ id: string }>('select id from users order by id')).map(({ id }) => id)
  })
  afterEach(() => jara.settle())
  afterAll(() => jara.close())

  const newRound = (over: Partial<Awaited<ReturnType<Round['read']>>> = {}): Round => {
    const id = `bkn_round ${++rounds}`
    return {
      id,
      read: async () => ({
        isFor: 'true',
        params: [],
        toAlert: (userId) => ({ userId, kind: 'notice', subjectId: id, facts: FACTS }),
        ...over,
      }),
    }
  }
  /** Runs one page in a process that lives this long. Returns whether the round is over; null: it died. */
  async function page(round: Round, size: number, life: Life = lifeUntil(LIVES_ON)): Promise<boolean | null> {
    const now = jara.clock.now()
    await enqueue(jara.database, { kind: 'notice-alerts', subjectId: round.id, userId: null, dueAt: now, now })
    jara.clock.advance(20_000)
    const claim = await claimOne(jara.database, jara.clock.now(), 'notice-alerts', round.id)
    if (claim === null) throw new Error('somebody else has the round')
    const deps = { ...jara.deps, database: mortalDatabase(jara.database, life) }
    return await alertPage(deps, claim, round, size).catch((error: unknown) => {
      if (life.isDead()) return null
      throw error
    })
  }
  const reached = async (round: Round) =>
    (
      await jara.database.query<{ user_id: string }>(
        'select user_id from alerts where subject_id = $1 order by user_id',
        [round.id],
      )
    ).map((each) => each.user_id)

  test('goes through everybody, one page after another, and then is over', async () => {
    const round = newRound()
    expect(await page(round, 2)).toBe(false)
    expect(await reached(round)).toEqual(people.slice(0, 2))
    expect(await page(round, 2)).toBe(false)
    expect(await page(round, 2)).toBe(true)
    expect(await reached(round)).toEqual(people)
    expect(await page(round, 2)).toBe(true)
    expect(await reached(round)).toEqual(people)
  })

  test('gives each alert a job of its own, so that nobody waits for another person', async () => {
    const round = newRound()
    await page(round, 100)
    const jobs = await jara.database.query("select subject_id, user_id from jobs where kind = 'alert' order by user_id")
    expect(jobs).toEqual(people.map((id) => ({ subject_id: `${id} ${round.id}`, user_id: id })))
    await jara.worker.runDue()
    expect(await jara.database.query("select 1 from jobs where kind = 'alert'")).toEqual([])
    const waiting = "select 1 from alerts where subject_id = $1 and (email_state = 'waiting' or push_state = 'waiting')"
    expect(await jara.database.query(waiting, [round.id])).toEqual([])
  })

  test('leaves out whom it is not for, and closed accounts', async () => {
    const [closed, only] = people
    await jara.database.query('update users set closed_at = $2 where id = $1', [closed, jara.clock.now()])
    const everyone = newRound()
    await page(everyone, 100)
    expect(await reached(everyone)).toEqual(people.slice(1))
    const round = newRound({ isFor: 'u.id = $3', params: [only] })
    await page(round, 100)
    expect(await reached(round)).toEqual([only])
    await jara.database.query('update users set closed_at = null where id = $1', [closed])
  })

  test('ends where what it says is not true any more', async () => {
    const round = newRound()
    await page(round, 2)
    expect(await page({ ...round, read: async () => null }, 2)).toBe(true)
    expect(await page(round, 2)).toBe(true)
    expect(await reached(round)).toEqual(people.slice(0, 2))
  })

  test('reaches everybody once wherever the process dies', async () => {
    for (let diesAt = 1; ; diesAt++) {
      const round = newRound()
      const life = lifeUntil(diesAt)
      for (let pages = 0; (await page(round, 2, life)) === false; pages++) expect(pages).toBeLessThan(5)
      for (let pages = 0; (await page(round, 2)) === false; pages++) expect(pages).toBeLessThan(5)
      expect(await reached(round)).toEqual(people)
      if (!life.isDead()) break
      expect(diesAt).toBeLessThan(60)
    }
  })
})
