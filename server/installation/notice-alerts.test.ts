import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lagosMoment } from '#contract/time.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { endBankNotice, requestNoticeEnd } from '#server/installation/settings/operate-bank-notices.ts'
import { requestResumption, resumeKind } from '#server/installation/settings/operate-pauses.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { NOTICE, PAUSE, putUpNotice, putUpPause } from '#tests/support/settings.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

describe.each(featureDatabases)('a notice of the operators on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const mary = () => operatorNamed(jara.database, 'Mary Manager')
  const zainab = () => operatorNamed(jara.database, 'Zainab Confirms')
  const alerts = () =>
    jara.database.query<{ kind: string; facts: { heading: string; sentence: string } }>(
      "select kind, user_id, facts from alerts where kind in ('notice', 'notice-ended') order by seq, user_id",
    )
  const kinds = async () => (await alerts()).map((each) => each.kind)

  async function lift(id: string): Promise<void> {
    const asked = await requestResumption(jara.deps, { uncheckedId: id, by: await mary() })
    await resumeKind(jara.deps, { request: await readRequest(jara.deps, asked, ['resume-kind']), by: await zainab() })
  }
  async function takeDown(id: string): Promise<void> {
    const asked = await requestNoticeEnd(jara.deps, { uncheckedId: id, by: await mary() })
    await endBankNotice(jara.deps, {
      request: await readRequest(jara.deps, asked, ['end-bank-notice']),
      by: await zainab(),
    })
  }

  test('about a bank is alerted in the words of the screen, when it goes up and when it comes down automatically', async () => {
    const notice = await putUpNotice(jara, await mary())
    await jara.settle()
    expect(await alerts()).toEqual([
      {
        kind: 'notice',
        user_id: ada.id,
        facts: {
          heading: `Bank notice: ${NOTICE.bank}`,
          sentence: `${NOTICE.meaning} Source: ${NOTICE.source}.`,
          until: notice.expiresAt.toISOString(),
        },
      },
    ])
    await jara.pass(6 * HOUR_MS - 1)
    expect(await kinds()).toEqual(['notice'])
    await jara.pass(2_000)
    expect(await kinds()).toEqual(['notice', 'notice-ended'])
    await jara.pass(HOUR_MS)
    expect(await kinds()).toHaveLength(2)
  })

  test('that is taken down is alerted at once, and once', async () => {
    const { id } = await putUpNotice(jara, await mary())
    await jara.settle()
    await takeDown(id)
    await jara.settle()
    expect(await kinds()).toEqual(['notice', 'notice-ended'])
    await jara.pass(7 * HOUR_MS)
    expect(await kinds()).toHaveLength(2)
  })

  test('that ended before people were reached is alerted to nobody, and neither is its end', async () => {
    const { id } = await putUpNotice(jara, await mary())
    await takeDown(id)
    await jara.settle()
    expect(await alerts()).toEqual([])
  })

  test('about a pause says what customers read, and when it is lifted that it is over', async () => {
    const pause = await putUpPause(jara, { by: await mary() })
    await jara.settle()
    const [begun] = await alerts()
    expect(begun?.facts).toMatchObject({
      heading: 'Buying airtime is paused for everyone.',
      sentence: expect.stringMatching(`^${PAUSE.reason} .*ends automatically on ${lagosMoment(pause.endsAt)}`),
    })
    await lift(pause.id)
    await jara.settle()
    expect((await alerts()).at(-1)).toMatchObject({
      kind: 'notice-ended',
      facts: { heading: 'Buying airtime is no longer paused' },
    })
  })

  test('that a pause is over is not said while another one holds', async () => {
    const pause = await putUpPause(jara, { by: await mary() })
    await jara.settle()
    await putUpPause(jara, { by: await mary(), service: 'mtn', hours: '6' })
    await lift(pause.id)
    await jara.settle()
    expect(await kinds()).toEqual(['notice', 'notice'])
  })

  test('reaches those who signed in lately', async () => {
    await jara.database.query("update sessions set password_at = password_at - interval '91 days'")
    const bayo = await jara.person('Bayo Ade')
    await putUpNotice(jara, await mary())
    await jara.settle()
    expect(await alerts()).toMatchObject([{ user_id: bayo.id }])
  })

  test('that waits for quiet hours is not pushed once it is over', async () => {
    await jara.database.query(
      `insert into alert_preferences (user_id, shows_amounts, quiet_from, quiet_until, changed_at)
       values ($1, false, 0, 1439, now())`,
      [ada.id],
    )
    await jara.database.query(
      `insert into alert_settings (user_id, category, channel, is_on, changed_at) values ($1, 'notice', 'push', true, now())`,
      [ada.id],
    )
    await putUpNotice(jara, await mary())
    await jara.settle()
    const push = async () =>
      (await jara.database.query("select push_state as push from alerts where kind = 'notice'"))[0]
    expect(await push()).toEqual({ push: 'waiting' })
    await jara.database.query("delete from jobs where kind = 'notice-alerts'")
    jara.clock.advance(2 * DAY_MS)
    await jara.worker.runDue()
    expect(await push()).toEqual({ push: 'dropped' })
  })
})
