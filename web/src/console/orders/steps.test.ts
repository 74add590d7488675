import { expect, test } from 'vitest'
import type { Line, OrderAnswer } from '#contract/console/orders.ts'
import { type OrderState, orderState } from '#contract/orders.ts'
import { stepsOf } from './steps.ts'

const AT = '2026-11-29T12:00:00.000Z'
const REQUEST: Line = { id: 'r', at: AT, source: 'request', title: '', facts: [], movements: [], postings: [] }
const order = (state: OrderState, changes: Partial<OrderAnswer> = {}) =>
  stepsOf({
    kind: 'withdrawal',
    state,
    provider: 'paystack',
    createdAt: AT,
    updatedAt: AT,
    line: [REQUEST],
    cut: [],
    ...changes,
  }).map(({ name, look }) => `${name}: ${look}`)

test('a pending transfer waits for its provider, and only that step is marked', () => {
  expect(order('pending')).toEqual([
    'Approved: done',
    'Money held: done',
    'Request to Paystack: done',
    'Paystack confirms: now',
    'Completed or money back: next',
  ])
})

test('no request is shown as sent before it goes out', () => {
  expect(order('held', { line: [] })).toContain('Request to Paystack: now')
  expect(order('in_flight')).toContain('Request to Paystack: now')
  expect(order('released', { line: [] })).toEqual(['Approved: done', 'Money held: done', 'Failed, money back: failed'])
})

test('in every state at most one step is current, and no later step is done', () => {
  for (const state of orderState.options.filter((each) => !['awaiting_payment', 'expired'].includes(each))) {
    const looks = order(state).map((step) => step.split(': ').at(-1))
    const present = looks.indexOf('now')
    expect([state, looks.length > 2]).toEqual([state, true])
    if (present !== -1)
      expect([state, ...looks.slice(present + 1)]).toEqual([state, ...looks.slice(present + 1).map(() => 'next')])
    else expect([state, looks.includes('next')]).toEqual([state, false])
  }
})

test('the request has no time when the timeline is cut', () => {
  const noteOf = (cut: string[]) =>
    stepsOf({
      kind: 'airtime',
      state: 'settled',
      provider: 'vtpass',
      createdAt: AT,
      updatedAt: AT,
      line: [REQUEST],
      cut,
    })[2]?.note
  expect(noteOf([])).toBe('29 Nov 2026, 13:00:00')
  expect(noteOf(['requests'])).toBeNull()
})

test('an order that we deliver ourselves shows no steps', () => {
  expect(order('settled', { provider: null })).toEqual([])
  expect(order('awaiting_payment', { kind: 'bpc' })).toEqual([])
})
