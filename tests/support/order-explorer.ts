import type { OrderState } from '#contract/orders.ts'
import { type OrderEvent, type Posting, STATES, type Transition } from '#server/orders/machine.ts'
import { SEND_MAX } from '#server/orders/schedule.ts'
import { type Step, walk } from './situations.ts'

export type Table = Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>>

/** What became of the transfer at the provider. `underway`: it is there, and a look-up may not find it yet. */
type Truth = 'absent' | 'underway' | 'paid' | 'failed' | 'reversed'

/** One situation: the order, the provider, the requests between them, and what was posted so far. */
type Situation = {
  readonly order: OrderState
  readonly truth: Truth
  /** Requests that left and have neither arrived nor been lost. A timeout leaves them here. */
  readonly travelling: number
  readonly sends: number
  readonly posted: Readonly<Record<Posting, number>>
}

type Options = {
  /** The provider says "failed" and pays after all. */
  readonly failedMayTurnPaid?: boolean
}

export type Explored = {
  readonly situations: number
  readonly orderStates: ReadonlySet<OrderState>
  /** Each broken rule, with the events that lead there. */
  readonly violations: readonly string[]
}

const START: Situation = {
  order: 'held',
  truth: 'absent',
  travelling: 0,
  sends: 0,
  posted: { settle: 0, release: 0, return: 0, 'late-success': 0 },
}

/**
 * Walks through every situation that a table of transitions allows, whatever the provider, the network, the user and
 * the clock do and in whichever order, and checks what must hold in each. It ends because the situations are finite:
 * there are at most SEND_MAX requests, and a rule that is broken is not followed further.
 */
export function explore(table: Table, options: Options = {}): Explored {
  const { situations, violations } = walk<Situation>({
    starts: [START],
    world: (from) => worldSteps(from, options),
    own: (from) => orderSteps(table, from),
    broken: (situation) => brokenRule(situation, options),
    atRest: isAtRest,
    // Where the provider has come to an end, the order must get there without anything further happening outside.
    over: ({ travelling, truth }) => travelling === 0 && truth !== 'underway',
  })
  return { situations: situations.length, orderStates: new Set(situations.map(({ order }) => order)), violations }
}

/** Null when every rule holds here. */
function brokenRule({ order, truth, travelling, posted }: Situation, options: Options): string | null {
  const resolutions = posted.settle + posted.release
  if (resolutions > 1) return 'resolved twice'
  if (posted.return > 1 || posted['late-success'] > 1) return 'corrected twice'
  if (STATES[order].open && resolutions > 0) return 'resolved and open'
  if (!STATES[order].open && resolutions === 0) return 'closed without a resolution'
  if (posted.settle > 0 && truth !== 'paid' && truth !== 'reversed') return 'settled without having been paid'
  if (posted.return > posted.settle) return 'returned without having been settled'
  if (posted.return > 0 && truth !== 'reversed') return 'returned without having come back'
  if (posted['late-success'] > posted.release) return 'taken again without having been given back'
  if (posted.release > 0 && truth === 'paid' && options.failedMayTurnPaid !== true) return 'given back and paid'
  if (posted.release > 0 && truth !== 'failed' && travelling > 0 && truth === 'absent') return 'given back while sent'
  if (posted.release > 0 && truth === 'underway') return 'given back while underway'
  return null
}

/** Nothing more has to happen by itself: the books say what the provider did, or there is nothing to prove (R8, R9). */
function isAtRest({ order, truth, travelling, posted }: Situation): boolean {
  if (order === 'manual_review') return truth === 'absent' && travelling === 0
  if (STATES[order].open) return false
  if (truth === 'paid') return posted.settle > 0 || posted['late-success'] > 0
  if (truth === 'reversed') return posted.settle === posted.return
  return true
}

/** What happens outside, without anybody asking. */
function worldSteps(from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = []
  if (from.travelling > 0) {
    const travelling = from.travelling - 1
    // The same reference a second time makes no second transfer.
    steps.push(['arrives', { ...from, travelling, truth: from.truth === 'absent' ? 'underway' : from.truth }])
    steps.push(['gets lost', { ...from, travelling }])
  }
  if (from.truth === 'underway')
    steps.push(['pays', { ...from, truth: 'paid' }], ['fails', { ...from, truth: 'failed' }])
  if (from.truth === 'paid') steps.push(['comes back', { ...from, truth: 'reversed' }])
  if (from.truth === 'failed' && options.failedMayTurnPaid) steps.push(['pays after all', { ...from, truth: 'paid' }])
  return steps
}

/** What the worker, the user and the clock do, each through the table. */
function orderSteps(table: Table, from: Situation): Step<Situation>[] {
  const apply = (event: OrderEvent, name: string, change: Partial<Situation> = {}): Step<Situation>[] => {
    const transition = table[from.order][event]
    if (transition === undefined) return []
    const { to, posts } = transition
    const posted = posts === null ? from.posted : { ...from.posted, [posts]: Math.min(from.posted[posts] + 1, 2) }
    return [[name, { ...from, ...change, order: to, posted }]]
  }
  const steps: Step<Situation>[] = [...apply('cancelled', 'cancelled')]
  if (from.sends < SEND_MAX) {
    steps.push(...apply('send', 'send', { sends: from.sends + 1, travelling: from.travelling + 1 }))
  }
  if (from.sends === 0) steps.push(...apply('refused', 'recipient refused'))
  // R6: only the first request, and only while nothing of it is there.
  if (from.sends === 1 && from.travelling === 1 && from.truth === 'absent') {
    steps.push(...apply('refused', 'refused', { travelling: 0 }))
  }
  if (from.sends === 0) return steps
  if (from.truth !== 'absent') steps.push(...apply('accepted', 'answered'))
  steps.push(...apply('unanswered', 'timeout'), ...apply('overdue', 'a day passes'))
  for (const event of verificationsOf(from.truth)) steps.push(...apply(event, `verified ${event}`))
  return steps
}

/** What a verification may say. Not found also while a request is still travelling or in validation. */
function verificationsOf(truth: Truth): OrderEvent[] {
  if (truth === 'absent') return ['not-found']
  if (truth === 'underway') return ['still-pending', 'not-found']
  return [truth]
}
