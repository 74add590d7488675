import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperatorRequestId } from '#contract/ids.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import { lagosMoment } from '#contract/time.ts'
import { ALL_ACTS, previewRequest, sayRequest } from '#server/acts/preview-request.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  type OperatorRequest,
  type RequestContent,
  readRequest,
  type TwoPersonAct,
} from '#server/identity/operators/requests.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { idSource } from '#server/platform/ids.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EVERY_ACT } from '#tests/support/every-act.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { termsOfConfirmation } from './whole-text.ts'

type Asked = { readonly subject: string; readonly content: RequestContent }

describe.each(featureDatabases)('the text of a proposal, on %s', (kind) => {
  let jara: TestJara
  let maker: ConsolePerson
  let zainab: ProvenOperator
  let number = 100

  beforeAll(async () => {
    jara = await startJara(kind)
    zainab = await operatorNamed(jara.database, 'Zainab Stays')
    maker = await atConsole(jara, 'Mary Maker', { confirmedBy: zainab })
  })
  afterAll(() => jara.close())

  /** The text that a second operator would sign, without the line about its author; null: nobody can confirm it. */
  async function textOf(id: string): Promise<string | null> {
    try {
      const request = await readRequest(jara.deps, id, ALL_ACTS)
      const lines = termsOfConfirmation(request, await previewRequest(jara.deps, request)).split('\n')
      expect(lines.at(-1)).toBe(`Requested by ${request.requestedBy}, ${id}`)
      return lines.slice(0, -1).join('\n')
    } catch (error) {
      if (error instanceof RefusedError) return null
      throw error
    }
  }

  /** The text of another request with this subject and content. */
  async function textWith(id: string, { subject, content }: Asked): Promise<string | null> {
    const other: OperatorRequestId = jara.deps.newId('orq')
    await jara.database.query(
      `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at)
       select $2, act, $3, $4, $5, requested_at, expires_at from operator_requests where id = $1`,
      [id, other, subject, JSON.stringify(content), zainab.id],
    )
    return await textOf(other)
  }

  it.each(Object.keys(EVERY_ACT) as TwoPersonAct[])(
    'to %s is another one wherever its content or subject is',
    async (act) => {
      number += 1
      const { id } = await EVERY_ACT[act]({ jara, maker, number })
      const [asked] = await jara.database.query<Asked>('select subject, content from operator_requests where id = $1', [
        id,
      ])
      if (asked === undefined) throw new Error('there is no request')
      const text = await textOf(id)
      expect(text).not.toBeNull()
      const same = []
      for (const each of [asked, withEverythingSaid(asked)]) {
        const shown = await textWith(id, each)
        for (const [what, other] of besides(each))
          if (isSeen(act, what) && (await textWith(id, other)) === shown) same.push(what)
      }
      expect(same).toEqual([])
    },
  )
})

it('says a value that the reason happens to have: two requests never share a text because their author typed both', () => {
  const textOf = (customer: string) => {
    const content = { because: 'the books', reason: 'For usr_a and not for usr_b.', customer }
    const request = { ...REQUEST, content }
    return termsOfConfirmation(request, { ...sayRequest(request), effects: [], postings: [], details: [] })
  }
  expect(textOf('usr_a')).toContain('Customer: usr_a')
  expect(textOf('usr_b')).toContain('Customer: usr_b')
})

const newId = idSource(() => new Date('2026-11-27T10:00:00Z'), seededRandomBytes('whole text'))
const REQUEST: Omit<OperatorRequest, 'content'> = {
  id: newId('orq'),
  act: 'resume-money',
  subject: 'stp_1',
  requestedById: newId('opr'),
  requestedBy: 'Ada Obi',
  requestedByRole: 'manager',
  requestedAt: new Date('2026-11-27T10:00:00Z'),
  expiresAt: new Date('2026-11-28T10:00:00Z'),
}

/** The same request with one value changed, for each value and each variant. */
function besides({ subject, content }: Asked): [what: string, asked: Asked][] {
  const another = subject.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
  return [
    ...Object.entries(content).flatMap(([field, value]) =>
      variantsOf(field, value).map((each): [string, Asked] => [
        `${field} ${each}`,
        { subject, content: { ...content, [field]: each } },
      ]),
    ),
    [`subject ${another}`, { subject: another, content }],
  ]
}

/** Fields that operators fill with free text. */
const TYPED = ['reason', 'evidence', 'proof', 'meaning', 'source']

/**
 * The same request with free text that names all its values and all variants: what the author typed must not count as
 * said.
 */
function withEverythingSaid(asked: Asked): Asked {
  const others = besides(asked).flatMap(([what]) => {
    const [field = '', value = ''] = what.split(/ (.*)/s)
    return TYPED.includes(field) || field === 'list' ? [] : [asked.content[field] ?? asked.subject, value]
  })
  const amounts = others.filter((each) => /^-?\d+$/.test(each)).map((each) => formatNaira(kobo(BigInt(each))))
  const moments = others.filter((each) => /^\d{4}-.*Z$/.test(each)).map((each) => lagosMoment(each))
  const said = [...others, ...amounts, ...moments].join(' , ')
  const content = Object.entries(asked.content).map(([field, value]) =>
    TYPED.includes(field) ? [field, `${value} ${said}`] : [field, value],
  )
  return { ...asked, content: Object.fromEntries(content) }
}

/** For these acts the subject's id, and the limit that a new one replaces, decide nothing. */
const MADE = [
  'set-prices',
  'set-limits',
  'set-channels',
  'set-bank-notice',
  'set-customer-limit',
  'pause-kind',
  'end-all-sessions',
]
function isSeen(act: TwoPersonAct, what: string): boolean {
  return !(what.startsWith('subject ') && MADE.includes(act)) && !what.startsWith('was ')
}

/** Similar values that could be mistaken for this one, and other values. */
function variantsOf(field: string, value: string): string[] {
  if (field === 'list') return pricesBeside(value)
  if (/^-?\d+$/.test(value)) return [`${BigInt(value) + 100n}`]
  if (/^\d{4}-.*Z$/.test(value)) return [new Date(Date.parse(value) + 3_600_000).toISOString()]
  if (field === 'kind') return [...orderKind.options.filter((each) => each !== value), value.toUpperCase()]
  if (field === 'from') return [new Date(Date.now() + 400 * 24 * 3_600_000).toISOString()]
  if (value === '') return ['other']
  return [`${value} `.toUpperCase(), `${value}a`, value.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))]
}

/**
 * The price list with each value changed, with each service removed, and with one service that reads like a network.
 */
function pricesBeside(list: string): string[] {
  const paths: string[][] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value !== 'object' || value === null) paths.push(path)
    else for (const [name, each] of Object.entries(value)) walk(each, [...path, name])
  }
  walk(JSON.parse(list), [])
  const changed = (path: readonly string[], change: (of: Record<string, unknown>, name: string) => void) => {
    const copy = JSON.parse(list)
    const parent = path.slice(0, -1).reduce((of, name) => of[name], copy)
    change(parent, path.at(-1) ?? '')
    return JSON.stringify(copy)
  }
  const others = paths.map((path) =>
    changed(path, (of, name) => {
      of[name] = typeof of[name] === 'number' ? Number(of[name]) + 1 : `${BigInt(String(of[name])) + 1n}`
    }),
  )
  const without = paths
    .filter(([group]) => group === 'commissions')
    .map((path) => changed(path, (of, name) => delete of[name]))
  const alike = paths
    .filter(([group]) => group === 'commissions')
    .map((path) => changed(path, (of) => Object.assign(of, { MTN: 300 })))
  return [...others, ...without, ...alike]
}
