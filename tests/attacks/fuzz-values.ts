import { orderKind } from '#contract/kinds/kinds.ts'
import type { Chance } from '#tests/simulation/chance.ts'
import { RECIPIENT } from '#tests/support/person.ts'

/** The subset of JSON schema that the API's description uses. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxLength?: number
  readonly minLength?: number
}

/** Values that a field of this name could validly have, and that get past its own check. */
export type Plausible = Readonly<Record<string, readonly unknown[]>>

export const PLAUSIBLE: Plausible = {
  bankCode: [RECIPIENT.bankCode, '058', '999'],
  accountNumber: [RECIPIENT.accountNumber, '0000000000', '012345678'],
  amountKobo: ['150000', '10000', '1', '0', '-1', '9223372036854775807', '9223372036854775808', '1e3', '0x10', ' 1'],
  priceKobo: ['160000', '0', '-5', '9223372036854775807', '99999999999999999999'],
  phone: ['08031234567', '+2348031234567', '0803123456', '٠٨٠٣١٢٣٤٥٦٧'],
  network: ['mtn', 'glo', 'MTN', 'toString'],
  bundleId: ['airtel-1gb-30days', 'mtn-1gb-30days', '__proto__', 'constructor'],
  biller: ['gotv', 'ikeja-electric', '__proto__', 'toString'],
  planId: ['gotv-smallie', 'constructor'],
  meterType: ['prepaid', 'postpaid', 'hasOwnProperty'],
  meterNumber: ['45005000001', '00000000000'],
  smartcardNumber: ['2005000001', '0'],
  customerNumber: ['2005000001', '45005000001'],
  email: ['ada@example.ng', 'a@b', `${'x'.repeat(250)}@example.ng`, 'ada@example.ng\r\nbcc: x@example.ng'],
  fullName: ['Ada Obi', 'Ọ́lá Ìyá', 'Ada\u202eObi', 'Ada\u0000Obi', "O'Neil-Obi"],
  password: ['correct horse battery', 'x', '\ud800'.repeat(20), 'ọ́'.repeat(64)],
  name: ['My phone', 'Some Body', '\u202e', '\u200b\u200b'],
  customerName: ['Some Body', '=1+1', '\ufeff'],
  note: ['a note', '@SUM(A1)', '\n\n\n'],
  text: ['08031234567,MTN,500', 'phone,amount\n08031234567;500', '"', '\u0000', 'My transfer is late.'],
  topic: ['payment', 'fraud'],
  key: ['k'.repeat(16), 'k'.repeat(64)],
  challenge: ['A'.repeat(43)],
  pinProof: ['A'.repeat(43), '_'.repeat(43)],
  signature: ['A'.repeat(86), '-'.repeat(86)],
  x: ['A'.repeat(43), 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY'],
  y: ['A'.repeat(43), 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'],
  kind: [...orderKind.options, 'phone', 'deposit'],
  payWith: ['wallet', 'transfer'],
  bpcCode: ['JARA-AAAA-AAAA-AAAA-AAAA', '', null],
  from: ['2026-11-21', '0001-01-01', '9999-12-31', '2026-02-30'],
  to: ['2026-11-22', '0001-01-01', '9999-12-31', '-000001-01-01'],
  cursor: ['txn_x', 'AAAA', '2026-11-21T00:00:00.000Z_x', '%00'],
  limit: ['1', '50', '51', '1e1', 'Infinity'],
  months: ['1', '12', '1e1', '99999999999'],
  q: ['%', '_', '\\', "' or 1=1 --", '\u0000'],
  clientDataJSON: ['AAAA', 'e30', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  authenticatorData: ['AAAA', 'A'.repeat(50), 'A'.repeat(200)],
  attestationObject: ['AAAA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA', '_'.repeat(100)],
}

/** Values that fit no field, or barely. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e-7,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '\ufeff',
  '\r\nset-cookie: a=b',
  '𝕬𝖉𝖆',
  'e\u0301'.repeat(50),
  'x'.repeat(1_000),
  '٣',
  'NaN',
  "'; drop table users; --",
  '$' + '{7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%0a%zz',
  '__proto__',
  'constructor',
  '2026-13-45T99:99:99Z',
  [],
  [[]],
  [null],
  ['150000'],
  {},
  { length: 1 },
  { toString: 'x' },
  { $gt: '' },
]

/** Whole bodies that are not valid JSON, or JSON that can be read in more than one way. */
const RAW: readonly ((right: string) => string | Uint8Array)[] = [
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e999',
  () => '{"amountKobo":1e999}',
  (right) => right.slice(0, Math.floor(right.length / 2)),
  (right) => `${right}${right}`,
  (right) => `\ufeff${right}`,
  (right) => right.replace('{', '{"kind":"bpc","kind":"withdrawal",'),
  (right) => right.replace('{', '{"__proto__":{"a":1},'),
  (right) => right.replace('{', '{"constructor":{"prototype":{"a":1}},'),
  (right) => right.replace(/"([^"]*)"/, '"\\ud800$1"'),
  (right) => right.replaceAll('"', "'"),
  () => `${'['.repeat(4_000)}${']'.repeat(4_000)}`,
  () => `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  () => `{"a":"${'x'.repeat(20_000)}"}`,
  () => `[${'0,'.repeat(3_000)}0]`,
  (right) => Buffer.concat([Buffer.from(right.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  () => Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
]

export function rawBody(chance: Chance, right: string): string | Uint8Array {
  return chance.oneOf(RAW)(right)
}

/** The source of values: what has been seen so far, and how often something is wrong. */
export type Source = {
  readonly chance: Chance
  readonly ids: readonly string[]
  readonly wrong: number
  /** Takes precedence over PLAUSIBLE. */
  readonly plausible?: Plausible
}

/** A value for a schema, occasionally with something wrong in it. */
export function valueFor(of: Source, schema: Schema, name: string): unknown {
  const { chance, ids, wrong } = of
  if (chance.is(wrong)) return chance.oneOf(HOSTILE)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return chance.oneOf(schema.enum)
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds !== undefined) return valueFor(of, chance.oneOf(kinds), name)
  if (schema.properties !== undefined) return objectFor(of, schema.properties)
  if (schema.items !== undefined) {
    const { items } = schema
    return Array.from({ length: chance.below(4) }, () => valueFor(of, items, name))
  }
  if (schema.type === 'null') return null
  const plausible = of.plausible?.[name] ?? PLAUSIBLE[name]
  if (/Id$|^id$/.test(name) && plausible === undefined) return chance.oneOf(ids)
  if (plausible !== undefined && chance.is(0.9)) return chance.oneOf(plausible)
  if (schema.type === 'boolean') return chance.is(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return chance.between(-2, 300)
  return textOf(chance, schema.maxLength ?? 100)
}

function objectFor(of: Source, properties: Readonly<Record<string, Schema>>): object {
  const { chance, wrong } = of
  const entries = Object.entries(properties)
    .filter(() => !chance.is(wrong))
    .map(([name, schema]) => [name, valueFor(of, schema, name)] as const)
  return Object.fromEntries(chance.is(wrong) ? [...entries, [chance.oneOf(['role', 'userId', '']), 1]] : entries)
}

/** Text of any characters, often of exactly the maximum length, or one more. */
function textOf(chance: Chance, maxLength: number): string {
  const length = chance.is(0.3) ? maxLength + chance.below(2) : chance.below(Math.min(maxLength, 80) + 1)
  const alphabets = ['a', '0', 'é', '\u{1f600}', '\u0000', '<\'"&>', '\u0301', '\n']
  const [one, other] = [chance.oneOf(alphabets), chance.oneOf(alphabets)]
  return one.repeat(length).slice(0, Math.max(0, length - 1)) + other
}
