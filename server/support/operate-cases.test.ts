import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseDetail, CaseStatus } from '#contract/support.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { bringTo, newKey, openedBy, readBy, writeBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { type CaseMove, listWork, moveCase, showCase } from './operate-cases.ts'

const STATUSES = ['received', 'in_progress', 'answered', 'closed'] as const
const ENDED = { outcome: 'resolved', uncheckedNote: 'The bank had it back.' }
const MOVES = ['take', 'ask', 'answer', 'close'] as const
/** The status after each permitted move; every other pair is refused. */
const MAKES: Partial<Record<`${CaseMove} ${CaseStatus}`, CaseStatus>> = {
  'take received': 'in_progress',
  'take answered': 'in_progress',
  'ask in_progress': 'in_progress',
  'ask answered': 'in_progress',
  'answer in_progress': 'answered',
  'answer answered': 'answered',
  'close answered': 'closed',
}

describe.each(featureDatabases)('an operator on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let opened: CaseDetail

  beforeAll(async () => {
    jara = await startJara(kind)
  })
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    opened = await openedBy(ada)
    jara.clock.advance(1_000)
  })
  afterAll(async () => {
    await jara.close()
  })

  const by = async (name = 'Ngozi Eze') => ({
    uncheckedNumber: opened.trackingNumber,
    operator: await operatorNamed(jara.database, name),
  })
  const move = async (name: CaseMove, uncheckedText = 'The bank has confirmed it.', operator?: string) =>
    moveCase(jara.deps, { move: name, ...(await by(operator)), uncheckedText, ...ENDED })
  const seen = async () => (await readBy(ada, opened.id)).body.case
  const actions = () =>
    jara.database.query(
      `select a.action, a.operator, a.at from case_actions a join operators o on o.id = a.operator_id and o.name = a.operator
       where a.case_id = $1 order by a.seq`,
      [opened.id],
    )

  it('takes a report up, answers and closes it, and the person sees when each was done', async () => {
    const steps = [
      ['take', 'in_progress'],
      ['answer', 'answered'],
      ['close', 'closed'],
    ] as const
    const at: string[] = []
    for (const [name, status] of steps) {
      jara.clock.advance(1_000)
      at.push(jara.clock.now().toISOString())
      await move(name)
      expect(await seen()).toMatchObject({ status, statusAt: at.at(-1) })
    }
    expect((await seen()).messages).toEqual([
      { from: 'you', text: 'My transfer is late.', at: opened.createdAt, pictures: [], picturesRemoved: 0 },
      { from: 'support', text: 'The bank has confirmed it.', at: at[1], pictures: [], picturesRemoved: 0 },
    ])
  })

  it('is closed with an outcome and a note, which are in the record of operators, and never without', async () => {
    await bringTo(jara.database, opened.id, 'answered')
    const close = async (ended: object) => await moveCase(jara.deps, { ...(await by()), move: 'close', ...ended })
    await expect(close({})).rejects.toThrow('how did it end?')
    await expect(close({ ...ENDED, outcome: 'other' })).rejects.toThrow('how did it end?')
    await expect(close({ ...ENDED, uncheckedNote: ' ok ' })).rejects.toThrow('what was done?')
    expect((await seen()).status).toBe('answered')
    await close(ENDED)
    const lines = await jara.database.query(
      "select reason, after from operator_audit where act = 'close-case' and subject = $1",
      [opened.trackingNumber],
    )
    expect(lines).toEqual([
      { reason: 'The bank had it back.', after: JSON.stringify({ status: 'closed', outcome: 'resolved' }) },
    ])
  })

  it.each(MOVES.flatMap((name) => STATUSES.map((status) => [name, status] as const)))(
    'can %s a report that is %s, or is told why not',
    async (name, status) => {
      await bringTo(jara.database, opened.id, status)
      const before = await seen()
      const to = MAKES[`${name} ${status}`]
      if (to === undefined) {
        await expect(move(name)).rejects.toThrow(RefusedError)
        await expect(move(name)).rejects.toThrow(`${opened.trackingNumber} is ${status}: `)
        expect(await seen()).toEqual(before)
        expect(await actions()).toEqual([])
      } else {
        expect(await move(name)).toEqual({ trackingNumber: opened.trackingNumber, status: to })
        expect((await seen()).status).toBe(to)
      }
    },
  )

  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'is held to that by the database too: from %s to %s',
    async (from, to) => {
      await bringTo(jara.database, opened.id, from)
      const due = to === 'in_progress' ? 'coalesce(answer_by, now())' : 'null'
      const change = jara.database.query(
        `update cases set status = $2, status_at = now(), answer_by = ${due} where id = $1`,
        [opened.id, to],
      )
      if (from !== to || to === 'answered' ? MOVES.some((name) => MAKES[`${name} ${from}`] === to) : false) await change
      else await expect(change).rejects.toThrow(`a report that is ${from} cannot become ${to}`)
    },
  )

  it('leaves a name with everything done, looking included, and it cannot be taken away', async () => {
    await showCase(jara.deps, await by('Ngozi Eze'))
    await move('take', '', 'Tunde Bello')
    await move('answer', 'Done.', 'Ngozi Eze')
    const at = jara.clock.now()
    expect(await actions()).toEqual([
      { action: 'show', operator: 'Ngozi Eze', at },
      { action: 'take', operator: 'Tunde Bello', at },
      { action: 'answer', operator: 'Ngozi Eze', at },
    ])
    const [, answer] = await jara.database.query('select author, operator from case_messages where case_id = $1', [
      opened.id,
    ])
    expect(answer).toEqual({ author: 'support', operator: 'Ngozi Eze' })
    for (const sql of ["update case_actions set operator = 'Nobody' where true", 'delete from case_actions']) {
      await expect(jara.database.query(sql)).rejects.toThrow(/refuses/)
    }
  })

  it('finds a report by its number as it is written down, and none by a wrong one', async () => {
    const number = opened.trackingNumber.toLowerCase().replaceAll('-', ' ')
    expect((await showCase(jara.deps, { ...(await by()), uncheckedNumber: number })).trackingNumber).toBe(
      opened.trackingNumber,
    )
    for (const wrong of ['JR-0000-0000', 'JR', '', "' or 1=1 --", '\u001b[31mJR']) {
      await expect(showCase(jara.deps, { ...(await by()), uncheckedNumber: wrong })).rejects.toThrow(
        /^there is no report/,
      )
    }
  })

  it('sees the messages and the payment it is about, and no email or account number', async () => {
    const { transactions } = (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body
    const about = await openedBy(ada, { transactionId: transactions[0]?.id })
    const shown = await showCase(jara.deps, { ...(await by()), uncheckedNumber: about.trackingNumber })
    expect(shown).toMatchObject({
      status: 'received',
      from: { kind: 'user', id: ada.id, name: 'Ada Obi' },
      payment: { title: 'Sandbox grant', amountKobo: 20_000_000n, status: 'completed', reference: transactions[0]?.id },
      messages: [{ author: 'you', operator: null, text: 'My transfer is late.' }],
    })
    const told = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(told).not.toContain(ada.email)
  })

  it('answers with a text, cleaned, and not with none', async () => {
    await move('take')
    await expect(move('answer', ' ')).rejects.toThrow(/2 to 2,000 characters/)
    await move('answer', 'Sorry.\r\nIt is \u001b[1mback\u202E now.')
    expect((await seen()).messages.at(-1)?.text).toBe('Sorry.\nIt is [1mback now.')
  })

  it('who gives the same answer again is refused: its first one arrived', async () => {
    await move('take')
    await move('answer')
    await expect(move('answer')).rejects.toThrow(/exactly this answer already/)
    await writeBy(ada, opened.id, { key: newKey(), text: 'Are you sure?' })
    await move('answer')
    expect((await seen()).messages).toHaveLength(4)
  })

  it('is not alone: of eight who take one up at once, seven learn that it is taken', async () => {
    const names = Array.from({ length: 8 }, (_, place) => `Operator ${place}`)
    const taken = await Promise.allSettled(names.map((name) => move('take', '', name)))
    const refused = taken.filter((each) => each.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toHaveLength(7)
    for (const reason of refused) expect(reason).toBeInstanceOf(RefusedError)
    expect(await actions()).toHaveLength(1)
  })

  it('sees who waits first, the longest wait at the top, and closed ones only when asked', async () => {
    const mine = [opened]
    for (let more = 0; more < 3; more++) {
      jara.clock.advance(1_000)
      mine.push(await openedBy(ada))
    }
    const [waiting, answered, closed, again] = mine as [CaseDetail, CaseDetail, CaseDetail, CaseDetail]
    for (const each of [answered, closed, again]) {
      jara.clock.advance(1_000)
      for (const name of ['take', 'answer'] as const) {
        await moveCase(jara.deps, {
          ...(await by()),
          uncheckedNumber: each.trackingNumber,
          move: name,
          uncheckedText: 'Done.',
        })
      }
    }
    await moveCase(jara.deps, { ...(await by()), uncheckedNumber: closed.trackingNumber, move: 'close', ...ENDED })
    await writeBy(ada, again.id, { key: newKey(), text: 'Not yet.' })
    const listed = async (all: boolean) => {
      const numbers = (await listWork(jara.deps, jara.database, { all })).map(({ trackingNumber }) => trackingNumber)
      return numbers.filter((number) => mine.some((each) => each.trackingNumber === number))
    }
    const open = [waiting, again, answered].map(({ trackingNumber }) => trackingNumber)
    expect(await listed(false)).toEqual(open)
    expect(await listed(true)).toEqual([...open, closed.trackingNumber])
    expect(Object.keys((await listWork(jara.deps, jara.database, { all: true }))[0] ?? {}).toSorted()).toEqual([
      'clock',
      'lastAt',
      'lastFrom',
      'status',
      'topic',
      'trackingNumber',
    ])
  })
})
