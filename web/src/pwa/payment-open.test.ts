import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paymentOpen } from './payment-open.ts'

let sheet: object | null

beforeEach(() => {
  sheet = null
  vi.stubGlobal('document', { querySelector: (asked: string) => (asked === 'dialog[open]' ? sheet : null) })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  '/withdraw/processing',
  '/airtime/processing',
  '/data/processing',
  '/bills/processing',
  '/buy-bpc/processing',
  '/buy-bpc/payment',
  '/buy-bpc/verifying',
  '/buy-bpc/confirmation',
  '/pin',
  '/setup-pin',
])('%s is left alone', (path) => {
  expect(paymentOpen(path)).toBe(true)
})

test.each(['/dashboard', '/history', '/withdraw', '/buy-bpc', '/', '/pinned'])('%s is not a payment', (path) => {
  expect(paymentOpen(path)).toBe(false)
})

test('a sheet is left alone wherever it is open', () => {
  sheet = {}
  expect(paymentOpen('/dashboard')).toBe(true)
})
