import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  FRAUD_ANSWER_MS,
  MONEY_ANSWER_MS,
  QUESTION_ANSWER_MS,
  SIGN_IN_ANSWER_MS,
} from '#contract/console/answer-times.ts'
import type { UserId } from '#contract/ids.ts'
import type { CaseDetail } from '#contract/support.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { newKey, openedBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { type CaseMove, listWork, moveCase, showCase } from './operate-cases.ts'
import { readCase } from './read-cases.ts'
import { asUser } from './reporter.ts'
import { writeMessage } from './write-message.ts'

const HOUR_MS = 60 * 60_000

describe.each(featureDatabases)("a report's clock on %s", (kind) => {
  let jara: TestJara
  let ada: Person
  let opened: CaseDetail

  beforeAll(async () => {
    jara = await startJara(kind)
  })
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    opened = await openedBy(ada, { topic: 'payment' })
  })
  afterAll(async () => {
    await jara.close()
  })

  const move = async (name: CaseMove, text = 'Which bank was it?', of = opened) =>
    await moveCase(jara.deps, {
      move: name,
      uncheckedNumber: of.trackingNumber,
      operator: await operatorNamed(jara.database, 'Ngozi Eze'),
      uncheckedText: text,
      outcome: 'resolved',
      uncheckedNote: 'The bank had it back.',
    })
  const show = async (of = opened) =>
    await showCase(jara.deps, {
      uncheckedNumber: of.trackingNumber,
      operator: await operatorNamed(jara.database, 'Ngozi Eze'),
    })
  const clock = async () => (await show()).clock
  /** Reads without their session, which locks as time passes. */
  const seen = async () => await readCase(jara.database, asUser(ada.id as UserId), opened.id)
  const write = async (text = 'It was OPay.') => {
    const body = { key: newKey(), text }
    expect(await writeMessage(jara.deps, asUser(ada.id as UserId), opened.id, body)).toEqual({ isNew: true })
  }
  const wait = (hours: number) => jara.clock.advance(hours * HOUR_MS)
  const later = (from: string | Date, ms: number) => new Date(new Date(from).getTime() + ms)

  it.each([
    ['fraud', FRAUD_ANSWER_MS],
    ['payment', MONEY_ANSWER_MS],
    ['money-in', MONEY_ANSWER_MS],
    ['purchase', MONEY_ANSWER_MS],
    ['sign-in', SIGN_IN_ANSWER_MS],
    ['other', QUESTION_ANSWER_MS],
  ])('gives a report about %s its own time, from when it was received', async (topic, withinMs) => {
    opened = await openedBy(ada, { topic })
    const due = later(opened.createdAt, withinMs)
    expect(await clock()).toMatchObject({ waitsFor: 'us', answerBy: due, isOverdue: false })
    jara.clock.advance(withinMs)
    expect(await clock()).toMatchObject({ isOverdue: false })
    jara.clock.advance(1)
    expect(await clock()).toMatchObject({ answerBy: due, isOverdue: true })
  })

  it('is that of money once a payment is named', async () => {
    const { transactions } = (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body
    opened = await openedBy(ada, { topic: 'other', transactionId: transactions[0]?.id })
    expect((await clock()).answerBy).toEqual(later(opened.createdAt, MONEY_ANSWER_MS))
  })

  it('is not moved by taking it up or by further messages, ends with the answer, and starts again with the next message', async () => {
    const due = later(opened.createdAt, MONEY_ANSWER_MS)
    wait(2)
    await move('take')
    await write('Are you there?')
    expect((await clock()).answerBy).toEqual(due)
    await move('answer', 'It is back.')
    expect(await clock()).toEqual({
      waitsFor: 'nobody',
      answerBy: null,
      isOverdue: false,
      pausedAt: null,
      leftMs: null,
    })
    wait(50)
    await write('It is not.')
    expect((await clock()).answerBy).toEqual(later(jara.clock.now(), MONEY_ANSWER_MS))
  })

  it('starts when an answered report is taken up again, because its customer reads that it was', async () => {
    await move('take')
    await move('answer', 'It is back.')
    wait(3)
    await move('take')
    expect(await clock()).toMatchObject({ waitsFor: 'us', answerBy: later(jara.clock.now(), MONEY_ANSWER_MS) })
    await move('answer', 'It really is.')
    await move('close')
    expect((await clock()).waitsFor).toBe('nobody')
  })

  it('pauses from a question to its answer, and resumes by itself with the remaining time', async () => {
    await move('take')
    wait(5)
    const asked = jara.clock.now()
    await move('ask')
    expect(await clock()).toMatchObject({ waitsFor: 'customer', answerBy: null, pausedAt: asked, leftMs: 19 * HOUR_MS })
    expect(await seen()).toMatchObject({
      status: 'in_progress',
      asksSince: asked.toISOString(),
      messages: [{ from: 'you' }, { from: 'support', text: 'Which bank was it?' }],
    })
    wait(100)
    expect(await clock()).toMatchObject({ isOverdue: false, leftMs: 19 * HOUR_MS })
    const answered = jara.clock.now()
    await write()
    expect(await clock()).toMatchObject({ waitsFor: 'us', answerBy: later(answered, 19 * HOUR_MS), pausedAt: null })
    expect((await seen()).asksSince).toBeNull()
    expect((await show()).pauses).toEqual([{ from: asked, until: answered, endedBy: 'you' }])
  })

  it('does not get more time from a second question, and stores each pause', async () => {
    await move('take')
    const [first] = [jara.clock.now()]
    await move('ask')
    wait(1)
    await move('ask', 'And on which day?')
    wait(1)
    await write()
    wait(1)
    const third = jara.clock.now()
    await move('ask', 'In the morning?')
    wait(1)
    await move('answer', 'We found it all the same.')
    expect((await show()).pauses).toEqual([
      { from: first, until: later(first, 2 * HOUR_MS), endedBy: 'you' },
      { from: third, until: later(third, HOUR_MS), endedBy: 'support' },
    ])
    expect((await clock()).waitsFor).toBe('nobody')
  })

  it('is still overdue after a question about an overdue report', async () => {
    await move('take')
    wait(26)
    await move('ask')
    expect(await clock()).toMatchObject({ isOverdue: false, leftMs: -2 * HOUR_MS })
    await write()
    expect(await clock()).toMatchObject({ isOverdue: true, answerBy: later(jara.clock.now(), -2 * HOUR_MS) })
  })

  it('starts with a question about an answered report', async () => {
    await move('take')
    await move('answer', 'It is back.')
    wait(3)
    await move('ask')
    expect(await clock()).toMatchObject({ waitsFor: 'customer', leftMs: MONEY_ANSWER_MS })
  })

  it('resumes once, however many messages arrive at once', async () => {
    await move('take')
    await move('ask')
    wait(10)
    await Promise.all([1, 2, 3, 4].map(async (nth) => await write(`It was OPay, ${nth}.`)))
    expect((await clock()).answerBy).toEqual(later(jara.clock.now(), MONEY_ANSWER_MS))
    expect((await show()).pauses).toHaveLength(1)
  })

  it('sorts by the next deadline, then cases waiting for customers, then cases waiting for nobody', async () => {
    const [money, fraud, question, asked, answered] = [
      opened,
      await openedBy(ada, { topic: 'fraud' }),
      await openedBy(ada, { topic: 'other' }),
      await openedBy(ada, { topic: 'fraud' }),
      await openedBy(ada, { topic: 'fraud' }),
    ]
    for (const each of [asked, answered]) await move('take', '', each)
    await move('ask', 'Which bank was it?', asked)
    await move('answer', 'It is back.', answered)
    const mine = [fraud, money, question, asked, answered].map(({ trackingNumber }) => trackingNumber)
    const listed = (await listWork(jara.deps, jara.database)).map(({ trackingNumber }) => trackingNumber)
    expect(listed.filter((number) => mine.includes(number))).toEqual(mine)
  })
})
