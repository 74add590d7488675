import { beforeEach, expect, test } from 'vitest'
import { currentToast, dismissError, dismissToast, showToast } from './toast.ts'

beforeEach(() => dismissToast(currentToast()?.id ?? 0))

test('shows one at a time, the newest', () => {
  const first = showToast('one')
  showToast('two')
  expect(currentToast()).toMatchObject({ title: 'two' })
  // Taking back the first one leaves the second.
  dismissToast(first)
  expect(currentToast()).toMatchObject({ title: 'two' })
})

test('stays 4,000 ms unless said otherwise, an error like any other', () => {
  const durationOf = (more: Parameters<typeof showToast>[1]) => {
    showToast('one', more)
    return currentToast()?.durationMs
  }
  expect(
    [{}, { tone: 'bad' }, { durationMs: 2_000 }, { durationMs: null }].map((more) => durationOf(more as object)),
  ).toEqual([4_000, 4_000, 2_000, null])
})

test('an error ends when what it was about succeeds, other news stays', () => {
  showToast('sent', { tone: 'good' })
  dismissError()
  expect(currentToast()).toMatchObject({ title: 'sent' })
  showToast('not sent', { tone: 'bad' })
  dismissError()
  expect(currentToast()).toBeNull()
})
