import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_WRONG_MAX, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import {
  CASE_TEXT_MAX_LENGTH,
  VISITOR_CASES_OPEN_MAX,
  VISITOR_CASES_PER_DAY_MAX,
  VISITOR_PASS_LIFETIME_MS,
} from '#contract/support-limits.ts'
import { bringTo, newKey, openedBy, readBy, refusal, writeBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { tablesWith } from '#tests/support/leaving.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { newVisitor, provedVisitor, reportedBy } from '#tests/support/visitors.ts'
import { listWork, moveCase, showCase } from './operate-cases.ts'

const NOT_FOUND = [404, 'case.not-found']
const ENDED = [401, 'visitor.pass-ended']
const WRONG = [400, 'account.code-wrong']

describe.each(featureDatabases)('support without signing in on %s', (kind) => {
  let jara: TestJara

  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())

  describe('a code', () => {
    it('proves the email, and the report gets a number by which it is read again with another code', async () => {
      const visitor = await provedVisitor(jara)
      const opened = await reportedBy(visitor)
      expect(opened).toMatchObject({
        trackingNumber: expect.stringMatching(/^JR-/),
        topic: 'sign-in',
        transactionId: null,
        status: 'received',
        messages: [{ from: 'you', text: 'I cannot sign in.' }],
      })
      jara.clock.advance(VISITOR_PASS_LIFETIME_MS)
      const again = await provedVisitor(jara, visitor.email.toUpperCase())
      expect((await again.list()).body.cases.map(({ trackingNumber }) => trackingNumber)).toEqual([
        opened.trackingNumber,
      ])
      expect((await again.read(opened.id)).body.case).toEqual(opened)
    })

    it('is good once, also when it comes many times at once, and only the newest one is', async () => {
      const visitor = newVisitor(jara)
      await visitor.askForCode()
      const first = await visitor.code()
      jara.clock.advance(60_000)
      await visitor.askForCode()
      const newest = await visitor.code()
      expect(refusal(await visitor.enter(first === newest ? '000000' : first))).toEqual(WRONG)
      const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.enter(newest)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(400)])
      expect(refusal(await visitor.enter(newest))).toEqual(WRONG)
    })

    it('ends after ten minutes, and after five wrong ones', async () => {
      const [late, guessed] = [newVisitor(jara), newVisitor(jara)]
      await late.askForCode()
      const code = await late.code()
      jara.clock.advance(SECOND_STEP_LIFETIME_MS)
      expect(refusal(await late.enter(code))).toEqual(WRONG)
      await guessed.askForCode()
      const right = await guessed.code()
      const wrong = right === '000000' ? '000001' : '000000'
      for (let tries = 0; tries < CODE_WRONG_MAX; tries++) expect(refusal(await guessed.enter(wrong))).toEqual(WRONG)
      expect(refusal(await guessed.enter(right))).toEqual(WRONG)
    })

    it('is good for that email alone, and for nothing but support', async () => {
      const [one, other] = [newVisitor(jara), newVisitor(jara)]
      await one.askForCode()
      await other.askForCode()
      const code = await one.code()
      if (code !== (await other.code())) expect(refusal(await other.enter(code))).toEqual(WRONG)
      jara.clock.advance(1_000)
      await one.call('POST', '/api/email-proofs', { email: one.email })
      const ofAccount = await one.code()
      if (code !== ofAccount) expect(refusal(await one.enter(ofAccount))).toEqual(WRONG)
      expect((await one.enter(code)).status).toBe(201)
    })

    it('is waited for longer each time it is asked for, the same with and without an account', async () => {
      const ada = await jara.person('Ada Obi')
      for (const email of [ada.email, 'nobody.at.all@example.ng']) {
        const visitor = newVisitor(jara, email)
        expect((await visitor.askForCode()).status).toBe(202)
        const refused = await visitor.call('POST', '/api/visitors/codes', { email })
        expect([refusal(refused), refused.body.error.retryAfterS]).toEqual([[429, 'account.code-wait'], 1])
      }
    })

    it('is stored in no table in the clear, nor is the pass', async () => {
      const visitor = newVisitor(jara)
      await visitor.askForCode()
      const code = await visitor.code()
      expect(await tablesWith(jara.database, visitor.email)).toEqual([])
      await visitor.enter(code)
      expect(await tablesWith(jara.database, visitor.email)).toEqual(['visitors'])
      for (const secret of [`"${code}"`, visitor.pass() ?? '']) {
        expect(await tablesWith(jara.database, secret)).toEqual([])
      }
    })
  })

  describe('a pass', () => {
    it('ends after half an hour, when another one is given, and when its visitor is done', async () => {
      const visitor = await provedVisitor(jara)
      jara.clock.advance(VISITOR_PASS_LIFETIME_MS - 1)
      expect((await visitor.list()).status).toBe(200)
      jara.clock.advance(1)
      expect(refusal(await visitor.list())).toEqual(ENDED)
      expect(refusal(await visitor.report())).toEqual(ENDED)

      const first = await provedVisitor(jara, visitor.email)
      jara.clock.advance(60_000)
      const second = await provedVisitor(jara, visitor.email)
      expect(refusal(await first.list())).toEqual(ENDED)
      expect((await second.call('DELETE', '/api/visitors/passes/current')).status).toBe(204)
      expect(refusal(await second.list())).toEqual(ENDED)
      expect(refusal(await second.call('DELETE', '/api/visitors/passes/current'))).toEqual(ENDED)
    })

    it('reads and writes what is its visitor’s, and nothing else', async () => {
      const ada = await jara.person('Ada Obi')
      const [one, other] = [await provedVisitor(jara), await provedVisitor(jara, ada.email)]
      const [ofOne, ofAda] = [await reportedBy(one), await openedBy(ada)]
      const message = { key: newKey(), text: 'Let me in.' }
      for (const id of [ofOne.id, ofAda.id, `cas_${'0'.repeat(35)}`, 'cas_x', '%20']) {
        expect(refusal(await other.read(id))).toEqual(NOT_FOUND)
        expect(refusal(await other.call('POST', `/api/visitors/cases/${id}/messages`, message))).toEqual(NOT_FOUND)
      }
      expect((await other.list()).body.cases).toEqual([])
      expect(refusal(await readBy(ada, ofOne.id))).toEqual(NOT_FOUND)
      expect(refusal(await writeBy(ada, ofOne.id, message))).toEqual(NOT_FOUND)
      expect((await one.read(ofOne.id)).body.case.messages).toHaveLength(1)
    })

    it('opens no account, and a session is no pass', async () => {
      const ada = await jara.person('Ada Obi')
      const visitor = await provedVisitor(jara, ada.email)
      for (const path of ['/api/me', '/api/wallet', '/api/cases']) {
        expect(refusal(await visitor.call('GET', path))).toEqual([401, 'session.none'])
      }
      expect(refusal(await ada.call('GET', '/api/visitors/cases'))).toEqual(ENDED)
    })

    it.each(['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(43)}`, `Basic ${'A'.repeat(43)}`])(
      'is not “%s”',
      async (authorization) => {
        const response = await fetch(`${jara.url}/api/visitors/cases`, { headers: { authorization } })
        expect([response.status, (await response.json()) as object]).toMatchObject([
          401,
          { error: { code: 'visitor.pass-ended' } },
        ])
      },
    )
  })

  describe('a report', () => {
    it('sent twenty times at once is one, and its key serves no other', async () => {
      const visitor = await provedVisitor(jara)
      const body = { key: newKey(), text: 'Once is enough.' }
      const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.report(body)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
      expect(refusal(await visitor.report({ ...body, text: 'Another one.' }))).toEqual([422, 'idempotency.reused'])
      expect((await visitor.list()).body.cases).toHaveLength(1)
    })

    it('waits with two others at most, however many come at once, and five are sent in a day', async () => {
      const visitor = await provedVisitor(jara)
      const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.report()))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(VISITOR_CASES_OPEN_MAX)
      expect(refusal(await visitor.report())).toEqual([409, 'visitor.too-many-open'])
      for (let sent = VISITOR_CASES_OPEN_MAX; sent < VISITOR_CASES_PER_DAY_MAX; sent++) {
        const [last] = (await visitor.list()).body.cases.filter(({ status }) => status === 'received')
        await bringTo(jara.database, last?.id ?? '', 'answered')
        expect((await visitor.report()).status).toBe(201)
      }
      for (const { id } of (await visitor.list()).body.cases.filter(({ status }) => status === 'received')) {
        await bringTo(jara.database, id, 'answered')
      }
      expect(refusal(await visitor.report())).toEqual([429, 'visitor.too-many-today'])
    })

    it.each([
      ['no text', { text: ' ' }, 'case.text-invalid'],
      ['a text without end', { text: 'a'.repeat(CASE_TEXT_MAX_LENGTH + 1) }, 'case.text-invalid'],
      ['a topic nobody knows', { topic: 'weather' }, 'request.invalid'],
      ['a payment', { transactionId: null }, 'request.invalid'],
      ['a key that is none', { key: 'x' }, 'request.invalid'],
    ])('with %s is refused', async (_, over, code) => {
      const visitor = await provedVisitor(jara)
      expect(refusal(await visitor.report(over))).toEqual([400, code])
      expect((await visitor.list()).body.cases).toEqual([])
    })

    it('is cleaned of what steers a screen or a terminal', async () => {
      const visitor = await provedVisitor(jara)
      const { messages } = await reportedBy(visitor, { text: 'Help\r\nme\u001b[1m \u202Enow' })
      expect(messages[0]?.text).toBe('Help\nme [1m now')
    })
  })

  it.each(['', 'no email', 'a@b', `${'a'.repeat(300)}@example.ng`, 'a@example.ng\r\nBcc: b@example.ng'])(
    'sends no code to “%s”',
    async (email) => {
      const visitor = newVisitor(jara, email)
      const asked = await visitor.call('POST', '/api/visitors/codes', { email })
      expect(refusal(asked)).toEqual([400, 'account.email-invalid'])
      expect(refusal(await visitor.enter('123456'))).toEqual([400, 'account.email-invalid'])
    },
  )

  it('operators find it among the others, see no email, and answer; an email tells the visitor, and not what', async () => {
    const visitor = await provedVisitor(jara)
    const { id, trackingNumber } = await reportedBy(visitor)
    expect((await listWork(jara.deps, jara.database)).map((each) => each.trackingNumber)).toContain(trackingNumber)
    const operator = await operatorNamed(jara.database, 'Ngozi Eze')
    const of = { uncheckedNumber: trackingNumber, operator }
    const shown = await showCase(jara.deps, of)
    expect(shown).toMatchObject({ from: { kind: 'visitor' }, payment: null, messages: [{ author: 'you' }] })
    expect(JSON.stringify(shown)).not.toContain(visitor.email)
    await moveCase(jara.deps, { ...of, move: 'take' })
    await moveCase(jara.deps, { ...of, move: 'answer', uncheckedText: 'Use the link under Forgot PIN.' })
    expect((await visitor.read(id)).body.case).toMatchObject({
      status: 'answered',
      messages: [{ from: 'you' }, { from: 'support', text: 'Use the link under Forgot PIN.' }],
    })
    await jara.settle()
    const [told] = jara.emails(visitor.email)
    expect(told?.subject).toBe(`Jara: an answer to ${trackingNumber}`)
    expect(told?.text).toContain(`${jara.deps.config.publicUrl}/help`)
    expect(told?.text).not.toContain('Forgot PIN')
    jara.clock.advance(1_000)
    const message = { key: newKey(), text: 'Thank you.' }
    expect((await visitor.call('POST', `/api/visitors/cases/${id}/messages`, message)).status).toBe(201)
    await moveCase(jara.deps, { ...of, move: 'close', outcome: 'resolved', uncheckedNote: 'Sent the link.' })
    const late = await visitor.call('POST', `/api/visitors/cases/${id}/messages`, { ...message, key: newKey() })
    expect(refusal(late)).toEqual([409, 'case.closed'])
  })
})

it('one address asks for and enters as many codes a minute as it tries passwords, and reads on', async () => {
  const jara = await startJara('pglite', { settings: { REQUESTS_PER_MINUTE: '100' } })
  const visitor = await provedVisitor(jara)
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      visitor.call('POST', '/api/visitors/codes', { email: `${number}@example.ng` }),
    ),
  )
  expect(asked.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(202), ...Array(3).fill(429)])
  expect((await visitor.list()).status).toBe(200)
  await jara.close()
})
