import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#contract/console/permissions.ts'
import { DEPOSIT_MUTANTS, ofDeposits } from '#tests/exploration/explorations.ts'
import {
  DEPOSIT_PROOFS,
  DEPOSIT_STATES,
  DEPOSIT_TRANSITIONS,
  type DepositEvent,
  type DepositProof,
  type DepositState,
  depositTransition,
} from './deposit-machine.ts'
import { type DepositAlarm, isGivenAgain, type NeverSaid, UNLISTED_DEPOSITS } from './deposit-way-outs.ts'

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
      new Set([
        'unseen for-wallet',
        'unseen for-purchase',
        'unseen for-nobody',
        'quarantined by-operators',
        'recalled by-operators',
        'sent_back by-operators',
      ]),
    )
    const recalls = listed.filter(({ posts }) => posts === 'recall')
    // Only a deposit that was credited to nobody leaves the books when it fails after all.
    expect(recalls.filter(({ event }) => event !== 'reversed').map(({ from, event }) => `${from} ${event}`)).toEqual([
      'quarantined failed',
    ])
  })

  it.each<[DepositState, DepositEvent[]]>([
    ['unseen', ['failed', 'pending', 'reversed']],
    ['credited', ['pending', 'success']],
    ['paid_in', ['pending', 'success']],
    ['quarantined', ['pending', 'success']],
    ['credited_by_operators', ['pending', 'success']],
    ['recalled', ['failed', 'pending', 'reversed']],
    ['sent_back', ['failed', 'pending', 'reversed']],
    ['restored', ['pending', 'success']],
  ])('lets %s be told %j without a change and without a call for a person', (state, events) => {
    const again = listed.filter(({ from, posts }) => from === state && posts === null)
    expect(again.map(({ event }) => event).toSorted()).toEqual(events)
  })
})

describe('every proof of a deposit in every state', () => {
  const cells = states.flatMap((state) => DEPOSIT_PROOFS.map((proof) => ({ state, proof })))
  const entryOf = (state: DepositState, proof: DepositProof) =>
    (UNLISTED_DEPOSITS[state] as Partial<Record<DepositProof, DepositAlarm | NeverSaid>>)[proof]

  it.each(cells)('$proof of one that is $state moves, stays for a reason, or has a way out', ({ state, proof }) => {
    const transition = depositTransition(state, proof)
    const entry = entryOf(state, proof)
    expect([transition, entry].filter((each) => each !== null && each !== undefined)).toHaveLength(1)
    if (transition !== null) {
      expect(transition.because === undefined).toBe(transition.posts !== null)
      return
    }
    if (entry === undefined || 'unasked' in entry) {
      expect(state).toBe('unseen')
      return
    }
    const { acts, proofs, because } = entry
    expect(because).not.toBe('')
    expect(acts).not.toEqual([])
    expect(acts.filter((act) => !('checkers' in COMMANDS[act]))).toEqual([])
    expect(proofs.filter((each) => depositTransition(state, each) === null && each !== 'success')).toEqual([])
  })

  it.each(cells)(
    '$proof of one that is $state has an act that credits it where its customer is short',
    ({ state, proof }) => {
      const isShort = (state === 'recalled' || state === 'sent_back') && proof === 'success'
      expect(isGivenAgain(state, proof)).toBe(isShort)
      if (isShort) expect(depositTransition(state, 'by-operators')).toEqual({ to: 'restored', posts: 'restore' })
    },
  )

  it('credits by operators only what is set aside or given again', () => {
    expect(states.filter((state) => depositTransition(state, 'by-operators') !== null)).toEqual([
      'quarantined',
      'recalled',
      'sent_back',
    ])
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
