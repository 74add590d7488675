import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { problemsOf, readFromRoot, rowsOf, subjectsOf } from '#tests/support/shown-by.ts'

/** docs/why/security.md: every string from outside, the rule by which it is read, and the tests that prove it. */

const SECTION = 'Text from outside'
const RULES = ['cleaned', 'exactly', "holder's name", 'own form', 'own words', 'not shown', 'in sight']

const document = readFromRoot('docs/why/security.md')
const rows = rowsOf(readFromRoot('docs/reference/shown-by/security.md')).filter(({ section }) => section === SECTION)
const cells = document
  .slice(document.indexOf(`## ${SECTION}`))
  .split('\n## ', 1)
  .flatMap((section) => section.split('\n'))
  .filter((line) => line.startsWith('| ') && !/^\| (?:what \||---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const quoted = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const named = new Set(cells.flatMap(([, what]) => quoted(what)))

let jara: TestJara
beforeAll(async () => {
  jara = await startJara('pglite')
})
afterAll(() => jara.close())

it.each(rows)('$what has a claim that shows it', ({ claims }) => expect(problemsOf(claims)).toEqual([]))

it('has the same rows in both documents', () => {
  const texts = subjectsOf(document).filter(({ section }) => section === SECTION)
  expect(texts).toEqual(rows.map(({ section, what }) => ({ section, what })))
})

it('has a rule that there is, and a file that reads it, in every row', () => {
  expect(cells.length).toBeGreaterThan(20)
  expect(cells.map(([, , rule]) => rule).filter((rule) => !RULES.includes(rule ?? ''))).toEqual([])
  const files = cells.flatMap(([, , , readBy]) => quoted(readBy))
  expect(files.filter((file) => !fs.existsSync(file))).toEqual([])
  expect(cells.filter(([, , , readBy]) => quoted(readBy).length === 0)).toEqual([])
})

it('has everything that a provider says', () => {
  expect(saidByProviders().length).toBeGreaterThan(20)
  expect(saidByProviders().filter((name) => !named.has(name))).toEqual([])
})

it('has every field of a request that takes a text', () => {
  const fields = textsOfRequests()
  expect(fields.size).toBeGreaterThan(40)
  expect([...fields].filter((name) => !named.has(name))).toEqual([])
})

it('has nothing that is no longer said', () => {
  const said = new Set([...saidByProviders(), ...textsOfRequests()])
  expect([...named].filter((name) => !said.has(name))).toEqual([])
})

/** The fields of providers' replies that hold text from outside. */
function saidByProviders(): string[] {
  return ['answer', 'payments/payment-provider', 'bills/bill-provider', 'sms/sms-provider'].flatMap((file) =>
    [...readFromRoot(`server/providers/${file}.ts`).matchAll(/\b(\w+): (?:CleanText|ExactText|HolderName)\b/g)].map(
      ([, name = '']) => name,
    ),
  )
}

type Schema = Readonly<Record<string, unknown>>
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** Every field name in the API's description that accepts any text. */
function textsOfRequests(): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (schema: unknown, name: string): void => {
    if (!isSchema(schema) || schema.enum !== undefined || schema.const !== undefined) return
    if ([schema.type].flat().includes('string')) found.add(name)
    for (const each of [schema.anyOf, schema.oneOf, schema.allOf].flat()) walk(each, name)
    walk(schema.items, name)
    if (isSchema(schema.properties)) for (const [field, each] of Object.entries(schema.properties)) walk(each, field)
  }
  type Described = { parameters?: { name: string; schema: unknown }[]; requestBody?: { content: Schema } }
  const paths = (jara.app.swagger().paths ?? {}) as Record<string, Record<string, Described>>
  for (const { parameters = [], requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { name, schema } of parameters) walk(schema, name)
    const body = requestBody?.content['application/json']
    if (isSchema(body)) walk(body.schema, 'body')
  }
  return found
}
