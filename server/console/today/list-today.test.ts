import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TodayAnswer } from '#contract/console/today.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'

describe.each(featureDatabases)('alarms among the tasks of today, on %s', (kind) => {
  let jara: TestJara
  let mary: ConsolePerson

  beforeAll(async () => {
    jara = await startJara(kind)
    mary = await atConsole(jara, 'Mary Manager')
  })
  afterAll(() => jara.close())

  const today = async () => (await mary.browser.send('GET', '/api/admin/today')).json<TodayAnswer>().tasks

  it('say what happened, and lead to what it is about where that has a screen', async () => {
    const order = jara.deps.newId('ord')
    const at = jara.clock.now()
    const raise = async (alarm: 'order-mismatch' | 'backup-failed' | 'provider-switched-off', subjectId: string) =>
      await raiseAlarm(jara.database, jara.deps.log, { kind: alarm, subjectId, detail: 'told elsewhere', at })
    await raise('order-mismatch', order)
    await raise('backup-failed', '2026-11-25')
    await raise('provider-switched-off', 'vtpass 2026-11-25T10')
    const since = at.toISOString()
    expect((await today()).filter((task) => task.kind === 'alarm')).toEqual([
      { kind: 'alarm', title: 'A backup failed: 2026-11-25', since, deadline: null, link: null },
      {
        kind: 'alarm',
        title: `A provider’s answer contradicts an order: ${order}`,
        since,
        deadline: null,
        link: `/admin/orders/${order}`,
      },
      {
        kind: 'alarm',
        title: 'A provider refuses our account or a product: VTpass 2026-11-25T10',
        since,
        deadline: null,
        link: null,
      },
    ])
  })
})
