import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import { openedBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { lifeUntil, mortalProcess } from '#tests/support/mortal.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { type CaseMove, moveCase } from './operate-cases.ts'

describe.each(featureDatabases)('what support writes on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
  })
  afterAll(() => jara.close())

  const move = async (trackingNumber: string, name: CaseMove, text = '', deps = jara.deps) => {
    jara.clock.advance(1_000)
    await moveCase(deps, {
      move: name,
      uncheckedNumber: trackingNumber,
      operator: await operatorNamed(jara.database, 'Ngozi Eze'),
      uncheckedText: text,
    })
  }
  const inbox = async (id: string) =>
    (await ada.call<AlertsAnswer>('GET', '/api/alerts?category=case')).body.alerts.filter(({ path }) =>
      path?.endsWith(id),
    )

  test('is alerted to the person who reported, each time, and leads to the report', async () => {
    const { id, trackingNumber } = await openedBy(ada)
    await move(trackingNumber, 'take')
    expect(await inbox(id)).toEqual([])
    await move(trackingNumber, 'ask', 'Which bank was it?')
    await move(trackingNumber, 'answer', 'The bank has confirmed it.')
    await move(trackingNumber, 'answer', 'And the money is back.')
    expect(await inbox(id)).toMatchObject([
      { title: 'Support has answered you', path: `/support/cases/${id}` },
      { title: 'Support has answered you' },
      { title: 'Support has a question for you', body: expect.stringContaining(trackingNumber) },
    ])
    await jara.settle()
    // Three alerts were made before any was sent: only the newest is sent.
    expect(jara.emails(ada.email).filter(({ subject }) => subject.includes('Support'))).toHaveLength(1)
    await expect(move(trackingNumber, 'answer', 'And the money is back.')).rejects.toThrow('exactly this answer')
    expect(await inbox(id)).toHaveLength(3)
  })

  test('is alerted if and only if it was written, wherever the process dies', async () => {
    const { id, trackingNumber } = await openedBy(ada)
    await move(trackingNumber, 'take')
    for (let diesAt = 1; ; diesAt++) {
      const life = lifeUntil(diesAt)
      await move(trackingNumber, 'answer', `Answer ${diesAt}.`, mortalProcess(jara.deps, life).deps).catch(
        () => undefined,
      )
      const written = await jara.database.query(
        "select 1 from case_messages where case_id = $1 and author = 'support'",
        [id],
      )
      expect(await inbox(id)).toHaveLength(written.length)
      if (!life.isDead()) break
      expect(diesAt).toBeLessThan(40)
    }
  })
})
