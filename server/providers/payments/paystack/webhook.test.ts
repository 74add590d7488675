import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGenuine, readHint } from './webhook.ts'

const KEY = 'sk_test_webhook_key'
const file = (name: string): Buffer => fs.readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url))
const sign = (body: Uint8Array, key = KEY, algorithm = 'sha512'): string =>
  createHmac(algorithm, key).update(body).digest('hex')
const check = (body: Uint8Array, signature: string | string[] | undefined): boolean =>
  isGenuine(KEY, body, { 'x-paystack-signature': signature })
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

test('the signature of these exact bytes is genuine', () => {
  const body = file('webhook-transfer-success')
  expect(check(body, sign(body))).toBe(true)
})

test.each<[string, (body: Buffer) => string | string[] | undefined]>([
  ['missing', () => undefined],
  ['empty', () => ''],
  ['upper-case', (body) => sign(body).toUpperCase()],
  ['truncated', (body) => sign(body).slice(0, 127)],
  ['lengthened', (body) => `${sign(body)}0`],
  ['with a space around it', (body) => ` ${sign(body)}`],
  ['with a line break after it', (body) => `${sign(body)}\n`],
  ['repeated as a list', (body) => [sign(body)]],
  ['of another algorithm', (body) => sign(body, KEY, 'sha256')],
  ['of another key', (body) => sign(body, `${KEY}x`)],
  ['of the body serialized again', (body) => sign(bytes(JSON.parse(body.toString('utf8'))))],
  ['with letters beyond f', (body) => `g${sign(body).slice(1)}`],
])('a signature that is %s is not genuine', (_, make) => {
  const body = file('webhook-transfer-success')
  expect(check(body, make(body))).toBe(false)
})

test('one flipped bit anywhere in the body or the signature is noticed', () => {
  const body = file('webhook-charge-success')
  const signature = Buffer.from(sign(body), 'hex')
  fc.assert(
    fc.property(fc.nat(body.length * 8 - 1), fc.nat(511), (inBody, inSignature) => {
      expect(check(flipped(body, inBody), signature.toString('hex'))).toBe(false)
      expect(check(body, flipped(signature, inSignature).toString('hex'))).toBe(false)
    }),
  )
})

test('no other bytes pass as a signature', () => {
  const body = file('webhook-charge-success')
  fc.assert(fc.property(fc.oneof(fc.string(), fc.array(fc.string())), (signature) => !check(body, signature)))
})

test('a payment in points at the provider reference', () => {
  expect(readHint(file('webhook-charge-success'))).toEqual({
    about: 'payment',
    reference: '100004260804103240000000000002',
    eventKey: 'charge.success|100004260804103240000000000002|4099260516||',
  })
})

test('a transfer points at our reference', () => {
  const reference = 'ord_01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'
  expect(readHint(file('webhook-transfer-success'))).toEqual({
    about: 'transfer',
    reference,
    eventKey: `transfer.success|${reference}|860703114|TRF_v5tip3zx8nna9o78|`,
  })
})

test('a refund points at the payment it gives back', () => {
  const data = { status: 'processed', transaction_reference: 'T685', refund_reference: 'R1', amount: '10000' }
  expect(readHint(bytes({ event: 'refund.processed', data }))).toEqual({
    about: 'payment',
    reference: 'T685',
    eventKey: 'refund.processed|T685|||R1',
  })
})

test('a repeat has the same key, another event on the same transfer has another', () => {
  const data = { reference: 'ord_1234567890123456', transfer_code: 'TRF_1', id: 7 }
  const key = (event: string, of: object = data) => readHint(bytes({ event, data: of }))?.eventKey
  expect(key('transfer.success')).toBe(key('transfer.success', { ...data, status: 'success' }))
  expect(new Set([key('transfer.success'), key('transfer.failed'), key('transfer.reversed')]).size).toBe(3)
})

test('an id may be an integer or text', () => {
  const of = (id: unknown) => readHint(bytes({ event: 'charge.success', data: { id, reference: 'T1' } }))?.eventKey
  expect(of(42)).toBe(of('42'))
})

test.each<[string, unknown]>([
  ['an event that is not used', { event: 'customeridentification.success', data: { reference: 'x' } }],
  ['an event named like a method', { event: 'toString', data: { reference: 'x' } }],
  ['no reference', { event: 'charge.success', data: { id: 1 } }],
  ['a reference that is a number', { event: 'charge.success', data: { reference: 12 } }],
  ['a reference with a control character', { event: 'charge.success', data: { reference: 'a\nb' } }],
  ['a reference without end', { event: 'charge.success', data: { reference: 'a'.repeat(201) } }],
  ['no data', { event: 'charge.success', data: null }],
  ['a list', [{ event: 'charge.success' }]],
  ['a bare word', 'charge.success'],
  ['null', null],
])('%s gives no hint', (_, body) => {
  expect(readHint(bytes(body))).toBeNull()
})

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['HTML', Buffer.from('<html>')],
  ['cut JSON', Buffer.from('{"event":"charge.success","data":{"ref')],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['ten thousand levels', Buffer.from('['.repeat(10_000) + ']'.repeat(10_000))],
])('a body of %s gives no hint', (_, body) => {
  expect(readHint(body)).toBeNull()
})

test('no body makes reading throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (body) => readHint(body) === null))
  const oddEvents = fc.record(
    {
      event: fc.oneof(fc.constantFrom('charge.success', 'transfer.failed', 'refund.processed'), fc.jsonValue()),
      data: fc.oneof(
        fc.jsonValue(),
        fc.record({ id: fc.jsonValue(), reference: fc.jsonValue(), transfer_code: fc.jsonValue() }),
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(oddEvents, (body) => {
      const hint = readHint(bytes(body))
      if (hint === null) return
      expect((hint.about === 'rejection' ? hint.customerCode : hint.reference).length).toBeGreaterThan(0)
      expect(hint.eventKey.length).toBeLessThan(700)
    }),
    { numRuns: 2_000 },
  )
})

function flipped(source: Buffer, bit: number): Buffer {
  const copy = Buffer.from(source)
  const index = bit >> 3
  copy[index] = (copy[index] ?? 0) ^ (1 << (bit & 7))
  return copy
}
