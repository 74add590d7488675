import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#contract/console/permissions.ts'
import { type OrderState, orderState } from '#contract/orders.ts'
import { isNothingToVerify } from '#server/payments/orders/proving/decisions.ts'
import {
  NAIVE,
  NAIVE_ANEW,
  ORDER_MUTANTS,
  ofPurchases,
  ofRecalledPurchases,
  PURCHASE_MUTANTS,
  withBrokenWord,
  withEmptyPromises,
  withErringOperators,
  withLyingProvider,
  withProviderThatChangesItsMind,
  withTruthfulProvider,
} from '#tests/exploration/explorations.ts'
import {
  OPEN_STATES,
  type OrderEvent,
  type Posting,
  PROOFS,
  type Proof,
  STATES,
  TRANSITIONS,
  type Transition,
  transitionFor,
} from './machine.ts'
import { type Alarm, contradicts, UNLISTED, type Unasked } from './way-outs.ts'

const states = orderState.options
const listed = states.flatMap((from) =>
  Object.entries(TRANSITIONS[from]).map(([event, transition]) => ({ from, event, ...transition })),
)

/** Every state reachable from a state, including itself. */
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

  it('lets operators say "not paid" of what is in review, and of what its provider may contradict', () => {
    const listing = states.filter((state) => transitionFor(state, 'not-paid-by-operators') !== null)
    expect(listing).toEqual(['manual_review', 'settled', 'late_success'])
    expect(transitionFor('manual_review', 'not-paid-by-operators')).toEqual({ to: 'released', posts: 'release' })
    for (const state of ['settled', 'late_success'] as const) {
      expect(transitionFor(state, 'not-paid-by-operators')).toEqual({ to: 'returned', posts: 'return' })
      expect(PROOFS.filter((proof) => contradicts(state, proof))).toEqual(['failed', 'not-found', 'mismatch'])
    }
  })

  it.each<[OrderEvent, OrderState, Transition]>([
    ['paid-by-operators', 'manual_review', { to: 'settled', posts: 'settle' }],
    ['refunded-by-operators', 'settled', { to: 'returned', posts: 'return' }],
    ['failed-after-all', 'settled', { to: 'returned', posts: 'return' }],
  ])('lets operators say "%s" of nothing but %s', (event, only, transition) => {
    expect(states.filter((state) => transitionFor(state, event) !== null)).toEqual([only])
    expect(transitionFor(only, event)).toEqual(transition)
  })

  it('lets the user cancel before anything was sent, and never later', () => {
    expect(states.filter((state) => transitionFor(state, 'cancelled') !== null)).toEqual(['held'])
  })

  it('delivers at once only what nothing was sent for, and takes back only what was delivered', () => {
    expect(states.filter((state) => transitionFor(state, 'fulfilled') !== null)).toEqual(['held'])
    expect(states.filter((state) => transitionFor(state, 'given-back') !== null)).toEqual(['settled'])
    expect(transitionFor('held', 'fulfilled')).toEqual({ to: 'settled', posts: 'settle' })
  })

  it('sends what was never sent, and again only what the provider may not know', () => {
    expect(states.filter((state) => transitionFor(state, 'send') !== null)).toEqual(['held', 'unknown'])
  })

  it('sends again, or gives back as never arrived, only what the provider may not know', () => {
    expect(states.filter((state) => transitionFor(state, 'send-anew') !== null)).toEqual(['unknown'])
    expect(states.filter((state) => transitionFor(state, 'never-arrived') !== null)).toEqual(['unknown'])
  })

  it('believes a refusal only up to the answer to the request itself', () => {
    expect(states.filter((state) => transitionFor(state, 'refused') !== null)).toEqual(['held', 'in_flight'])
  })

  it.each([
    'accepted',
    'unanswered',
    'not-found',
    'still-pending',
    'mismatch',
    'overdue',
    'expired',
  ] satisfies OrderEvent[])('moves no money on "%s": it proves nothing', (event) => {
    expect(listed.filter((each) => each.event === event && each.posts !== null)).toEqual([])
  })

  it.each<[OrderEvent, OrderState, OrderState[]]>([
    ['accepted', 'pending', ['in_flight']],
    ['unanswered', 'unknown', ['in_flight']],
    ['still-pending', 'pending', ['in_flight', 'pending', 'unknown']],
    ['not-found', 'unknown', ['in_flight', 'pending', 'unknown']],
    ['overdue', 'manual_review', ['in_flight', 'pending', 'unknown']],
    ['mismatch', 'manual_review', ['in_flight', 'pending', 'unknown']],
  ])('on "%s" leads to %s from exactly %j', (event, to, from) => {
    expect(states.filter((state) => state !== 'manual_review' && transitionFor(state, event)?.to === to)).toEqual(from)
  })

  it.each<[OrderState, OrderEvent[]]>([
    ['expired', ['expired']],
    ['manual_review', ['mismatch', 'not-found', 'still-pending']],
    ['settled', ['paid', 'still-pending']],
    ['released', ['failed', 'not-found', 'reversed', 'still-pending']],
    ['returned', ['failed', 'not-found', 'reversed', 'still-pending']],
    ['late_success', ['paid', 'still-pending']],
  ])('lets %s be told %j without a change and without a call for a person', (state, events) => {
    const again = listed.filter(({ from, to, posts }) => from === state && to === state && posts === null)
    expect(again.map(({ event }) => event).toSorted()).toEqual(events)
  })
})

