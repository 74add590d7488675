import { describe, expect, it } from 'vitest'
import { type OrderState, orderState } from '#contract/orders.ts'
import { explore, type Table } from '#tests/support/order-explorer.ts'
import { explorePurchase } from '#tests/support/purchase-explorer.ts'
import { OPEN_STATES, type OrderEvent, type Posting, STATES, TRANSITIONS, transitionFor } from './machine.ts'

const states = orderState.options
const listed = states.flatMap((from) =>
  Object.entries(TRANSITIONS[from]).map(([event, transition]) => ({ from, event, ...transition })),
)

/** The shipped table with some of its transitions replaced: what a hurried change might look like. */
function mutant(changes: { [State in OrderState]?: Table[OrderState] }): Table {
  return Object.fromEntries(states.map((state) => [state, { ...TRANSITIONS[state], ...changes[state] }])) as Record<
    OrderState,
    Table[OrderState]
  >
}

/** Every state that can be reached from one, itself included. */
function reach(from: OrderState): Set<OrderState> {
  const seen = new Set<OrderState>([from])
  for (const state of seen) for (const { to } of Object.values(TRANSITIONS[state])) seen.add(to)
  return seen
}

function postingsFrom(from: OrderState): Set<Posting | null> {
  return new Set([...reach(from)].flatMap((state) => Object.values(TRANSITIONS[state]).map(({ posts }) => posts)))
}

describe('the table of transitions', () => {
  it('names exactly the states of the contract, and leads only to them', () => {
    expect(Object.keys(TRANSITIONS).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(STATES).toSorted()).toEqual(states.toSorted())
    expect(states).toEqual(expect.arrayContaining(listed.map(({ to }) => to)))
  })

  it.each(OPEN_STATES)('lets %s both settle and release', (state) => {
    expect([...postingsFrom(state)]).toEqual(expect.arrayContaining(['settle', 'release']))
  })

  it.each(OPEN_STATES.filter((state) => state !== 'held'))('resolves %s in one step by each proof', (state) => {
    expect(transitionFor(state, 'paid')).toEqual({ to: 'settled', posts: 'settle' })
    expect(transitionFor(state, 'failed')).toEqual({ to: 'released', posts: 'release' })
    expect(transitionFor(state, 'reversed')).toEqual({ to: 'released', posts: 'release' })
  })

  it.each(states.filter((state) => !STATES[state].open))('never opens %s again', (state) => {
    expect([...reach(state)].filter((each) => STATES[each].open)).toEqual([])
  })

  it('reaches every state from its two beginnings, and none of the one way from the other', () => {
    const byTransfer: OrderState[] = ['awaiting_payment', 'expired']
    expect([...reach('held')].toSorted()).toEqual(states.filter((state) => !byTransfer.includes(state)).toSorted())
    expect([...reach('awaiting_payment')].toSorted()).toEqual([...byTransfer, 'returned', 'settled'])
  })

  it('knows nothing but payment and expiry while a bank transfer is awaited', () => {
    expect(Object.keys(TRANSITIONS.awaiting_payment)).toEqual(['paid', 'expired'])
    expect(Object.keys(TRANSITIONS.expired)).toEqual(['paid', 'expired'])
  })

  it.each(listed)('$from, $event → $to posts what that step means and nothing else', ({ from, to, posts }) => {
    const expected =
      from === to
        ? null
        : STATES[from].open && to === 'settled'
          ? 'settle'
          : STATES[from].open && to === 'released'
            ? 'release'
            : to === 'settled' && (from === 'awaiting_payment' || from === 'expired')
              ? 'settle'
              : to === 'returned'
                ? 'return'
                : to === 'late_success'
                  ? 'late-success'
                  : null
    expect(posts).toBe(expected)
  })

  it('lets the user cancel before anything was sent, and never later', () => {
    expect(states.filter((state) => transitionFor(state, 'cancelled') !== null)).toEqual(['held'])
  })

  it('delivers at once only what nothing was sent for, and takes back only what was delivered', () => {
    expect(states.filter((state) => transitionFor(state, 'fulfilled') !== null)).toEqual(['held'])
    expect(states.filter((state) => transitionFor(state, 'given-back') !== null)).toEqual(['settled'])
  })

  it.each(['accepted', 'unanswered', 'not-found', 'still-pending', 'overdue', 'expired'] satisfies OrderEvent[])(
    'moves no money on "%s": it proves nothing',
    (event) => {
      expect(listed.filter((each) => each.event === event && each.posts !== null)).toEqual([])
    },
  )
})

