import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import { SANDBOX_TERMII } from '#server/platform/config/sms.ts'
import { BREAKER_FAILURES_MAX } from '#server/providers/breaker.ts'
import type { MakeExchange } from '#server/providers/provider-http.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { type TermiiOptions, termiiSms } from '#server/providers/sms/termii/adapter.ts'
import { withoutSilences } from '#tests/support/silences.ts'
import { handClock, json, memoryLog, type Reaction, raw, type Stub, startStub } from './http-stub.ts'

const PATIENT = { sendMs: 10_000, listMs: 10_000 }
const KEY = 'a-termii-key-of-the-tests'
const TO = '08031234567'
const TEXT = 'Money in. NGN 500.00 Ref K3J9X2AB'
const SMS = { to: TO, text: TEXT, id: 'alr_1' }
const HOUR_MS = 60 * 60_000

describe('Termii in the sandbox world', () => {
  const clock = handClock()
  let world: World
  let app: ReturnType<typeof buildSandbox>
  let makeExchange: MakeExchange
  let baseUrl: string
  let sms: SmsProvider

  beforeEach(async () => {
    world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null })
    app = buildSandbox(world)
    makeExchange = withoutSilences(app)
    await app.listen({ port: 0, host: '127.0.0.1' })
    baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/termii`
    sms = adapter()
    // The oldest line: a history that does not reach back far enough proves nothing.
    await sms.send({ ...SMS, text: 'An older one Ref AAAAAAAA' })
    clock.advance(3 * HOUR_MS)
  })
  afterEach(async () => {
    await app.close()
    world.close()
  })

  const adapter = (more: Partial<TermiiOptions> = {}) =>
    termiiSms({ baseUrl, ...SANDBOX_TERMII, clock, log: memoryLog(), timeouts: PATIENT, makeExchange, ...more })
  const fault = async (operation: string, name: string) => {
    const payload = { provider: 'termii', operation, fault: name }
    const answer = await app.inject({ method: 'POST', url: '/control/faults', headers: { host: 'localhost' }, payload })
    expect(answer.statusCode).toBe(201)
  }
  const arrived = () => world.state.sms.filter(({ text }) => text === TEXT)
  const find = (since = clock.now(), text = TEXT) => sms.findSent({ to: TO, text, since })

  test('a message is accepted with an id, and found by its receiver and text alone', async () => {
    const answer = await sms.send(SMS)
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { messageId: expect.stringMatching(/^\d{22}$/) } })
    expect(arrived()).toMatchObject([{ from: 'Jara', to: '2348031234567', parts: 1 }])
    const value = answer.outcome === 'succeeded' ? { ...answer.value, isFailed: false } : null
    expect(await find()).toEqual({ outcome: 'succeeded', value })
    expect(await find(clock.now(), `${TEXT}X`)).toEqual({ outcome: 'succeeded', value: null })
    expect(await sms.findSent({ to: '08031234568', text: TEXT, since: clock.now() })).toMatchObject({ value: null })
  })

  test('a history that does not reach back to before is no proof of absence', async () => {
    expect(await find(new Date(clock.now().getTime() - 3 * HOUR_MS))).toEqual({
      outcome: 'unknown',
      cause: 'a history that does not reach back far enough',
    })
  })

  test.each([
    ['reset', 1],
    ['accept-then-500', 1],
    ['accept-then-timeout', 1],
    ['html-502', 1],
    ['empty', 1],
    ['cut-json', 1],
    ['timeout', 0],
    ['down', 0],
    ['rate-limited', 0],
  ])('%s is unknown, and the history knows of %i', async (name, count) => {
    await fault('send', name)
    expect(await sms.send(SMS)).toMatchObject({ outcome: 'unknown' })
    expect(arrived()).toHaveLength(count)
    expect(await find()).toMatchObject({ outcome: 'succeeded', value: count === 0 ? null : { isFailed: false } })
  })

  test.each([
    ['bad-number', () => sms.send({ ...SMS, to: '00000000000' })],
    ['bad-sender', () => adapter({ senderId: 'Somebody' }).send(SMS)],
    ['not-permitted', () => adapter({ apiKey: 'of somebody else' }).send(SMS)],
    ['float-low', () => fault('send', 'refuse').then(() => sms.send(SMS))],
  ])('%s is a conclusive no, and nothing was sent', async (reason, send) => {
    expect(await send()).toEqual({ outcome: 'declined', reason, message: reason })
    expect(arrived()).toEqual([])
  })

  test('a message that is slow, that arrives twice or never is what the history says', async () => {
    await fault('send', 'duplicate')
    expect(await sms.send(SMS)).toMatchObject({ outcome: 'succeeded' })
    expect(arrived()).toHaveLength(2)
    await fault('send', 'accept-then-fail')
    await sms.send({ ...SMS, text: 'Another Ref BBBBBBBB' })
    expect(await find(clock.now(), 'Another Ref BBBBBBBB')).toMatchObject({ value: { isFailed: true } })
    await fault('history', 'list-missing-line')
    expect(await find(clock.now(), 'Another Ref BBBBBBBB')).toMatchObject({ value: null })
    expect(await adapter({ apiKey: 'of somebody else' }).findSent({ ...SMS, since: clock.now() })).toMatchObject({
      outcome: 'unknown',
    })
  })

  test('silence closes it to new messages for a while', async () => {
    for (let n = 0; n < BREAKER_FAILURES_MAX; n++) await fault('send', 'down')
    for (let n = 0; n < BREAKER_FAILURES_MAX; n++) await sms.send(SMS)
    expect(sms.available()).toBe(false)
    clock.advance(60_000)
    expect(sms.available()).toBe(true)
  })

  test('the page shows each message as text, with its length', async () => {
    await sms.send({ ...SMS, text: '<b>Money & more</b> ~' })
    const headers = { host: 'localhost' }
    const { body } = await app.inject({ url: '/sms?to=08031234567', headers })
    expect(body).toContain('&#60;b&#62;Money &#38; more&#60;/b&#62; ~')
    expect(body).toContain('22 septets, 1 part')
    expect((await app.inject({ url: '/page/sms?to=08031234568', headers })).json()).toEqual({
      sms: '<p class="empty">No SMS has arrived yet.</p>',
    })
    expect((await app.inject({ url: '/control/sms', headers })).json().sms).toHaveLength(2)
  })
})

describe('Termii’s answers', () => {
  const OK = { code: 'ok', message_id: '9122821270554876574', message: 'Successfully Sent', balance: 9, user: 'Ada' }
  const LINE = {
    receiver: '2348031234567',
    message: TEXT,
    amount: 1,
    status: 'Delivered',
    message_id: '3017545711235443752697757',
    created_at: '2026-11-21 08:59:00',
  }
  const OLD = { ...LINE, message: 'older', created_at: '2026-11-20 10:00:00' }
  const SINCE = new Date('2026-11-21T08:58:00Z')
  let stub: Stub
  const log = memoryLog()
  beforeEach(async () => {
    stub = await startStub()
    log.lines.length = 0
  })
  afterEach(() => stub.close())

  const answering = (reaction: Reaction) => {
    stub.reaction = reaction
    return termiiSms({
      baseUrl: stub.baseUrl,
      apiKey: KEY,
      senderId: 'Jara',
      clock: handClock(),
      log,
      timeouts: PATIENT,
    })
  }

  test('the request is the documented one, and the key is in its body or its query alone', async () => {
    expect(await answering(json(200, OK)).send(SMS)).toEqual({
      outcome: 'succeeded',
      value: { messageId: OK.message_id },
    })
    await answering(json(200, [LINE])).findSent({ ...SMS, since: SINCE })
    expect(stub.seen.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/api/sms/send'],
      ['GET', `/api/sms/inbox?api_key=${KEY}`],
    ])
    expect(JSON.parse(stub.seen[0]?.body ?? '')).toEqual({
      api_key: KEY,
      to: '2348031234567',
      from: 'Jara',
      sms: TEXT,
      type: 'plain',
      channel: 'dnd',
    })
    for (const { headers } of stub.seen) expect(JSON.stringify(headers)).not.toContain(KEY)
  })

  test.each([
    ['another code', json(200, { ...OK, code: 'pending' })],
    ['no id', json(200, { ...OK, message_id: undefined })],
    ['an id that is a number', json(200, { ...OK, message_id: 9_122_821_270 })],
    ['an id with a space', json(200, { ...OK, message_id: '9 1' })],
    ['another refusal', json(400, { code: 400, message: 'Something else' })],
    ['a redirect', raw(302, '')],
    ['a list', json(200, [])],
    ['a word', json(200, 'ok')],
  ])('%s is unknown', async (_, reaction) => {
    expect(await answering(reaction).send(SMS)).toMatchObject({ outcome: 'unknown' })
    expect(stub.seen).toHaveLength(1)
  })

  test.each([
    [400, 'Insufficient balance', 'float-low'],
    [404, 'ApplicationSenderId not found for applicationId: 1 and senderName: X', 'bad-sender'],
    [400, 'Invalid Sender Id', 'bad-sender'],
    [400, 'Your account is not active', 'not-permitted'],
    [400, 'You are not set up on this route', 'not-permitted'],
    [401, 'Unauthorized', 'not-permitted'],
    [422, 'Invalid phone number', 'bad-number'],
  ])('%i %s is %s', async (status, message, reason) => {
    expect(await answering(json(status, { code: status, message })).send(SMS)).toMatchObject({
      outcome: 'declined',
      reason,
    })
  })

  test.each<[string, unknown, object]>([
    ['an empty history', [], { outcome: 'succeeded', value: null }],
    ['one that reaches back without it', [OLD], { outcome: 'succeeded', value: null }],
    ['one with it', [LINE, OLD], { outcome: 'succeeded', value: { messageId: LINE.message_id, isFailed: false } }],
    ['one with it under a plus', [{ ...LINE, receiver: `+${LINE.receiver}` }], { outcome: 'succeeded' }],
    ['one where it failed', [{ ...LINE, status: 'Failed' }], { value: { isFailed: true } }],
    ['one that is too short', [{ ...LINE, message: 'x' }], { outcome: 'unknown' }],
    ['one that is the oldest first', [OLD, { ...LINE, message: 'x' }], { outcome: 'unknown' }],
    ['one with an unreadable id', [{ ...LINE, message_id: '' }, OLD], { outcome: 'unknown' }],
    ['something else', { data: [] }, { outcome: 'unknown' }],
    ['lines without a receiver', [{ message: TEXT }], { outcome: 'unknown' }],
  ])('%s', async (_, body, expected) => {
    expect(await answering(json(200, body)).findSent({ ...SMS, since: SINCE })).toMatchObject(expected)
  })

  test('no log line, refusal or cause has the key, the number, the text or what Termii says', async () => {
    const said = `${KEY} ${TO} ${TEXT} Ada`
    const answers = [
      json(400, { code: 400, message: said }),
      json(401, { message: said }),
      json(500, { message: said }),
      raw(200, said),
      json(200, { ...OK, user: said }),
      (response: Parameters<Reaction>[0]) => response.destroy(),
    ]
    const results: unknown[] = []
    for (const reaction of answers) {
      const sms = answering(reaction)
      results.push(await sms.send(SMS), await sms.findSent({ ...SMS, since: SINCE }))
    }
    expect(log.lines.length).toBeGreaterThan(10)
    expect(JSON.stringify([log.lines, results])).not.toMatch(/a-termii-key|08031|234803|Money in|Ada/)
  })
})
