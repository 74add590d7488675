import { expect, test } from 'vitest'
import { tokenIn, unitsIn } from './tokens.ts'

test.each<[string, Record<string, unknown>]>([
  ['in token', { token: '26362054405982757802' }],
  ['in token, with its label', { token: 'Token : 26362054405982757802' }],
  ['in Token', { Token: '26362054405982757802' }],
  ['in groups of four', { Token: '2636 2054 4059 8275 7802' }],
  ['in groups with dashes', { purchased_code: 'Token: 2636-2054-4059-8275-7802' }],
  ['in purchased_code', { purchased_code: 'Token : 26362054405982757802' }],
  ['in purchased_code without a label', { purchased_code: '26362054405982757802' }],
  ['before a bonus token', { purchased_code: 'Token : 26362054405982757802 Bonus Token : 62881559799402440206' }],
  ['in mainToken', { mainToken: '26362054405982757802', bonusToken: '62881559799402440206' }],
  ['in token before anything else', { token: '26362054405982757802', purchased_code: 'Token : 1111111111' }],
  ['where the first field says there is none', { token: 'N/A', purchased_code: 'Token : 26362054405982757802' }],
])('finds a token %s', (_, body) => {
  expect(tokenIn(body)).toBe('26362054405982757802')
})

test.each<Record<string, unknown>>([
  {},
  { token: null, Token: '', purchased_code: '' },
  { token: 'N/A' },
  { token: Number('26362054405982757802') },
  { token: ['26362054405982757802'] },
  { purchased_code: 'Serial No:WRN182135587, pin: 373820665258' },
  { purchased_code: 'Token : 123' },
  { token: '1'.repeat(41) },
  { token: '٣'.repeat(20) },
])('%j has no token', (body) => {
  expect(tokenIn(body)).toBeNull()
})

test('units are as the provider words them', () => {
  expect(unitsIn({ units: '79.9 kWh' })).toBe('79.9 kWh')
  expect(unitsIn({ Units: '31.8' })).toBe('31.8')
  expect(unitsIn({ mainTokenUnits: 16_666.666 })).toBe('16666.666')
  expect(unitsIn({ units: 'N/A', mainTokenUnits: 5 })).toBe('5')
  expect(unitsIn({ units: '45.6\u0000 kWh\n' })).toBe('45.6 kWh')
  for (const units of ['N/A', '', null, 0, {}, 'x'.repeat(41)]) expect(unitsIn({ units })).toBeNull()
})
