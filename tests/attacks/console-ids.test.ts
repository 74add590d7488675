import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceFrom } from '#tests/simulation/chance.ts'
import { openedBy } from '#tests/support/cases.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { DIFFERENCE, differ, stopBooks } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { type Answer, send } from './ask.ts'
import { whatIsUnclean } from './console-answers.ts'
import { CONSOLE } from './console-table.ts'
import { type Operation, operationsOf, whatIsWrong } from './fuzz.ts'
import { type Plausible, valueFor } from './fuzz-values.ts'
import { startWithRoutes } from './router.ts'
import { allRows } from './victim.ts'

/** Ids of things that do not exist, in every form that somebody could try. */
const FOREIGN_IDS: readonly (readonly [string, string])[] = [
  ['a wildcard', '%'],
  ['many wildcards', '%_'.repeat(25)],
  ['a bidi mark', 'usr_\u202e'],
  ['a NUL', 'a\u0000b'],
  ['a quote', "x' or '1'='1"],
  ['a path', '../operators'],
  ['the name of a prototype', '__proto__'],
  ['half a character', 'a\u0301\u0301'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ...['usr', 'ord', 'dep', 'cas', 'rcv', 'orq', 'opr', 'opk', 'ops', 'txn'].map(
    (prefix) => [`an unknown ${prefix}_ id`, `${prefix}_${'0'.repeat(35)}`] as const,
  ),
]

const FOREIGN_CURSORS = [
  '',
  '-1',
  '0',
  '1e3',
  '9'.repeat(30),
  '%',
  '_',
  '\u202e1',
  '1\u0000',
  `txn_${'0'.repeat(35)}`,
  'x'.repeat(10_000),
  "1' or 1=1 --",
]

/** The allowed statuses for such a request. */
const REFUSED = [400, 403, 404, 409, 413, 414, 415]
/** The allowed statuses for such a filter. */
const LOOKED = [200, 400, 404, 413, 414]
/** The tables that looking may change: the record, sessions and limits. */
const LEFT_BY_LOOKING =
  /^(?:operator_audit|operator_audit_head|operator_sessions|operator_challenges|operator_passkeys) /
const UNSIGNED = {
  id: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const started = await startWithRoutes('pglite')
const operations = operationsOf(started.jara, started.routes).filter(({ name }) => name.includes(CONSOLE))
const withId = operations.filter(({ name }) => name.includes('/:id'))
const withQuery = operations.filter(({ query }) => query.length > 0)

describe('at the console, an id or cursor of nothing', () => {
  const { jara } = started
  let ada: ConsolePerson
  let before: readonly string[]
  let plausible: Plausible

  beforeAll(async () => {
    const customer = await jara.person('Bola Customer')
    await openedBy(customer)
    await stopBooks(jara)
    await differ(jara, { number: DIFFERENCE, differenceKobo: 50_000n })
    const confirmedBy = await operatorNamed(jara.database, 'Mary Maker')
    ada = await atConsole(jara, 'Ada Obi', { confirmedBy })
    plausible = {
      challenge: ['A'.repeat(86)],
      passkey: [UNSIGNED],
      operatorId: [confirmedBy.id],
      text: ['The bank has it.'],
      note: ['The bank had it back.'],
      words: ['A transfer is late.'],
      reason: ['A telephone was stolen.'],
    }
    before = await stored()
  })
  afterAll(() => jara.close())

  const stored = async () => (await allRows(jara)).filter((row) => !LEFT_BY_LOOKING.test(row))

  async function ask({ name, body }: Operation, url: string): Promise<Answer> {
    const [method = ''] = name.split(' ')
    const source = { chance: chanceFrom(url.slice(0, 100)), ids: ['x'], wrong: 0, plausible }
    const payload = body === null ? {} : { payload: valueFor(source, body, '') as object }
    const headers = { cookie: ada.browser.cookie() }
    const answer = await send(jara, { method: method as 'GET', url, headers, ...payload })
    const wrong = whatIsWrong({ method: method as 'GET', url, headers }, answer, []) ?? whatIsUnclean(answer)
    expect([url.slice(0, 200), wrong]).toEqual([url.slice(0, 200), null])
    return answer
  }

  it('is tried on every route that takes an id, and on every one that takes a filter', () => {
    expect(withId.length).toBeGreaterThan(8)
    expect(withQuery.length).toBeGreaterThan(0)
  })

  it.each(withId)('is refused by $name, whatever it looks like', async (operation) => {
    const [, pattern = ''] = operation.name.split(' ')
    for (const [what, id] of FOREIGN_IDS) {
      const { status } = await ask(operation, pattern.replace(':id', encodeURIComponent(id)))
      expect(REFUSED, `${status} for ${what}`).toContain(status)
    }
  })

  it.each(withQuery)('is refused or finds nothing as a filter or cursor of $name', async (operation) => {
    const [, path = ''] = operation.name.split(' ')
    for (const { name } of operation.query)
      for (const value of FOREIGN_CURSORS) {
        const { status } = await ask(operation, `${path}?${name}=${encodeURIComponent(value)}`)
        expect(LOOKED, `${status} for ${name}=${value.slice(0, 40)}`).toContain(status)
      }
  })

  it('has changed nothing', async () => expect(await stored()).toEqual(before))

  it('is in no line of the record of operators', async () => {
    const lines = await jara.database.query<{ subject: string }>(
      `select distinct subject from operator_audit where subject is not null
       and subject !~ '^[a-z]{3}_[0-9a-z]{35}$' and subject !~ '^JR-\\w{4}-\\w{4}$'`,
    )
    expect(lines).toEqual([])
    const nobodys = await jara.database.query(
      `select act, subject from operator_audit where subject like '%' || repeat('0', 35)`,
    )
    expect(nobodys).toEqual([])
  })
})
