import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CASE_MESSAGES_MAX, CASE_TEXT_MAX_LENGTH } from '#contract/support-limits.ts'
import { bringTo, listBy, newKey, openedBy, problem, readBy, refusal, report, writeBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'

describe.each(featureDatabases)('messages in a report on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara(kind)
  })
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
  })
  afterAll(async () => {
    await jara.close()
  })

  it('change nothing about what operators did', async () => {
    const { id } = await openedBy(ada)
    await bringTo(jara.database, id, 'answered')
    jara.clock.advance(1_000)
    const answer = await writeBy(ada, id, { key: newKey(), text: 'It is still not there.' })
    expect(answer.status).toBe(201)
    expect(answer.body.case).toMatchObject({
      status: 'answered',
      lastMessage: { from: 'you', at: jara.clock.now().toISOString() },
      messages: [{ text: 'My transfer is late.' }, { from: 'you', text: 'It is still not there.' }],
    })
  })

  it('sent twenty times at once are one, and their key serves no other', async () => {
    const { id } = await openedBy(ada)
    const body = { key: newKey(), text: 'Once is enough.' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => writeBy(ada, id, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    expect(refusal(await writeBy(ada, id, { ...body, text: 'Another one.' }))).toEqual([422, 'idempotency.reused'])
    expect((await readBy(ada, id)).body.case.messages).toHaveLength(2)
  })

  it('are written in one’s own reports only', async () => {
    const { id } = await openedBy(ada)
    const bola = await jara.person('Bola Ahmed')
    for (const wrong of [id, `cas_${'0'.repeat(35)}`, 'cas_x', '%20']) {
      expect(refusal(await writeBy(bola, wrong, { key: newKey(), text: 'Hello' }))).toEqual([404, 'case.not-found'])
    }
    expect((await readBy(ada, id)).body.case.messages).toHaveLength(1)
  })

  it('are refused once it is closed, but a repeated one succeeds', async () => {
    const { id } = await openedBy(ada)
    const body = { key: newKey(), text: 'Before it was closed.' }
    expect((await writeBy(ada, id, body)).status).toBe(201)
    await bringTo(jara.database, id, 'closed')
    expect(refusal(await writeBy(ada, id, { key: newKey(), text: 'One more.' }))).toEqual([409, 'case.closed'])
    expect((await writeBy(ada, id, body)).status).toBe(200)
  })

  it('are fifty of a person at most, however many come at once', async () => {
    const { id } = await openedBy(ada)
    await jara.database.query(
      `insert into case_messages (user_id, case_id, seq, author, text, at)
       select $1, $2, i, 'you', 'Hello?', now() from generate_series(2, $3::int) as i`,
      [ada.id, id, CASE_MESSAGES_MAX - 1],
    )
    const answers = await Promise.all([1, 2, 3].map(() => writeBy(ada, id, { key: newKey(), text: 'Hello?' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(refusal(await writeBy(ada, id, { key: newKey(), text: '?!' }))).toEqual([409, 'case.too-many-messages'])
    expect((await readBy(ada, id)).body.case.messages).toHaveLength(CASE_MESSAGES_MAX)
  })

  it('are kept as the text they are, whatever another program might read in them', async () => {
    const texts = [
      "Robert'); drop table cases; --",
      '{"$gt": ""} {{7*7}} $%7B7*7} <%= 7*7 %> #{7*7}',
      '<img src=x onerror=alert(1)><script>alert(2)</script>',
      '=HYPERLINK("https://evil.example","x")',
      '%s %n %00 \\u0000 ../../etc/passwd',
      'Bcc: thief@example.ng',
      'Ṣóyẹmí, Ụzọchukwu, Ɗanjuma: ₦1,500 no dey 😀',
    ]
    const { id } = await openedBy(ada, { text: texts[0] })
    for (const text of texts.slice(1)) await writeBy(ada, id, { key: newKey(), text })
    expect((await readBy(ada, id)).body.case.messages.map((each) => each.text)).toEqual(texts)
  })

  it('are refused with a field that is not right, and nothing is kept', async () => {
    const wrong: [over: object, code: string][] = [
      [{ text: ' x ' }, 'case.text-invalid'],
      [{ text: '\0\0\0' }, 'case.text-invalid'],
      [{ topic: 'refund' }, 'request.invalid'],
      [{ key: 'abc' }, 'request.invalid'],
      [{ key: undefined }, 'request.invalid'],
      [{ status: 'closed' }, 'request.invalid'],
    ]
    for (const [over, code] of wrong) expect(refusal(await report(ada, problem(over)))).toEqual([400, code])
    expect(await listBy(ada)).toEqual([])
    const { id } = await openedBy(ada)
    expect(refusal(await writeBy(ada, id, { key: newKey(), text: '' }))).toEqual([400, 'case.text-invalid'])
    expect(refusal(await writeBy(ada, id, { key: newKey(), text: 'Hi', from: 'support' }))).toEqual([
      400,
      'request.invalid',
    ])
  })

  it('are two thousand characters at most, an emoji counted as one', async () => {
    const text = '😀'.repeat(CASE_TEXT_MAX_LENGTH)
    expect((await openedBy(ada, { text })).messages[0]?.text).toBe(text)
  })

  it('stay as they were written, also for somebody with the database open', async () => {
    const { id } = await openedBy(ada)
    const change = (sql: string) => jara.database.query(sql, [id])
    await expect(change(`update case_messages set text = 'Never mind' where case_id = $1`)).rejects.toThrow(/refuses/)
    await expect(change('delete from case_messages where case_id = $1')).rejects.toThrow(/refuses/)
    await expect(change('delete from cases where id = $1')).rejects.toThrow(/refuses/)
    await expect(change(`update cases set topic = 'other', status = 'in_progress' where id = $1`)).rejects.toThrow(
      /keeps everything but its status/,
    )
  })
})
