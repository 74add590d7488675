import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '#tests/support/browser-storage.ts'
import { forgetDevice, isKnownHere, rememberDevice } from './device-account.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = emptyStorage()
})
afterEach(() => vi.unstubAllGlobals())

test('a browser knows that it is the device of an account, and of whom it does not say', () => {
  expect(isKnownHere()).toBe(false)
  rememberDevice()
  expect(isKnownHere()).toBe(true)
  expect([...stored.values()]).toEqual(['known'])
  forgetDevice()
  expect([isKnownHere(), stored.size]).toEqual([false, 0])
})

test('a name that stood there goes as soon as it is asked', () => {
  stored.set('jara.account', JSON.stringify({ userId: 'usr_ada', fullName: 'Ada Obi' }))
  expect(isKnownHere()).toBe(true)
  expect([...stored.values()].join()).not.toMatch(/usr_ada|Ada Obi/)
})

test.each([
  ['allows no storage', undefined],
  [
    'has a full storage',
    {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('full')
      },
    },
  ],
])('a browser that %s knows it for as long as its page is open', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  expect(isKnownHere()).toBe(false)
  rememberDevice()
  expect(isKnownHere()).toBe(true)
  forgetDevice()
  expect(isKnownHere()).toBe(false)
})
