import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSilent, noticeAnswer, noticeSilence } from './online.ts'

beforeEach(noticeAnswer)
afterEach(noticeAnswer)

test('one failed request is not silence, two in a row are', () => {
  noticeSilence()
  expect(isSilent()).toBe(false)
  noticeSilence()
  expect(isSilent()).toBe(true)
})

test('an answer ends the silence and resets the count', () => {
  noticeSilence()
  noticeSilence()
  noticeAnswer()
  expect(isSilent()).toBe(false)
  noticeSilence()
  expect(isSilent()).toBe(false)
})
