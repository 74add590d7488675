import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#server/deps.ts'
import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { claimOne } from '#server/platform/jobs/queue.ts'
import { liftSuspension, suspendMoney } from '#server/suspension/suspensions.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { listenForWebhooks, type WebhookListener } from '#tests/support/webhook-listener.ts'
import { sendAlarmWebhook } from './alarm-webhook.ts'
import { findLasting } from './lasting-alarms.ts'
import { SUBJECTS_MAX } from './notify-alarms.ts'

const SECRET = 'of alarms'.repeat(4)
const ADA = 'ada@operators.example'
const BAYO = 'bayo@operators.example'
const MINUTE_MS = 60_000

describe.each(featureDatabases)('alarms on %s', (kind) => {
  let listener: WebhookListener
  let jara: TestJara
  beforeEach(async () => {
    listener = await listenForWebhooks()
    jara = await startJara(kind, {
      settings: { ALARM_EMAILS: `${ADA}, ${BAYO}`, ALARM_WEBHOOK_URL: listener.url, ALARM_WEBHOOK_SECRET: SECRET },
    })
  })
  afterEach(async () => {
    await jara.close()
    await listener.close()
  })

  const raise = (alarm: AlarmKind, subjectId: string) =>
    raiseAlarm(jara.deps.database, jara.deps.log, {
      kind: alarm,
      subjectId,
      detail: '₦500.00 of Ada',
      at: jara.clock.now(),
    })
  const notices = () => listener.received.map(({ body }) => JSON.parse(body))
  /** Notices as `phase: subjects`, in order of arrival. */
  const told = () => notices().map(({ phase, subjects }) => `${phase}: ${subjects.join(' ')}`)
  const openAlarms = async () => (await jara.database.query('select 1 from open_alarms')).length

  /** Recurring jobs run at each step; one of them sends the notices. */
  const pass = (ms: number, stepMs = MINUTE_MS) => jara.pass(ms, stepMs, { withRecurring: true })

  /** Suspends payments because of the books and raises the alarm, as the ledger check does. */
  async function suspend(): Promise<string> {
    const id = jara.deps.newId('stp')
    const stoppedAt = jara.clock.now()
    await jara.deps.database.transaction(async (tx) => {
      await suspendMoney(tx, { id, reason: 'books', detail: 'a test', since: null, stoppedAt })
      await raiseAlarm(tx, jara.deps.log, { kind: 'books-do-not-add-up', subjectId: id, detail: 'I1', at: stoppedAt })
    })
    return id
  }
  /** Lifts the suspension as if two operators had: the trigger that requires them is off meanwhile. */
  async function lift(): Promise<void> {
    await jara.database.exec('alter table payment_suspensions disable trigger payment_suspensions_take_two')
    await jara.database.transaction((tx) =>
      liftSuspension(tx, { reason: 'books', liftedBy: 'Ada Obi', confirmedBy: 'Bayo Ade', at: jara.clock.now() }),
    )
    await jara.database.exec('alter table payment_suspensions enable trigger payment_suspensions_take_two')
  }

  it('are reported once, again each hour while they last, and when they are over', async () => {
    const id = await suspend()
    await pass(59 * MINUTE_MS)
    expect(told()).toEqual([`raised: ${id}`])
    await pass(2 * MINUTE_MS)
    expect(told()).toEqual([`raised: ${id}`, `lasting: ${id}`])
    await pass(60 * MINUTE_MS)
    expect(told().slice(2)).toEqual([`lasting: ${id}`])
    await lift()
    await pass(2 * MINUTE_MS)
    expect(told().slice(3)).toEqual([`over: ${id}`])
    await pass(120 * MINUTE_MS)
    expect(told()).toHaveLength(4)
    expect(await openAlarms()).toBe(0)
    for (const operator of [ADA, BAYO])
      expect(jara.emails(operator).map(({ subject }) => subject)).toEqual([
        'Jara: alarm is over: books-do-not-add-up',
        'Jara: alarm still lasts: books-do-not-add-up',
        'Jara: alarm still lasts: books-do-not-add-up',
        'Jara: alarm: books-do-not-add-up',
      ])
  })

  it('of something that happened once are reported once, however often it is noticed', async () => {
    await raise('people-listed', '2026-11-21T11:00:00.000Z')
    await raise('people-listed', '2026-11-21T11:00:00.000Z')
    await jara.pass(3 * 60 * MINUTE_MS)
    expect(told()).toEqual(['raised: 2026-11-21T11:00:00.000Z'])
    expect(await openAlarms()).toBe(0)
  })

  it('of a transaction that is rolled back are not reported', async () => {
    const rolledBack = jara.deps.database.transaction(async (tx) => {
      await raiseAlarm(tx, jara.deps.log, { kind: 'people-listed', subjectId: 'x', detail: 'x', at: jara.clock.now() })
      throw new Error('and then something went wrong')
    })
    await expect(rolledBack).rejects.toThrow('something went wrong')
    await jara.pass(2 * MINUTE_MS)
    expect([told(), jara.emails(ADA)]).toEqual([[], []])
  })

  it('of one kind that come together are one notice, which names the first of them and counts all', async () => {
    for (let n = 10; n < 40; n++) await raise('deposit-recalled', `dep_${n}`)
    await jara.pass(2 * MINUTE_MS)
    expect(notices()).toMatchObject([{ alarm: 'deposit-recalled', phase: 'raised', count: 30 }])
    expect(notices()[0].subjects).toHaveLength(SUBJECTS_MAX)
    const [email] = jara.emails(ADA)
    expect(email?.text).toContain('30 alarms were raised: deposit-recalled')
    expect(email?.text).toContain('dep_10\n')
    expect(email?.text).toContain('and 10 more')
  })

  it('name kinds and ids, and nothing of what is in the details', async () => {
    await raise('deposit-recalled', 'dep_1')
    await jara.pass(2 * MINUTE_MS)
    const [email] = jara.emails(ADA)
    expect(email?.text).toContain('An alarm was raised: deposit-recalled')
    for (const said of [email?.text, listener.received[0]?.body]) expect(said).not.toMatch(/500|₦|of Ada/)
  })

  it('reach the webhook signed, with the time, by a secret that only both ends know', async () => {
    await raise('deposit-recalled', 'dep_1')
    await jara.pass(MINUTE_MS)
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = listener.received
    const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['jara-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'))
    expect(Math.abs(Number(seconds) * 1_000 - jara.clock.now().getTime())).toBeLessThanOrEqual(MINUTE_MS)
    expect({ url, type: headers['content-type'] }).toEqual({ url: '/alarms?key=k1', type: 'application/json' })
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^alw_/),
      installation: jara.deps.config.publicUrl,
      mode: 'sandbox',
      alarm: 'deposit-recalled',
      phase: 'raised',
      count: 1,
      subjects: ['dep_1'],
      at: expect.stringMatching(/^2026-11-21T11:0\d:\d\d\.\d{3}Z$/),
    })
  })

  it('that the webhook does not accept are sent again, the same, until it does; emails do not wait for that', async () => {
    listener.respondWith(503)
    await raise('deposit-recalled', 'dep_1')
    await pass(5 * MINUTE_MS)
    expect(jara.emails(ADA)).toHaveLength(1)
    expect(listener.received.length).toBeGreaterThan(3)
    listener.respondWith(200)
    await pass(20 * MINUTE_MS)
    const tries = listener.received.length
    expect(new Set(listener.received.map(({ body }) => body)).size).toBe(1)
    await pass(60 * MINUTE_MS)
    expect(listener.received).toHaveLength(tries)
    expect(await jara.database.query('select 1 from alarm_webhooks')).toEqual([])
  })

  it('that the webhook never accepts are given up after a day', async () => {
    listener.respondWith(500)
    await raise('deposit-recalled', 'dep_1')
    await pass(25 * 60 * MINUTE_MS, 30 * MINUTE_MS)
    expect(await jara.database.query('select 1 from alarm_webhooks')).toEqual([])
    expect(await jara.database.query("select 1 from jobs where kind = 'alarm-webhook'")).toEqual([])
  })

  it('follow no redirect of a webhook', async () => {
    const elsewhere = await listenForWebhooks()
    listener.respondWith(307, { location: elsewhere.url })
    await raise('deposit-recalled', 'dep_1')
    await pass(2 * MINUTE_MS)
    expect(listener.received.length).toBeGreaterThan(0)
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  it('in live mode reach no address of this machine or a private network, whatever name leads there', async () => {
    listener.respondWith(204)
    await raise('deposit-recalled', 'dep_1')
    const notify = await claimOne(jara.deps.database, jara.clock.now(), 'notify-alarms', 'all')
    expect(notify).not.toBeNull()
    await jara.database.query("update jobs set lease_until = null where kind = 'notify-alarms'")
    await jara.worker.runNow('notify-alarms', 'all')
    const [row] = await jara.database.query<{ id: string }>('select id from alarm_webhooks')
    for (const url of [`http://127.0.0.1:${listener.port}/`, `http://localhost:${listener.port}/`]) {
      const { alarms, ...config } = jara.deps.config
      const live: Deps = {
        ...jara.deps,
        config: { ...config, mode: 'live', alarms: { ...alarms, webhook: { url, secret: SECRET } } },
      }
      const claim = await claimOne(jara.deps.database, jara.clock.now(), 'alarm-webhook', row?.id ?? '')
      if (claim === null) throw new Error('there is no webhook to send')
      expect(await sendAlarmWebhook(live, claim)).toEqual({ dueAt: expect.any(Date) })
      await jara.database.query("update jobs set lease_until = null where kind = 'alarm-webhook'")
    }
    expect(listener.received).toEqual([])
  })

  it('last as long as what they are about', async () => {
    const ada = await jara.person('Ada Obi')
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await ada.withdraw(10_000n)
    await jara.settle()
    const lasting = async (alarm: AlarmKind, id: string) => [
      ...(await findLasting(jara.deps.database, alarm, [id, 'another'])),
    ]
    expect(await lasting('order-waiting-2-hours', order.id)).toEqual([order.id])
    await jara.sandbox.decide(order.reference, 'success')
    await pass(MINUTE_MS)
    expect(await lasting('order-waiting-2-hours', order.id)).toEqual([])

    expect(await lasting('account-not-issued', ada.id)).toEqual([])
    await jara.database.query(`update funding_accounts set status = 'issuing' where user_id = $1`, [ada.id])
    expect(await lasting('account-not-issued', ada.id)).toEqual([ada.id])

    await jara.database.query(
      `insert into reconciliation_exceptions (provider, kind, reference, number, detail, found_at, seen_at)
       values ('paystack', 'unknown-transfer', 'T1', 7, 'a test', now(), now())`,
    )
    expect([...(await findLasting(jara.deps.database, 'reconciliation-exception', ['7', '8']))]).toEqual(['7'])
    expect(await lasting('people-listed', ada.id)).toEqual([])
  })
})
