import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROPOSALS_PAGE, REQUESTS_OF_SUBJECT_MAX, REQUESTS_WAITING_MAX, TODAY_SHOWN } from '#contract/console/limits.ts'
import type { OperatorsAnswer } from '#contract/console/operators.ts'
import type { ProposalsAnswer } from '#contract/console/proposals.ts'
import type { TodayAnswer } from '#contract/console/today.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { requestAct } from '#server/identity/operators/requests.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { atConsole, type ConsolePerson, consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { messageOf, proposeAt } from '#tests/support/proposals.ts'
import { CHANNELS } from '#tests/support/settings.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(featureDatabases)('many proposals, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
  })
  afterEach(() => jara.close())

  let number = 0
  /** Requests lifting a suspension of its own. */
  const ask = async (by: ProvenOperator, of = '') => {
    number += 1
    const subject = of === '' ? `stp_${number}` : of
    return await jara.database.transaction((tx) =>
      requestAct(tx, jara.deps, { act: 'resume-money', subject, content: { because: 'a test' }, by }),
    )
  }
  async function askMany(by: ProvenOperator, count = REQUESTS_WAITING_MAX): Promise<void> {
    for (let each = 0; each < count; each += 1) await ask(by)
  }
  const channels = (email: string) => ({ ...CHANNELS, supportEmail: email })
  const page = async (after: string | null) =>
    (
      await bayo.browser.send('GET', `/api/admin/proposals${after === null ? '' : `?after=${after}`}`)
    ).json<ProposalsAnswer>()

  it('of one operator end at a bound, before anything is signed, and leave room for those of others', async () => {
    await askMany(ada.operator)
    const refused = await ada.browser.send('POST', '/api/admin/channels/options', channels('a@jara.ng'))
    expect([refused.statusCode, messageOf(refused)]).toEqual([
      409,
      expect.stringMatching(/^25 of your proposals wait, the most .* or until the oldest ends .*, Lagos time\.$/),
    ])
    await expect(ask(ada.operator)).rejects.toThrow('25 of your proposals wait')
    await proposeAt(bayo, '/api/admin/channels', channels('b@jara.ng'))
    jara.clock.advance(DAY_MS)
    await ask(ada.operator)
  })

  it('leave the link for a passkey as it was, with a sentence', async () => {
    const token = await linkFor(jara, ada.operator)
    await askMany(ada.operator)
    const { answer } = await enrolBy(jara, consoleBrowser(jara), token)
    expect([answer.statusCode, messageOf(answer)]).toEqual([409, expect.stringContaining('25 of your proposals wait')])
    jara.clock.advance(60_000)
    const [link] = await jara.database.query(
      'select 1 from operator_links where operator_id = $1 and used_at is null',
      [ada.operator.id],
    )
    expect(link).toBeDefined()
  })

  it('about the same thing end at a smaller bound, for each operator alone', async () => {
    for (let each = 0; each < REQUESTS_OF_SUBJECT_MAX; each += 1) await ask(ada.operator, 'stp_same')
    await expect(ask(ada.operator, 'stp_same')).rejects.toThrow('you have asked for this 3 times already')
    await ask(bayo.operator, 'stp_same')
    await ask(ada.operator, 'stp_another')
  })

  it('that one operator makes at once end at the same bound', async () => {
    await askMany(ada.operator, REQUESTS_WAITING_MAX - 5)
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => ask(ada.operator)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('hide none that is later: each is on one page, and Today and Operators say how many there are', async () => {
    const others = [
      await operatorNamed(jara.database, 'Chidi Eze'),
      await operatorNamed(jara.database, 'Dele Ojo'),
      await operatorNamed(jara.database, 'Efe Udo'),
    ]
    for (const by of others) await askMany(by)
    const target = await operatorNamed(jara.database, 'Tari Target', 'support')
    jara.clock.advance(1_000)
    const role = { operatorId: target.id, role: 'finance', reason: 'A new task.' }
    const late = await proposeAt(ada, '/api/admin/role-changes', role)
    const total = 3 * REQUESTS_WAITING_MAX + 1

    const seen: string[] = []
    let after: string | null = null
    do {
      const answer: ProposalsAnswer = await page(after)
      expect([answer.total, answer.proposals.length <= PROPOSALS_PAGE]).toEqual([total, true])
      seen.push(...answer.proposals.map(({ id }) => id))
      after = answer.next
    } while (after !== null)
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([total, total, late])

    const { requests, requestsTotal } = (await bayo.browser.send('GET', '/api/admin/operators')).json<OperatorsAnswer>()
    expect([requests.map(({ id }) => id), requestsTotal]).toEqual([[late], 1])
    const { tasks, cuts } = (await bayo.browser.send('GET', '/api/admin/today')).json<TodayAnswer>()
    expect(tasks.filter((task) => task.kind === 'proposal')).toHaveLength(TODAY_SHOWN)
    expect(cuts).toEqual([{ kind: 'proposal', shown: TODAY_SHOWN, total, link: '/admin/proposals' }])
    expect((await page(`orq_${'0'.repeat(35)}`)).proposals).toEqual([])
  })

  it('and many alarms: the later ones are on Today by kind', async () => {
    for (let each = 0; each < TODAY_SHOWN + 3; each += 1) {
      const alarm = each === TODAY_SHOWN ? 'deposit-recalled' : 'backup-failed'
      await raiseAlarm(jara.database, jara.deps.log, {
        kind: alarm,
        subjectId: `${each}`.padStart(3, '0'),
        detail: 'a test',
        at: new Date(jara.clock.now().getTime() + each),
      })
    }
    const { tasks } = (await bayo.browser.send('GET', '/api/admin/today')).json<TodayAnswer>()
    const alarms = tasks.filter((task) => task.kind === 'alarm').map(({ title }) => title)
    expect(alarms).toHaveLength(TODAY_SHOWN + 2)
    expect(alarms.slice(-2)).toEqual(['A bank took back a deposit: 1 more', 'A backup failed: 2 more'])
  })
})
