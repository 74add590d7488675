import { STATES, TRANSITIONS, type Transition } from '#server/payments/orders/machine.ts'
import { type Edit, type Mutant, mutantsOf } from './mutant.ts'

const TESTS = [['server/payments/orders/machine.test.ts'], ['tests/concurrency/orders-workers.test.ts']]

const transitions = Object.entries(TRANSITIONS).flatMap(([state, events]) =>
  Object.entries(events).map(([event, transition]) => ({ state: state as keyof typeof STATES, event, transition })),
)

/** The worst possible replacement: the money goes the other way, or moves without proof. */
function worst(state: keyof typeof STATES, transition: Transition): Transition {
  if (transition.posts === 'settle') return { to: 'released', posts: 'release' }
  if (transition.posts === 'release') return { to: 'settled', posts: 'settle' }
  if (transition.posts !== null) return { to: state, posts: null }
  if (STATES[state].open) return { to: 'released', posts: 'release' }
  if (state === 'settled') return { to: 'returned', posts: 'return' }
  if (state === 'released') return { to: 'late_success', posts: 'late-success' }
  return { to: 'settled', posts: 'settle' }
}

const put = (state: string, event: string, transition: Transition) =>
  `;(TRANSITIONS as any)['${state}']['${event}'] = ${JSON.stringify(transition)}`
const without = (state: string, event: string) => `;delete (TRANSITIONS as any)['${state}']['${event}']`

const edits = transitions.flatMap(({ state, event, transition }): Edit[] => [
  [`${state} without ${event}`, null, without(state, event)],
  [`${state} on ${event} to ${worst(state, transition).to}`, null, put(state, event, worst(state, transition))],
])

/** Transitions that must not exist. */
const added: Edit[] = [
  ['settled on failed to released', null, put('settled', 'failed', { to: 'released', posts: 'release' })],
  ['pending sends again', null, put('pending', 'send', { to: 'in_flight', posts: null })],
  ['manual_review sends again', null, put('manual_review', 'send', { to: 'in_flight', posts: null })],
  ['manual_review sends anew', null, put('manual_review', 'send-anew', { to: 'in_flight', posts: null })],
  ['in_flight never arrived', null, put('in_flight', 'never-arrived', { to: 'released', posts: 'release' })],
  ['released sends again', null, put('released', 'send', { to: 'in_flight', posts: null })],
  ['in_flight is cancelled', null, put('in_flight', 'cancelled', { to: 'released', posts: 'release' })],
  ['unknown is refused', null, put('unknown', 'refused', { to: 'released', posts: 'release' })],
  ['late_success on failed to returned', null, put('late_success', 'failed', { to: 'returned', posts: 'return' })],
  ['returned on reversed returns again', null, put('returned', 'reversed', { to: 'returned', posts: 'return' })],
  ['returned on paid to settled', null, put('returned', 'paid', { to: 'settled', posts: 'settle' })],
]

/** Each transition removed, each misdirected, and some added that must not exist. */
export const machine: readonly Mutant[] = mutantsOf('server/payments/orders/machine.ts', TESTS, [...edits, ...added])
