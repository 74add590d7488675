import { afterEach, expect, test } from 'vitest'
import { isSilent, noticeAnswer, noticeSilence } from './online.ts'

afterEach(noticeAnswer)

test('one question without an answer is not silence, two in a row are', () => {
  noticeSilence()
  expect(isSilent()).toBe(false)
  noticeSilence()
  expect(isSilent()).toBe(true)
})

test('one answer ends the silence, and what went unanswered before it does not count', () => {
  noticeSilence()
  noticeSilence()
  noticeAnswer()
  expect(isSilent()).toBe(false)
  noticeSilence()
  expect(isSilent()).toBe(false)
})
