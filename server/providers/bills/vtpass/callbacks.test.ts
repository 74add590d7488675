import fs from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCallback } from './callbacks.ts'

const REFERENCE = '2026112110000a1b2c3d4e5f6g7h8i9'
const recorded = (name: string) => fs.readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url))
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const keyOf = (hint: ReturnType<typeof readCallback>) => (hint?.about === 'purchase' ? hint.eventKey : undefined)
const update = (data: unknown) => readCallback(bytes({ type: 'transaction-update', data }))

test('a transaction update says which request to look up', () => {
  expect(readCallback(recorded('callback-delivered'))).toEqual({
    about: 'purchase',
    reference: REFERENCE,
    eventKey: `000:delivered:${REFERENCE}`,
  })
  expect(readCallback(recorded('callback-reversed'))).toEqual({
    about: 'purchase',
    reference: REFERENCE,
    eventKey: `040:reversed:${REFERENCE}`,
  })
})

test('a repeated update has the same key, a later one of the same request another', () => {
  const [first, again, later] = ['callback-delivered', 'callback-delivered', 'callback-reversed'].map((name) =>
    keyOf(readCallback(recorded(name))),
  )
  expect(again).toBe(first)
  expect(later).not.toBe(first)
})

test('code and status may be missing or odd: the request is what counts', () => {
  expect(update({ requestId: REFERENCE })).toEqual({
    about: 'purchase',
    reference: REFERENCE,
    eventKey: `::${REFERENCE}`,
  })
  for (const content of [null, [], 'x', { transactions: null }, { transactions: { status: { a: 1 } } }]) {
    expect(update({ requestId: REFERENCE, code: 16, content })).toMatchObject({ eventKey: `::${REFERENCE}` })
  }
  const long = { requestId: REFERENCE, code: '0'.repeat(21), content: { transactions: { status: 'a\nb' } } }
  expect(update(long)).toMatchObject({ eventKey: `::${REFERENCE}` })
})

test.each([
  '202611211000 a',
  `${REFERENCE}\u0000`,
  `${REFERENCE}\n`,
  'short',
  '',
  '../../orders',
  'a'.repeat(60),
  5,
  null,
  {},
])('a request of %j is not looked up', (requestId) => {
  expect(update({ requestId, code: '000' })).toBeNull()
})

test('a change of plans says that there is one, and of nothing in it more', () => {
  expect(readCallback(recorded('callback-variations'))).toEqual({ about: 'plans' })
  for (const more of [{}, { serviceID: 5 }, { serviceID: 'nobody', data: null }]) {
    expect(readCallback(bytes({ type: 'variations-update', ...more }))).toEqual({ about: 'plans' })
  }
})

test('other kinds and other bodies are nothing', () => {
  const { data } = JSON.parse(recorded('callback-delivered').toString())
  expect(readCallback(bytes({ type: 'another-update', data }))).toBeNull()
  for (const body of [
    {},
    [],
    null,
    5,
    'transaction-update',
    { type: ['transaction-update'] },
    { type: 'x', data: {} },
  ]) {
    expect(readCallback(bytes(body))).toBeNull()
  }
  const broken = [Buffer.alloc(0), Buffer.from('{"type":"transaction-up'), Buffer.from([0x22, 0xff, 0x22])]
  for (const body of broken) expect(readCallback(body)).toBeNull()
  expect(readCallback(Buffer.from('['.repeat(60_000)))).toBeNull()
})

test('a body up to the limit is read and one byte more is not', () => {
  const body = recorded('callback-delivered')
  const padded = (length: number) => Buffer.concat([body, Buffer.alloc(length - body.length, ' ')])
  expect(readCallback(padded(64 * 1024))).not.toBeNull()
  expect(readCallback(padded(64 * 1024 + 1))).toBeNull()
})

test('no bytes make it throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (body) => readCallback(body) === null))
  fc.assert(
    fc.property(fc.json(), (text) => {
      update(JSON.parse(text))
    }),
  )
})
