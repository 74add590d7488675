import { describe, expect, it } from 'vitest'
import { type OrderState, orderState } from '#contract/orders.ts'
import { explore, type Table } from '#tests/support/order-explorer.ts'
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

  it('reaches every state from held', () => {
    expect([...reach('held')].toSorted()).toEqual(states.toSorted())
  })

  it.each(listed)('$from, $event → $to posts what that step means and nothing else', ({ from, to, posts }) => {
    const expected =
      from === to
        ? null
        : STATES[from].open && to === 'settled'
          ? 'settle'
          : STATES[from].open && to === 'released'
            ? 'release'
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

  it.each(['accepted', 'unanswered', 'not-found', 'still-pending', 'overdue'] satisfies OrderEvent[])(
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
    expect([...found.orderStates].toSorted()).toEqual(states.filter((state) => state !== 'late_success').toSorted())
  })

  it('takes the money again exactly once when a proved failure turns out paid', () => {
    const found = explore(TRANSITIONS, { failedMayTurnPaid: true })
    expect(found.violations).toEqual([])
    expect([...found.orderStates].toSorted()).toEqual(states.toSorted())
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
