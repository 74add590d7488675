import { expect, test } from 'vitest'
import type { CaseDetail, CaseStatus } from '#contract/support.ts'
import { expectation, statusSentence, visitorExpectation } from './case-words.ts'

const at = '2026-11-21T13:05:00.000Z'
const report = (status: CaseStatus, lastFrom: 'you' | 'support' = 'you'): CaseDetail => ({
  id: 'cas_x',
  trackingNumber: 'JR-7K4M-2QXD',
  topic: 'payment',
  transactionId: null,
  status,
  statusAt: at,
  createdAt: at,
  lastMessage: { from: lastFrom, at },
  asksSince: null,
  messages: [],
})

test.each<[CaseStatus, 'you' | 'support', RegExp]>([
  ['received', 'you', /^Received on 21 Nov 2026, 14:05\. We will alert you when we answer\.$/],
  ['in_progress', 'you', /^Support picked it up on 21 Nov 2026/],
  ['answered', 'support', /^Answered on .*\. You can write back below\.$/],
  ['answered', 'you', /^Answered on .*\. Your later message has no answer yet\.$/],
  ['closed', 'support', /^Closed on 21 Nov 2026/],
])('a report that is %s, with the last word from %s, says what was done', (status, from, says) => {
  expect(statusSentence(report(status, from))).toMatch(says)
})

test('says that support is waiting for an answer, as long as it is', () => {
  const asked = { ...report('in_progress', 'support'), asksSince: at }
  expect(statusSentence(asked)).toBe(
    'Support asked you something on 21 Nov 2026, 14:05 and is waiting for your answer.',
  )
  expect(expectation(asked, false)).toBeNull()
})

test('promises no time, and in a sandbox no answer either', () => {
  const live = expectation(report('received'), false)
  expect(live).toBe('The answer will appear on this page. We cannot say when.')
  expect(expectation(report('received'), true)).toContain('may not answer at all')
})

test('tells somebody who is not signed in that an email comes, and no time', () => {
  expect(visitorExpectation(report('received'), false)).toBe(
    'When there is an answer, an email tells you, and you read it here. We cannot say when.',
  )
  expect(visitorExpectation(report('received'), true)).toContain('may not answer at all')
  expect(visitorExpectation(report('answered', 'support'), false)).toBeNull()
  expect(visitorExpectation(report('closed'), false)).toBeNull()
})

test('says nothing about an answer when none is awaited', () => {
  expect(expectation(report('answered', 'support'), true)).toBeNull()
  expect(expectation(report('closed'), false)).toBeNull()
})
