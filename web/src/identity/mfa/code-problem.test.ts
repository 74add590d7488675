import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api.ts'
import { codeError, problemText } from './code-problem.ts'

const refusal = (status: number, code: ErrorCode, retryAfterS?: number) =>
  new ApiError(status, { error: { code, message: 'Refused.', id: 'req_1', ...(retryAfterS ? { retryAfterS } : {}) } })

test('a wrong code belongs to its field', () => {
  for (const code of ['session.code-wrong', 'account.code-wrong'] as const) {
    expect(codeError(refusal(403, code))).toBe('Refused.')
    expect(problemText(refusal(403, code))).toBeNull()
  }
  expect(codeError(null)).toBeUndefined()
  expect(problemText(null)).toBeNull()
})

test.each([
  [1, '1 second'],
  [42, '42 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
])('a wait of %d seconds is said as %s', (seconds, words) => {
  for (const code of ['session.code-wait', 'session.mail-wait', 'account.code-wait'] as const) {
    expect(problemText(refusal(429, code, seconds))).toBe(`Refused. Try again in ${words}.`)
  }
})

test('any other refusal is said as it is, without a wait of its own', () => {
  expect(problemText(refusal(410, 'session.second-step-ended', 5))).toBe('Refused.')
  expect(codeError(refusal(410, 'session.second-step-ended'))).toBeUndefined()
})