describe('every proof in every state', () => {
  const cells = states.flatMap((state) => PROOFS.map((proof) => ({ state, proof })))
  const entryOf = (state: OrderState, proof: Proof): Alarm | Unasked | undefined =>
    (UNLISTED[state] as Partial<Record<Proof, Alarm | Unasked>>)[proof]

  it.each(cells)('$proof of one that is $state moves, stays for a reason, or has a way out', ({ state, proof }) => {
    const transition = transitionFor(state, proof)
    const entry = entryOf(state, proof)
    expect([transition, entry].filter((each) => each !== null && each !== undefined)).toHaveLength(1)
    if (transition !== null) {
      const stays = transition.to === state && transition.posts === null
      expect(transition.because === undefined).toBe(!stays)
      return
    }
    if (entry === undefined || 'unasked' in entry) {
      // No provider is asked: nothing was sent, or no provider carries it out.
      const isPaidInto = state === 'awaiting_payment' || state === 'expired'
      expect(isPaidInto || isNothingToVerify({ state, sendCount: 0, earlierSends: 0 })).toBe(true)
      expect(state === 'held' || isPaidInto).toBe(true)
      return
    }
    const { proofs, acts, because } = entry
    expect(because).not.toBe('')
    expect(acts.filter((act) => !('checkers' in COMMANDS[act]))).toEqual([])
    expect(acts).not.toEqual([])
    expect(proofs.filter((each) => transitionFor(state, each) === null)).toEqual([])
  })

  it.each(cells)(
    '$proof of one that is $state lets operators give the money back where they are called to',
    ({ state, proof }) => {
      const entry = entryOf(state, proof)
      const gives = entry !== undefined && 'acts' in entry && entry.acts.includes('end-review')
      expect(contradicts(state, proof)).toBe(gives)
      if (gives) expect(transitionFor(state, 'not-paid-by-operators')?.posts).toBe('return')
      // A customer who has their money back loses nothing: the difference is ours.
      if (entry !== undefined && 'acts' in entry && !gives) expect(['released', 'returned']).toContain(state)
    },
  )

  it('is what our own steps never are: each of those is taken only where the table lists it', () => {
    const steps = [...new Set(listed.map(({ event }) => event))].filter(
      (event) => !PROOFS.some((proof) => proof === event),
    )
    expect(steps.toSorted()).toEqual(
      [
        'accepted',
        'cancelled',
        'expired',
        'failed-after-all',
        'fulfilled',
        'given-back',
        'never-arrived',
        'not-paid-by-operators',
        'overdue',
        'paid-by-operators',
        'refunded-by-operators',
        'refused',
        'send',
        'send-anew',
        'unanswered',
      ].toSorted(),
    )
    // Where a proof is not taken, the order continues by itself or had already ended.
    for (const state of OPEN_STATES.filter((each) => each !== 'held'))
      expect(PROOFS.filter((proof) => transitionFor(state, proof)?.posts != null)).toEqual([
        'paid',
        'failed',
        'reversed',
      ])
  })
})

describe('every history an order can have', () => {
  const elsewhere: OrderState[] = ['awaiting_payment', 'expired', 'late_success']

  it.each([withTruthfulProvider, withEmptyPromises])(
    'holds each rule in all reachable situations of $name',
    ({ run }) => {
      const found = run()
      expect(found.violations).toEqual([])
      expect(found.situations).toBeGreaterThan(5_000)
      expect([...found.states].toSorted()).toEqual(states.filter((state) => !elsewhere.includes(state)).toSorted())
    },
  )

  it('takes the money again exactly once when a proved failure or an outright refusal turns out paid', () => {
    const found = withLyingProvider.run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(7_000)
    expect([...found.states].toSorted()).toEqual([...reach('held')].toSorted())
  })

  it('gives the money back by two operators when what was proved paid turns out to have failed', () => {
    const found = withProviderThatChangesItsMind.run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(7_000)
    expect([...found.states].toSorted()).toEqual([...reach('held')].toSorted())
  })

  it('takes back, takes again or calls operators when two of them ended a review wrongly', () => {
    const found = withErringOperators.run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(7_000)
    expect([...found.states].toSorted()).toEqual([...reach('held')].toSorted())
  })

  it('settles once whatever is delivered under two references, at a provider that shows too late what it took', () => {
    const found = withBrokenWord.run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(50_000)
    expect([...found.states].toSorted()).toEqual([...reach('held')].toSorted())
  })

  it.each([...NAIVE, ...NAIVE_ANEW])('is caught breaking a rule the naive way: $name', ({ run }) => {
    expect(run()).not.toEqual([])
  })

  it.each(ORDER_MUTANTS)('is caught breaking a rule when $name', ({ run }) => {
    expect(run()).not.toEqual([])
  })
})

describe('every history a bought BPC can have', () => {
  it.each([ofPurchases, ofRecalledPurchases])('holds each rule of $name', ({ run }) => {
    const found = run()
    expect(found.violations).toEqual([])
    expect(found.situations).toBeGreaterThan(2_500)
    expect([...found.states].toSorted()).toEqual([...reach('awaiting_payment')].toSorted())
  })

  it.each(PURCHASE_MUTANTS)('is caught breaking a rule when $name', ({ run }) => {
    expect(run()).not.toEqual([])
  })
})
