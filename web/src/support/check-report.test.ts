import { expect, test } from 'vitest'
import { CASE_TEXT_MAX_LENGTH } from '#contract/support-limits.ts'
import { checkReport, lengthText, textProblem } from './check-report.ts'

test('a filled report is sent as it was typed', () => {
  const form = { topic: 'payment', transactionId: null, text: ' It is late. \n' } as const
  expect(checkReport(form)).toEqual({ report: form })
})

test('what is missing is named by its field', () => {
  expect(checkReport({ topic: null, transactionId: null, text: ' ' })).toEqual({
    problems: { topic: 'Please choose what it is about.', text: 'Please write what happened.' },
  })
})

test('a text is counted as a person counts it: to the last character, an emoji is one', () => {
  const most = '😀'.repeat(CASE_TEXT_MAX_LENGTH)
  expect(textProblem(most)).toBeUndefined()
  expect(textProblem(`${most}!`)).toBe('Please write at most 2,000 characters. These are 2,001.')
  expect(lengthText(most)).toBe('2,000 of 2,000 characters')
})
