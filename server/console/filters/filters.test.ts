import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILTERS_MAX } from '#contract/console/filter-limits.ts'
import type { FiltersAnswer } from '#contract/console/filters.ts'
import type { Role } from '#contract/console/roles.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Refusal } from '#tests/support/person.ts'
import { listFilters } from './save-filters.ts'

const OVERDUE = { screen: 'cases', filters: { waits: 'overdue', topic: 'fraud' } }
const refused = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<Refusal>().error.code]

describe.each(featureDatabases)('saved filters on %s', (kind) => {
  let jara: TestJara
  let made = 0
  beforeAll(async () => {
    jara = await startJara(kind)
    await operatorNamed(jara.database, 'Mary Maker')
  })
  afterAll(() => jara.close())

  const newOperator = async (role: Role = 'manager') =>
    await atConsole(jara, `Operator ${++made}`, { role, confirmedBy: await operatorNamed(jara.database, 'Mary Maker') })
  const list = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/filters', undefined, TOUCHED)).json<FiltersAnswer>().filters
  const save = async ({ browser }: ConsolePerson, name: string, of: object = OVERDUE) =>
    await browser.send('POST', '/api/admin/filters', { name, of }, TOUCHED)
  const rename = async ({ browser }: ConsolePerson, id: string, name: string) =>
    await browser.send('POST', `/api/admin/filters/${encodeURIComponent(id)}`, { name }, TOUCHED)
  const remove = async ({ browser }: ConsolePerson, id: string) =>
    await browser.send('DELETE', `/api/admin/filters/${encodeURIComponent(id)}`, undefined, TOUCHED)

  it('are listed by name, renamed and deleted, and each change is recorded', async () => {
    const ada = await newOperator()
    expect((await save(ada, '  Overdue\u202e fraud ')).statusCode).toBe(201)
    await save(ada, 'All of November', { screen: 'audit', filters: { to: '2026-11-30', from: '2026-11-01' } })
    const [november, fraud] = await list(ada)
    expect(november).toMatchObject({
      screen: 'audit',
      name: 'All of November',
      query: 'from=2026-11-01&to=2026-11-30',
    })
    expect(fraud).toMatchObject({ screen: 'cases', name: 'Overdue fraud', query: 'topic=fraud&waits=overdue' })
    const id = fraud?.id ?? ''
    expect((await rename(ada, id, 'Late')).json<FiltersAnswer>().filters.map(({ name }) => name)).toContain('Late')
    expect((await remove(ada, id)).json<FiltersAnswer>().filters).toEqual([november])
    expect(refused(await remove(ada, id))).toEqual([404, 'operator.no-filter'])
    const lines = (await recorded(jara)).filter(({ subject }) => subject === id)
    expect(lines.map(({ act, by }) => [act, by])).toEqual(
      ['save-filter', 'rename-filter', 'delete-filter'].map((act) => [act, ada.operator.name]),
    )
  })

  it('are one operator’s own: to another one they are unknown', async () => {
    const [ada, bola] = [await newOperator(), await newOperator()]
    await save(ada, 'Mine')
    const before = await list(ada)
    const id = before[0]?.id ?? ''
    expect(await list(bola)).toEqual([])
    const unknown = [404, 'operator.no-filter']
    expect(refused(await rename(bola, id, 'Yours'))).toEqual(unknown)
    expect(refused(await remove(bola, id))).toEqual(unknown)
    expect(refused(await remove(bola, `flt_${'0'.repeat(35)}`))).toEqual(unknown)
    expect(refused(await remove(bola, "flt_' or true --"))).toEqual(unknown)
    expect((await save(bola, 'Mine')).statusCode).toBe(201)
    expect(await list(ada)).toEqual(before)
  })

  it('have a name once on each screen, in any letter case', async () => {
    const ada = await newOperator()
    await save(ada, 'Fraud')
    expect(refused(await save(ada, 'FRAUD'))).toEqual([409, 'operator.filter-name-taken'])
    expect((await save(ada, 'Fraud', { screen: 'reports', filters: { day: '2026-11-20' } })).statusCode).toBe(201)
    await save(ada, 'Late')
    const late = (await list(ada)).find(({ name }) => name === 'Late')?.id ?? ''
    expect(refused(await rename(ada, late, 'fraud'))).toEqual([409, 'operator.filter-name-taken'])
    expect((await rename(ada, late, 'LATE')).statusCode).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['nothing that can be seen', ' \u200b '],
    ['41 characters', 'x'.repeat(41)],
    ['an email', 'ada@example.ng'],
    ['a phone number', 'Ada 0803 123 4567'],
    ['a phone number with its country', '+234-803-123-4567'],
    ['an account number', '0123456784'],
  ])('have no name of %s', async (_, name) => {
    const ada = await newOperator()
    expect(refused(await save(ada, name))).toEqual([400, 'operator.filter-name'])
    await save(ada, 'x'.repeat(40))
    const [{ id = '' } = {}] = await list(ada)
    expect(refused(await rename(ada, id, name))).toEqual([400, 'operator.filter-name'])
    expect((await list(ada)).map((each) => each.name)).toEqual(['x'.repeat(40)])
  })

  it('may have days and a case’s number in their name', async () => {
    const ada = await newOperator()
    expect((await save(ada, '2026-11-01 to 2026-11-30')).statusCode).toBe(201)
    expect((await save(ada, 'Like JR-7K4M-2QXD')).statusCode).toBe(201)
  })

  it.each([
    ['words of a search', { screen: 'search', filters: { for: 'Adaeze' } }],
    ['a phone number', { screen: 'search', filters: { for: '08031234567' } }],
    ['an email', { screen: 'search', filters: { for: 'ada@example.ng' } }],
    ['a filter that the screen does not have', { screen: 'cases', filters: { whose: 'usr_1' } }],
    ['a value that it does not have', { screen: 'cases', filters: { status: 'lost' } }],
    ['another screen', { screen: 'customers', filters: {} }],
    ['a day that is none', { screen: 'reports', filters: { day: 'yesterday' } }],
  ])('hold no %s', async (_, of) => {
    const ada = await newOperator()
    expect((await save(ada, 'Mine', of)).statusCode).toBe(400)
    expect(await list(ada)).toEqual([])
  })

  it('hold an id of ours, and at least one filter', async () => {
    const ada = await newOperator()
    const search = { screen: 'search', filters: { in: 'cases', for: 'JR-7K4M-2QXD' } }
    expect((await save(ada, 'The case', search)).statusCode).toBe(201)
    expect((await list(ada))[0]?.query).toBe('for=JR-7K4M-2QXD&in=cases')
    const none = await save(ada, 'All', { screen: 'cases', filters: {} })
    expect(refused(none)).toEqual([400, 'operator.filter-empty'])
  })

  it('are for screens that the role may look at, also once it has changed', async () => {
    const ada = await newOperator('support')
    const audit = { screen: 'audit', filters: { act: 'sign-in' } }
    expect(refused(await save(ada, 'Sign-ins', audit))).toEqual([403, 'operator.not-allowed'])
    const musa = await newOperator()
    expect((await save(musa, 'Sign-ins', audit)).statusCode).toBe(201)
    const moved = { operator: { ...musa.operator, role: 'support' } } as ConsoleSession
    expect(await listFilters(jara.deps, moved)).toEqual({ filters: [] })
  })

  it(`are at most ${FILTERS_MAX}, however many come at the same time`, async () => {
    const ada = await newOperator()
    for (let index = 1; index < FILTERS_MAX; index++) await save(ada, `Filter ${index}`)
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => save(ada, name)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(await list(ada)).toHaveLength(FILTERS_MAX)
  })
})
