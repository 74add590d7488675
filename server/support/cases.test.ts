import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CASES_OPEN_MAX, CASES_PER_DAY_MAX, CASES_SHOWN_MAX } from '#contract/support-limits.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { bringTo, listBy, newKey, openedBy, problem, readBy, refusal, report, writeBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(featureDatabases)('reported problems on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let bola: Person

  beforeAll(async () => {
    jara = await startJara(kind)
  })
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
  })
  afterAll(async () => {
    await jara.close()
  })

  it('are received with a tracking number, and say nothing that no operator did', async () => {
    const first = await openedBy(ada)
    const at = jara.clock.now().toISOString()
    expect(first).toEqual({
      id: expect.stringMatching(/^cas_[0-9a-z]{35}$/),
      trackingNumber: expect.stringMatching(/^JR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      topic: 'payment',
      transactionId: null,
      status: 'received',
      statusAt: at,
      createdAt: at,
      lastMessage: { from: 'you', at },
      asksSince: null,
      messages: [{ from: 'you', text: 'My transfer is late.', at, pictures: [], picturesRemoved: 0 }],
    })
    jara.clock.advance(4 * 60_000)
    await jara.settle()
    expect((await readBy(ada, first.id)).body.case).toEqual(first)
  })

  it('are listed newest first, each to its own person', async () => {
    const one = await openedBy(ada)
    jara.clock.advance(1_000)
    const two = await openedBy(ada, { topic: 'fraud' })
    await openedBy(bola)
    const listed = await listBy(ada)
    expect(listed.map(({ id }) => id)).toEqual([two.id, one.id])
    const { messages: _, ...summary } = one
    expect(listed[1]).toEqual(summary)
  })

  it('of somebody else are not found', async () => {
    const { id } = await openedBy(ada)
    for (const wrong of [id, `cas_${'0'.repeat(35)}`, 'cas_x', '%20']) {
      expect(refusal(await readBy(bola, wrong))).toEqual([404, 'case.not-found'])
    }
    expect(await listBy(bola)).toEqual([])
  })

  it('can be about a payment of one’s own, and of nobody else', async () => {
    const history = async (by: Person) =>
      (await by.call<TransactionsAnswer>('GET', '/api/transactions')).body.transactions
    const [own] = await history(ada)
    const [foreign] = await history(bola)
    expect((await openedBy(ada, { transactionId: own?.id })).transactionId).toBe(own?.id)
    for (const transactionId of [foreign?.id, `txn_${'0'.repeat(35)}`, 'txn_x', "' or 1=1 --"]) {
      expect(refusal(await report(ada, problem({ transactionId })))).toEqual([404, 'case.transaction-unknown'])
    }
    expect(await listBy(ada)).toHaveLength(1)
  })

  it('sent fifty times at once with one key are one', async () => {
    const body = problem()
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(ada, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201])
    expect(new Set(answers.map((each) => JSON.stringify(each.body.case))).size).toBe(1)
    expect(await listBy(ada)).toHaveLength(1)
  })

  it('with a key that was used for another one are refused', async () => {
    const body = problem()
    const [own] = (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body.transactions
    expect((await report(ada, body)).status).toBe(201)
    for (const other of [{ text: 'Something else.' }, { topic: 'bpc' }, { transactionId: own?.id }]) {
      expect(refusal(await report(ada, { ...body, ...other }))).toEqual([422, 'idempotency.reused'])
    }
    expect((await report(ada, body)).status).toBe(200)
    // A key counts for one person only.
    expect((await report(bola, body)).status).toBe(201)
  })

  it('wait for an answer five at most, however many come at once; an answered one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => report(ada)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409])
    const [first, second, ...others] = await listBy(ada)
    expect(others).toHaveLength(CASES_OPEN_MAX - 2)
    await bringTo(jara.database, first?.id ?? '', 'in_progress')
    expect(refusal(await report(ada))).toEqual([409, 'case.too-many-open'])
    await bringTo(jara.database, second?.id ?? '', 'answered')
    expect((await report(ada)).status).toBe(201)
  })

  it('are ten at most within 24 hours', async () => {
    for (let sent = 0; sent < CASES_PER_DAY_MAX; sent++) {
      await bringTo(jara.database, (await openedBy(ada)).id, 'closed')
    }
    expect(refusal(await report(ada))).toEqual([429, 'case.too-many-today'])
    expect((await report(bola)).status).toBe(201)
    await jara.database.exec('alter table cases disable trigger cases_move')
    await jara.database.query('update cases set created_at = $2 where user_id = $1', [
      ada.id,
      new Date(jara.clock.now().getTime() - DAY_MS),
    ])
    await jara.database.exec('alter table cases enable trigger cases_move')
    expect((await report(ada)).status).toBe(201)
  })

  it('known by their key are answered also when there is no room for another', async () => {
    const body = problem()
    expect((await report(ada, body)).status).toBe(201)
    for (let more = 1; more < CASES_OPEN_MAX; more++) await openedBy(ada)
    expect(refusal(await report(ada))).toEqual([409, 'case.too-many-open'])
    expect((await report(ada, body)).status).toBe(200)
  })

  it('are shown a hundred at most', async () => {
    await jara.database.query(
      `insert into cases (user_id, id, tracking_number, request_key, topic, status_at, created_at, answer_by)
       select $1, 'cas_' || lpad(i::text, 35, '0'), 'JR-0' || lpad(i::text, 3, '0') || '-0000', 'key-of-the-page-' || i,
         'other', now(), now(), now()
       from generate_series(1, $2::int) as i`,
      [ada.id, CASES_SHOWN_MAX + 1],
    )
    await jara.database.query(
      `insert into case_messages (user_id, case_id, seq, author, text, at)
       select user_id, id, 1, 'you', 'Hello?', now() from cases where user_id = $1`,
      [ada.id],
    )
    const shown = await listBy(ada)
    expect(shown).toHaveLength(CASES_SHOWN_MAX)
    expect(shown.at(-1)?.id).toBe(`cas_${'2'.padStart(35, '0')}`)
  })

  it('need a session that is not locked, to be read and to be written', async () => {
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', '/api/cases'],
      ['GET', '/api/cases/cas_x'],
      ['POST', '/api/cases', problem()],
      ['POST', '/api/cases/cas_x/messages', { key: newKey(), text: 'Hello' }],
    ]
    await ada.call('POST', '/api/lock')
    for (const call of calls) expect(refusal(await ada.call(...call))).toEqual([423, 'session.locked'])
    await ada.call('DELETE', '/api/sessions/current')
    for (const call of calls) expect(refusal(await ada.call(...call))).toEqual([401, 'session.none'])
  })

  it('tell the person’s open pages that something changed, and nobody else’s', async () => {
    const told: string[] = []
    const stop = [ada, bola].map(({ id }) =>
      jara.deps.events.subscribe(id, ({ topics }) => told.push(`${id === ada.id ? 'ada' : 'bola'} ${topics}`)),
    )
    const body = problem()
    const { id } = (await report(ada, body)).body.case
    await report(ada, body)
    const message = { key: newKey(), text: 'Hello?' }
    await writeBy(ada, id, message)
    await writeBy(ada, id, message)
    for (const each of stop) each()
    expect(told).toEqual(['ada case', 'ada case'])
  })
})

it('reports are written by hand: one address sends 120 a minute at most, and reads on', async () => {
  const jara = await startJara('pglite')
  const chidi = await jara.person('Chidi Eze')
  const answers = await Promise.all(Array.from({ length: 125 }, () => report(chidi, {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(120).fill(400), ...Array(5).fill(429)])
  expect((await chidi.call('GET', '/api/cases')).status).toBe(200)
  await jara.close()
})
