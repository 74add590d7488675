import { describe, expect, it } from 'vitest'
import { chanceFrom } from '#tests/simulation/chance.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EMPTY_TEXTS, HOSTILE_TEXTS, UNCLEAN } from '#tests/support/hostile-text.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { IS_NIGHTLY, sampled, TURN } from '#tests/support/nightly.ts'
import { type Answer, send } from './ask.ts'
import { type Schema, valueFor } from './fuzz-values.ts'

const TEXTS = [...HOSTILE_TEXTS.map(({ text }) => text), ...EMPTY_TEXTS, '']

describe.each(featureDatabases)('every field of every request on %s', (kind) => {
  it('may say anything: it is refused by its own sentence or taken, and never a fault of ours', async () => {
    const jara = await startJara(kind)
    const ada = await jara.person('Ada Obi')
    const chance = chanceFrom('text from outside')
    const of = { chance, ids: [], wrong: 0 }
    let sent = 0
    // Each field with a third of the texts, different each day.
    let turn = TURN
    for (const { method, url, schema, fields } of operationsOf(jara)) {
      for (const field of fields) {
        for (const text of sampled(TEXTS, 3, turn++)) {
          const body = JSON.stringify(valueFor(of, schema, ''), (name, value: unknown) =>
            name === field ? text : value,
          )
          const answer: Answer = await send(jara, {
            method: method as 'POST',
            url,
            headers: { cookie: ada.cookie(), 'content-type': 'application/json', host: new URL(jara.url).host },
            payload: body,
          })
          sent++
          expect([method, url, field, text, answer.status < 500 || answer.status === 503]).toEqual([
            method,
            url,
            field,
            text,
            true,
          ])
          // Files contain their own control characters, but nothing that was sent.
          const isFile = !String(answer.headers['content-type'] ?? 'application/json').startsWith('application/json')
          expect(isFile ? [] : answer.text.split('\\n').filter((each) => UNCLEAN.test(each))).toEqual([])
        }
      }
    }
    expect(sent).toBeGreaterThan(IS_NIGHTLY ? 1_000 : 333)
    await jara.close()
  })
})

type Operation = {
  readonly method: string
  readonly url: string
  readonly schema: Schema
  readonly fields: readonly string[]
}

/** Every operation with a body, and its fields that accept any text. */
function operationsOf(jara: TestJara): Operation[] {
  type Described = { requestBody?: { content: Record<string, { schema: Schema }> } }
  const paths = (jara.app.swagger().paths ?? {}) as Record<string, Record<string, Described>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) return []
      const url = path.replaceAll(/\{\w+\}/g, 'ord_nothing')
      return [{ method: method.toUpperCase(), url, schema, fields: [...new Set(textFieldsOf(schema))] }]
    }),
  )
}

function textFieldsOf(schema: Schema): string[] {
  const properties = Object.entries(schema.properties ?? {})
  const own = properties.flatMap(([name, each]) => (takesText(each) ? [name] : []))
  const inner = [
    ...properties.map(([, each]) => each),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return [...own, ...inner.flatMap(textFieldsOf)]
}

function takesText(schema: Schema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return false
  return [schema.type].flat().includes('string') || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(takesText)
}
