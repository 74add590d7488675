import { describe, expect, it } from 'vitest'
import type { QuoteBody } from '#contract/orders.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtime, purchasesOf } from '#tests/support/purchases.ts'
import { type Attack, requestOf, send } from './ask.ts'
import { CONSOLE } from './console-table.ts'
import { ROUTES, type Row } from './route-table.ts'
import { rowsOf, type Victim } from './victim.ts'
import { makeVictimBefore } from './victim-before.ts'

/** Fields that nobody may set by adding them to a body. Raw JSON, because a parser would not create these objects. */
const FIELDS: readonly string[] = [
  '"role":"admin"',
  '"roles":["admin"]',
  '"isAdmin":true',
  '"admin":1',
  '"permissions":["*"]',
  '"userId":"usr_00000000000000000000000000000000000"',
  '"user_id":"usr_00000000000000000000000000000000000"',
  '"user":{"id":"usr_00000000000000000000000000000000000"}',
  '"ownerId":"x"',
  '"id":"ord_00000000000000000000000000000000000"',
  '"_id":"x"',
  '"balanceKobo":"99999999"',
  '"availableKobo":"99999999"',
  '"heldKobo":"0"',
  '"feeKobo":"0"',
  '"discountKobo":"99999"',
  '"totalKobo":"1"',
  '"costKobo":"1"',
  '"priceList":"bpc"',
  '"currency":"USD"',
  '"status":"completed"',
  '"state":"settled"',
  '"createdAt":"2000-01-01T00:00:00.000Z"',
  '"created_at":"2000-01-01"',
  '"expiresAt":"2999-01-01T00:00:00.000Z"',
  '"fresh":true',
  '"locked":false',
  '"pinSet":true',
  '"verified":true',
  '"isVerified":true',
  '"dailyLimitKobo":"999999999999"',
  '"frozen":false',
  '"passwordHash":"$argon2id$"',
  '"sessionId":"ses_00000000000000000000000000000000000"',
  '"reference":"mine"',
  '"":""',
  '"toString":"x"',
  '"hasOwnProperty":1',
  '"constructor":"x"',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"__proto__":{"isAdmin":true}',
  '"\\u005f_proto__":{"isAdmin":true}',
  '"__defineGetter__":"x"',
  '"$where":"1"',
  '"$set":{"role":"admin"}',
]

/** Parts of a browser's own response that may hold more fields: only the known ones are kept. */
const BROWSERS_OWN = /^\.(?:credential|passkey|approval\.passkey)\b/

const described = Object.entries(ROUTES).filter(([name, { body }]) => body !== undefined && name.includes(' /api/'))
const quoteOf = (body: QuoteBody): [string, Row] => ['POST /api/quotes', { needs: 'unlocked', body: () => body }]
/** Bodies that come in several kinds are tested in each. */
const withBody: [string, Row][] = [
  ...described,
  ...purchasesOf(1).map(quoteOf),
  quoteOf(airtime({ sale: { customerName: 'Some Body', priceKobo: '110000' } })),
  quoteOf({ kind: 'bpc', fullName: 'Some Body', email: 'some@example.ng', payWith: 'transfer' }),
]

describe('more in a body than belongs there', () => {
  let jara: TestJara
  let victim: Victim
  let attack: Attack
  makeVictimBefore((made) => {
    attack = made
    ;({ jara, victim } = made)
  })

  it('is tried on every route whose description has a body', () => {
    const told = Object.entries(jara.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
      Object.entries(operations ?? {}).flatMap(([method, operation]) =>
        operation !== null && typeof operation === 'object' && 'requestBody' in operation
          ? [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
          : [],
      ),
    )
    // The console's routes have their own table: console-matrix.test.ts.
    expect(told.filter((name) => !name.includes(CONSOLE)).toSorted()).toEqual(
      described.map(([name]) => name).toSorted(),
    )
  })

  it.each(withBody)('is refused by %s, in every object of it, and changes nothing', async (name, row: Row) => {
    const request = await requestOf(attack, name, row, { person: victim.person, state: 'fresh' })
    const body = String(request.payload)
    const before = await rowsOf(jara, victim, attack.made)
    const accepted: string[] = []
    for (const place of objectsIn(JSON.parse(body))) {
      for (const field of FIELDS.filter((each) => !belongsTo(body, place, each))) {
        const { status, text } = await send(jara, { ...request, payload: insert(body, place, field) })
        if (status !== 400 || JSON.parse(text).error.code !== 'request.invalid') accepted.push(`${place} ${field}`)
      }
    }
    expect(accepted).toEqual([])
    expect(await rowsOf(jara, victim, attack.made)).toEqual(before)
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('isAdmin')
  })
})

/** The paths of all objects in a body, starting with the whole: `''`, `.device`, `.device.publicKey`, `.rows.0`. */
function objectsIn(value: unknown, place = ''): string[] {
  if (value === null || typeof value !== 'object' || BROWSERS_OWN.test(place)) return []
  const inside = Object.entries(value).flatMap(([key, item]) => objectsIn(item, `${place}.${key}`))
  return Array.isArray(value) ? inside : [place, ...inside]
}

/** Whether a body already has a field of that name there. */
function belongsTo(body: string, place: string, field: string): boolean {
  const [name = ''] = Object.keys(JSON.parse(`{${field}}`))
  return Object.hasOwn(insideOf(JSON.parse(body), place), name)
}

const MARK = '__here__'

/** The body's text with one more field in the object at a path. */
function insert(body: string, place: string, field: string): string {
  const value = JSON.parse(body)
  Object.assign(insideOf(value, place), { [MARK]: 0 })
  return JSON.stringify(value).replace(`"${MARK}":0`, () => field)
}

/** The object at a path of a body. */
function insideOf(value: Record<string, Record<string, unknown>>, place: string): Record<string, unknown> {
  return place
    .split('.')
    .slice(1)
    .reduce((inside, key) => inside[key] as typeof inside, value)
}
