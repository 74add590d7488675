import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PushAnswer } from '#contract/push.ts'
import type { MAIL_REFUSALS } from '#sandbox/email/refusals.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { openSandboxControl, type SandboxControl } from '#tests/support/sandbox-control.ts'

/** The outside world's replies to emails and push messages: each refusal concerns somebody, and the app knows whom. */

type MailRefusal = keyof typeof MAIL_REFUSALS

/** Whether the email arrives once the mail server accepts emails again, and which alarm operators get. */
const AFTER_REFUSAL: Readonly<Record<MailRefusal, { arrives: boolean; alarm: string | null }>> = {
  refuse: { arrives: false, alarm: null },
  'mailbox-full': { arrives: true, alarm: null },
  greylisted: { arrives: true, alarm: null },
  blocklisted: { arrives: true, alarm: 'RCPT TO 554 5.7.1' },
  'sender-refused': { arrives: true, alarm: 'MAIL FROM 550 4.7.1' },
  'sending-quota': { arrives: true, alarm: 'DATA 550 5.4.5' },
}

let jara: TestJara
let world: SandboxControl
let ada: Person
beforeAll(async () => {
  const port = await freePort()
  jara = await startJara('pglite', { settings: { SANDBOX_PORT: String(port) } })
  // Under the name by which the app knows it.
  world = openSandboxControl(`http://localhost:${port}`)
  ada = await jara.person('Adaeze Obi')
})
afterAll(() => jara.close())
afterEach(() => world.reset())

const alarms = () =>
  jara.database.query<{ kind: string; subject_id: string; detail: string }>(
    "select kind, subject_id, detail from alarms where kind = 'email-refused'",
  )
const tests = () => jara.emails(ada.email).filter(({ subject }) => /test/i.test(subject))

test.for(Object.keys(AFTER_REFUSAL) as MailRefusal[])(
  'an email that the mail server answers with %s is sent again only where the address is not to blame',
  async (fault) => {
    const { arrives, alarm } = AFTER_REFUSAL[fault]
    const [before, alarmsBefore] = [tests().length, (await alarms()).length]
    await world.fault({ provider: 'mail', operation: 'send', fault })
    expect((await ada.call('POST', '/api/alerts/test', { channel: 'email' })).status).toBeLessThan(300)
    await jara.settle()
    expect(tests()).toHaveLength(before)
    jara.clock.advance(60_000)
    await jara.settle()
    expect(tests()).toHaveLength(before + (arrives ? 1 : 0))
    const raised = (await alarms()).slice(alarmsBefore)
    expect(raised.map(({ subject_id }) => subject_id.replace(/ \d{4}-\d\d-\d\d$/, ''))).toEqual(
      alarm === null ? [] : [alarm],
    )
    expect(JSON.stringify(raised)).not.toContain(ada.email)
    // A day allows only so many test messages.
    jara.clock.advance(24 * 60 * 60_000)
    expect((await ada.unlock()).status).toBeLessThan(300)
  },
)

test.each([
  ['https://permanently-removed.invalid/fcm/send/a', 'Chrome, Firefox and Samsung Internet can.'],
  ['https://android.googleapis.com/gcm/send/a', 'too old'],
  ['https://push.example.com/a', 'Chrome, Firefox, Edge and Safari work.'],
])('a browser that subscribed at %s reads why push stays off', async (endpoint, why) => {
  const { keys } = await world.subscribe((await readPush()).publicKey)
  const { status, body } = await ada.call('POST', '/api/push', { endpoint, ...keys })
  expect(status).toBe(400)
  expect(body.error.message).toContain(why)
  expect((await readPush()).subscriptions).toEqual([])
})

test('a browser that left is shown as one that no longer receives alerts, until it is turned on again', async () => {
  const turnOn = async () => {
    const there = await world.subscribe((await readPush()).publicKey)
    const answer = await ada.call('POST', '/api/push', { endpoint: there.endpoint, ...there.keys })
    expect(answer).toMatchObject({ status: 200 })
    return there
  }
  await turnOn()
  await world.fault({ provider: 'push', operation: 'send', fault: 'gone' })
  await ada.call('POST', '/api/alerts/test', { channel: 'push' })
  await jara.settle()
  expect((await readPush()).subscriptions).toMatchObject([{ endedAt: jara.clock.now().toISOString(), current: true }])

  const there = await turnOn()
  await ada.call('POST', '/api/alerts/test', { channel: 'push' })
  await jara.settle()
  expect((await readPush()).subscriptions).toMatchObject([{ endedAt: null }])
  expect(await world.pushMessages(there.id)).toHaveLength(1)
})

async function readPush(): Promise<PushAnswer> {
  return (await ada.call<PushAnswer>('GET', '/api/push')).body
}
