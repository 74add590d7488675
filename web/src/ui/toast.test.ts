import { beforeEach, expect, test } from 'vitest'
import { currentToasts, dismissToast, showToast } from './toast.ts'

beforeEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id)
})

test('shows at most three, the newest last', () => {
  for (const title of ['one', 'two', 'three', 'four']) showToast(title)
  expect(currentToasts().map((toast) => toast.title)).toEqual(['two', 'three', 'four'])
})

test('the same sentence again replaces the first', () => {
  showToast('one')
  showToast('two')
  showToast('one')
  expect(currentToasts().map((toast) => toast.title)).toEqual(['two', 'one'])
})

test('an error stays until it is closed, anything else 4,000 ms unless said otherwise', () => {
  showToast('bad', { tone: 'bad', durationMs: 10 })
  showToast('plain')
  showToast('short', { durationMs: 2_000 })
  expect(currentToasts().map((toast) => toast.durationMs)).toEqual([null, 4_000, 2_000])
})
