import { describe, expect, test } from 'vitest'
import { base32, codeOfStep, findStep } from './one-time-code.ts'

const SECRET = Buffer.from('12345678901234567890')
const stepOf = (seconds: number) => Math.floor(seconds / 30)

describe('a code of an authenticator app', () => {
  // RFC 6238, appendix B: the last six digits of its eight, SHA-1.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the one of RFC 6238', (seconds, code) => {
    expect(codeOfStep(SECRET, stepOf(seconds))).toBe(code)
  })

  test('is good half a minute early and late, and no longer', () => {
    const code = codeOfStep(SECRET, 100)
    const at = (step: number) => new Date(step * 30_000)
    expect([98, 99, 100, 101, 102].map((step) => findStep(SECRET, code, at(step)))).toEqual([null, 100, 100, 100, null])
  })

  test.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('is none when it is %j', (typed) => {
    expect(findStep(SECRET, typed, new Date(59_000))).toBeNull()
  })

  // RFC 4648, section 10, without padding.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('has a secret written in base32: %j', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written)
  })
})
