import { describe, expect, it } from 'vitest'
import { DEPOSIT_MUTANTS, ofDeposits } from '#tests/exploration/explorations.ts'
import { DEPOSIT_STATES, DEPOSIT_TRANSITIONS, type DepositEvent, type DepositState } from './deposit-machine.ts'

const states = Object.keys(DEPOSIT_STATES) as DepositState[]
const listed = states.flatMap((from) =>
  Object.entries(DEPOSIT_TRANSITIONS[from]).map(([event, transition]) => ({ from, event, ...transition })),
)

describe('the table of deposits', () => {
  it('leads from the beginning to every state it knows', () => {
    const reached = new Set<DepositState>(['unseen'])
    for (const state of reached) for (const { to } of Object.values(DEPOSIT_TRANSITIONS[state])) reached.add(to)
    expect([...reached].toSorted()).toEqual(states.toSorted())
  })

  it('moves money exactly where the state changes', () => {
    expect(listed.filter(({ from, to, posts }) => (from === to) !== (posts === null))).toEqual([])
  })

  it('books only verified successes, moves money that is set aside only as two operators agreed, and takes back only reversed payments', () => {
    const booking = listed.filter(({ posts }) => posts !== null && posts !== 'recall')
    expect(new Set(booking.map(({ from, event }) => `${from} ${event}`))).toEqual(
      new Set(['unseen for-wallet', 'unseen for-purchase', 'unseen for-nobody', 'quarantined by-operators']),
    )
    expect(new Set(listed.filter(({ posts }) => posts === 'recall').map(({ event }) => event))).toEqual(
      new Set(['reversed']),
    )
  })

  it.each<[DepositState, DepositEvent[]]>([
    ['unseen', ['failed', 'pending', 'reversed']],
    ['credited', ['pending', 'success']],
    ['paid_in', ['pending', 'success']],
    ['quarantined', ['pending', 'success']],
    ['credited_by_operators', ['pending', 'success']],
    ['recalled', ['pending', 'reversed']],
    ['sent_back', ['pending', 'reversed']],
  ])('lets %s be told %j without a change and without a call for a person', (state, events) => {
    const again = listed.filter(({ from, posts }) => from === state && posts === null)
    expect(again.map(({ event }) => event).toSorted()).toEqual(events)
  })
})

describe('every history of two deposits', () => {
  it('holds each rule in all reachable situations', () => {
    const found = ofDeposits.run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(6_000)
    expect([...found.states].toSorted()).toEqual(states.filter((state) => state !== 'paid_in').toSorted())
  })

  it.each(DEPOSIT_MUTANTS)('is caught breaking a rule when $name', ({ run }) => {
    expect(run()).not.toEqual([])
  })
})
