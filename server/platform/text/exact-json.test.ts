import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'

test.each<[string, unknown]>([
  ['{"id":4099260516}', { id: 4_099_260_516 }],
  ['{"id":9007199254740991}', { id: 9_007_199_254_740_991 }],
  ['{"id":9007199254740993}', { id: 9_007_199_254_740_993n }],
  ['[26362054405982757802,-9007199254740993]', [26_362_054_405_982_757_802n, -9_007_199_254_740_993n]],
  ['{"token":"26362054405982757802","half":1.5}', { token: '26362054405982757802', half: 1.5 }],
  ['0.1234567890123456', 0.123_456_789_012_345_6],
  ['1e30', 1e30],
])('%s loses no digit', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})

test.each(['', '{', '{"a":12345678901234567', 'NaN'])('%j is not JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
