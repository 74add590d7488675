import { expect, test } from 'vitest'
import { tokensIn, unitsIn } from './tokens.ts'

test.each<[string, Record<string, unknown>]>([
  ['in token', { token: '26362054405982757802' }],
  ['in token, with its label', { token: 'Token : 26362054405982757802' }],
  ['in Token', { Token: '26362054405982757802' }],
  ['in groups of four', { Token: '2636 2054 4059 8275 7802' }],
  ['in groups with dashes', { purchased_code: 'Token: 2636-2054-4059-8275-7802' }],
  ['in purchased_code', { purchased_code: 'Token : 26362054405982757802' }],
  ['in purchased_code without a label', { purchased_code: '26362054405982757802' }],
  ['in mainToken', { mainToken: '26362054405982757802' }],
  ['in a list', { tokens: ['26362054405982757802'] }],
  ['before its units', { token: '26362054405982757802 79.9 kWh' }],
  ['in groups before its units', { token: '2636 2054 4059 8275 7802 79.9 kWh' }],
  ['as a number that kept all its digits', { token: 26_362_054_405_982_757_802n }],
  ['with a dash of another kind', { token: '2636–2054–4059–8275–7802' }],
  ['twice in one text', { token: '26362054405982757802, 26362054405982757802' }],
  ['in token before anything else', { token: '26362054405982757802', purchased_code: 'Token : 1111111111' }],
  ['where the first field says there is none', { token: 'N/A', purchased_code: 'Token : 26362054405982757802' }],
])('finds a token %s', (_, body) => {
  expect(tokensIn(body)).toEqual(['26362054405982757802'])
})

const [BOUGHT, FIRST, SECOND] = ['26362054405982757802', '11111559799402440206', '02222559799402440206']

test.each<[string, Record<string, unknown>]>([
  ['with commas', { token: `${FIRST},${SECOND},${BOUGHT}` }],
  ['with labels', { purchased_code: `KCT1: ${FIRST} KCT2: ${SECOND} Token: ${BOUGHT}` }],
  ['with labels that number them', { purchased_code: `Token1: ${FIRST}, Token 2: ${SECOND}, Token 3 ${BOUGHT}` }],
  ['with the token named first', { purchased_code: `Token: ${BOUGHT}, KCT1: ${FIRST}, KCT2: ${SECOND}` }],
  ['in groups, with spaces alone', { token: [FIRST, SECOND, BOUGHT].join(' ').replace(/(\d{4})(?=\d)/g, '$1 ') }],
  ['without anything between', { token: `${FIRST}${SECOND}${BOUGHT}` }],
  ['in fields of their own', { KCT1: FIRST, KCT2: SECOND, token: BOUGHT }],
  ['in fields of another name', { Token: BOUGHT, resetToken: FIRST, configureToken: SECOND }],
  ['in fields, and all once more as text', { KCT1: FIRST, KCT2: SECOND, token: `${FIRST}, ${SECOND}, ${BOUGHT}` }],
  ['in fields, and the token alone as text', { kct1: FIRST, kct2: SECOND, purchased_code: `Token : ${BOUGHT}` }],
  ['in a list', { tokens: [FIRST, SECOND, BOUGHT], token: BOUGHT }],
  ['as numbers, one of which lost its 0', { KCT1: BigInt(FIRST), KCT2: BigInt(SECOND), token: BOUGHT }],
  ['where the text says more than the field', { token: FIRST, purchased_code: `${FIRST}|${SECOND}|${BOUGHT}` }],
])('keeps every number in the order a meter takes them: %s', (_, body) => {
  expect(tokensIn(body)).toEqual([FIRST, SECOND, BOUGHT])
})

test.each<Record<string, unknown>>([
  { purchased_code: `Token : ${BOUGHT} Bonus Token : ${FIRST}` },
  { token: BOUGHT, bonusToken: FIRST },
  { mainToken: BOUGHT, bonusToken: FIRST, purchased_code: `Token : ${BOUGHT}` },
])('puts a bonus after what was bought: %j', (body) => {
  expect(tokensIn(body)).toEqual([BOUGHT, FIRST])
})

test('keeps the one number of a biller whose tokens have another length', () => {
  expect(tokensIn({ token: '1234567890' })).toEqual(['1234567890'])
  expect(tokensIn({ purchased_code: 'Token : 1234 5678 9012 3456' })).toEqual(['1234567890123456'])
})

test.each<Record<string, unknown>>([
  {},
  { token: null, Token: '', purchased_code: '' },
  { token: 'N/A' },
  { token: Number('26362054405982757802') },
  { token: 123_456 },
  { bonusToken: '26362054405982757802' },
  { token: 'KCT1' },
  { token: { value: '26362054405982757802' } },
  { purchased_code: 'Serial No:WRN182135587, pin: 373820665258' },
  { purchased_code: 'Token : 123' },
  { token: '1'.repeat(41) },
  { token: '٣'.repeat(20) },
])('%j has no token', (body) => {
  expect(tokensIn(body)).toEqual([])
})

test('units are as the provider words them', () => {
  expect(unitsIn({ units: '79.9 kWh' })).toBe('79.9 kWh')
  expect(unitsIn({ Units: '31.8' })).toBe('31.8')
  expect(unitsIn({ mainTokenUnits: 16_666.666 })).toBe('16666.666')
  expect(unitsIn({ units: 'N/A', mainTokenUnits: 5 })).toBe('5')
  expect(unitsIn({ units: '45.6\u0000 kWh\n' })).toBe('45.6 kWh')
  for (const units of ['N/A', '', null, 0, {}, 'x'.repeat(41)]) expect(unitsIn({ units })).toBeNull()
})