describe('every history an order can have', () => {
  it('holds each rule in all reachable situations with a truthful provider', () => {
    const found = explore(TRANSITIONS)
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(100)
    const elsewhere: OrderState[] = ['awaiting_payment', 'expired', 'late_success']
    expect([...found.orderStates].toSorted()).toEqual(states.filter((state) => !elsewhere.includes(state)).toSorted())
  })

  it('takes the money again exactly once when a proved failure turns out paid', () => {
    const found = explore(TRANSITIONS, { failedMayTurnPaid: true })
    expect(found.violations).toEqual([])
    expect([...found.orderStates].toSorted()).toEqual([...reach('held')].toSorted())
  })

  it.each<[string, Table]>([
    ['"not found" gives the money back', mutant({ unknown: { 'not-found': { to: 'released', posts: 'release' } } })],
    ['a timeout gives the money back', mutant({ in_flight: { unanswered: { to: 'released', posts: 'release' } } })],
    ['accepted counts as paid', mutant({ in_flight: { accepted: { to: 'settled', posts: 'settle' } } })],
    ['a day without proof gives it back', mutant({ pending: { overdue: { to: 'released', posts: 'release' } } })],
    ['cancelling after sending', mutant({ in_flight: { cancelled: { to: 'released', posts: 'release' } } })],
    ['a settled order settles again', mutant({ settled: { paid: { to: 'settled', posts: 'settle' } } })],
    ['a released order settles', mutant({ released: { paid: { to: 'settled', posts: 'settle' } } })],
    ['a failure after settling releases', mutant({ settled: { reversed: { to: 'released', posts: 'release' } } })],
    ['a released order is sent again', mutant({ released: { send: { to: 'in_flight', posts: null } } })],
    ['a review that no proof ends', mutant({ manual_review: { paid: { to: 'manual_review', posts: null } } })],
  ])('is caught breaking a rule when %s', (_name, table) => {
    const violations = [explore(table), explore(table, { failedMayTurnPaid: true })].map((found) => found.violations)
    expect(violations.flat()).not.toEqual([])
  })
})

describe('every history a purchase by bank transfer can have', () => {
  it('holds each rule whatever is paid, how much, how often and when', () => {
    const found = explorePurchase(TRANSITIONS)
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(1_000)
    expect([...found.orderStates].toSorted()).toEqual([...reach('awaiting_payment')].toSorted())
  })

  it.each<[string, Table]>([
    ['a second payment settles again', mutant({ settled: { paid: { to: 'settled', posts: 'settle' } } })],
    ['a late payment buys what was returned', mutant({ returned: { paid: { to: 'settled', posts: 'settle' } } })],
    ['expiry counts as payment', mutant({ awaiting_payment: { expired: { to: 'settled', posts: 'settle' } } })],
    ['expiry gives money back', mutant({ awaiting_payment: { expired: { to: 'released', posts: 'release' } } })],
    ['expiry reserves money', mutant({ awaiting_payment: { expired: { to: 'manual_review', posts: null } } })],
    ['a price paid in time is no price after expiry', mutant({ expired: { paid: { to: 'expired', posts: null } } })],
    ['paid is delivered and not earned', mutant({ awaiting_payment: { paid: { to: 'settled', posts: null } } })],
    ['what was given back stays settled', mutant({ settled: { 'given-back': { to: 'settled', posts: 'return' } } })],
    ['what was given back brings nothing', mutant({ settled: { 'given-back': { to: 'returned', posts: null } } })],
    ['nothing ends the wait', mutant({ awaiting_payment: { expired: { to: 'awaiting_payment', posts: null } } })],
  ])('is caught breaking a rule when %s', (_name, table) => {
    expect(explorePurchase(table).violations).not.toEqual([])
  })
})
