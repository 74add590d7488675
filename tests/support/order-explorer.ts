import type { OrderState } from '#contract/orders.ts'
import { eventOf, isFirstRequest, isNothingToVerify, mayResend, provesRefusal } from '#server/orders/decisions.ts'
import type { Finding } from '#server/orders/evidence.ts'
import { type OrderEvent, type Posting, STATES, type Transition } from '#server/orders/machine.ts'
import { ORDER_REVIEW_AFTER_MS, RESEND_AFTER_MS, RESEND_CHECKS_MIN, SEND_MAX } from '#server/orders/schedule.ts'
import { type Step, walk } from './situations.ts'

export type Table = Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>>

/**
 * What became of a request at the provider. `hidden`: it is there, and a look-up does not find it yet. `other`: paid, and
 * not what was agreed.
 */
type Truth = 'absent' | 'hidden' | 'underway' | 'paid' | 'failed' | 'reversed' | 'other'

/** One reference at the provider, with the requests under it that left and have neither arrived nor been lost. */
type Reference = { readonly truth: Truth; readonly travelling: number }

/** Where a worker is between two durable steps. What it holds in memory is in its name. */
type Hand =
  | 'asleep'
  | 'prepare'
  /** It is durable that the request goes out; it has not left. */
  | 'send'
  | 'wait'
  | 'refused'
  | 'verify'
  | `write ${'send' | 'refused' | 'accepted' | 'unanswered'}`
  | `found ${Finding['event']}`

type Worker = { readonly hand: Hand /** The state it has read. */; readonly read: OrderState }

/** One situation: the order, the provider, who works on it, and what was posted so far. */
type Situation = {
  readonly order: OrderState
  readonly sends: number
  /** How long the provider has not known it: not at all, lately, for as long as R8 asks. */
  readonly missing: 0 | 1 | 2
  /** A day has passed. */
  readonly old: boolean
  /** The one reference of the order. The second one is for the mutant that makes a new one. */
  readonly references: readonly [Reference, Reference]
  readonly worker: Worker
  /** A worker whose lease ran out and who wakes some time. */
  readonly sleeper: Worker | null
  readonly posted: Readonly<Record<Posting, number>>
  /** What was given back was spent again by a second try of the user, which is paid. */
  readonly triedAgain: boolean
  readonly owes: boolean
}

export type Options = {
  /** The provider says "failed" and pays after all. */
  readonly failedMayTurnPaid?: boolean
  /** The provider refuses the first request, says it knows nothing of it, and pays after all. */
  readonly refusalMayLie?: boolean
  /** The first answer says it is taken, and nothing is there. */
  readonly acceptanceMayLie?: boolean
  /** Mutants: what a hurried change of the code might do. */
  readonly trustsWebhooks?: boolean
  readonly newReferenceOnRetry?: boolean
  readonly unfenced?: boolean
  readonly sendsBeforeItSaysSo?: boolean
  readonly anyRefusalCounts?: boolean
  readonly forgetsAfterCrash?: boolean
  /** Also workers whose lease ran out while they were about to write, which their fence refuses. Many more situations. */
  readonly everySleeper?: boolean
}

export type Explored<State = OrderState> = {
  readonly situations: number
  readonly transitions: number
  readonly states: ReadonlySet<State>
  /** Each broken rule, with the events that lead there. */
  readonly violations: readonly string[]
}

const NOTHING: Reference = { truth: 'absent', travelling: 0 }
const ASLEEP: Worker = { hand: 'asleep', read: 'held' }
const START: Situation = {
  order: 'held',
  sends: 0,
  missing: 0,
  old: false,
  references: [NOTHING, NOTHING],
  worker: ASLEEP,
  sleeper: null,
  posted: { settle: 0, release: 0, return: 0, 'late-success': 0 },
  triedAgain: false,
  owes: false,
}
const NOW = new Date('2026-11-21T12:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

/**
 * Walks through every situation that an order of the wallet can come into, whatever the provider, the network, the user
 * and the clock do and wherever a worker dies or sleeps between two durable steps. Webhooks that are lost, late, copied or
 * lying are in it by being no more than a reason to look: a worker may look at any time. It ends because the situations are
 * finite; a rule that is broken is not followed further.
 */
export function explore(table: Table, options: Options = {}, untilBroken = false): Explored {
  const { situations, transitions, violations } = walk<Situation>(
    {
      starts: [START],
      world: (from) => worldSteps(table, from, options),
      own: (from) => [...clockSteps(from), ...ownSteps(table, from, options)],
      broken: (situation) => brokenRule(situation, options),
      atRest: isAtRest,
      // Where the provider has come to an end, the order must get there without anything further happening outside.
      over: ({ references, sleeper }) =>
        sleeper?.hand !== 'send' && references.every(({ truth, travelling }) => travelling === 0 && !isUnderway(truth)),
    },
    untilBroken,
  )
  return {
    situations: situations.length,
    transitions,
    states: new Set(situations.map(({ order }) => order)),
    violations,
  }
}

const isUnderway = (truth: Truth) => truth === 'hidden' || truth === 'underway'
const isPaid = (truth: Truth) => truth === 'paid' || truth === 'other'

/** Null when every rule holds here. */
function brokenRule(situation: Situation, options: Options): string | null {
  const { order, references, posted, triedAgain, owes, sleeper } = situation
  const [{ truth }] = references
  const resolutions = posted.settle + posted.release
  const isLate = options.failedMayTurnPaid === true || options.refusalMayLie === true
  if (references.filter((each) => isPaid(each.truth) || each.truth === 'reversed').length > 1) return 'paid twice'
  if (resolutions > 1) return 'resolved twice'
  if (posted.return > 1 || posted['late-success'] > 1) return 'corrected twice'
  if (STATES[order].open && resolutions > 0) return 'resolved and open'
  if (!STATES[order].open && resolutions === 0) return 'closed without a resolution'
  if (posted.settle > 0 && truth !== 'paid' && truth !== 'reversed') return 'settled without having been paid'
  if (posted.return > posted.settle) return 'returned without having been settled'
  if (posted.return > 0 && truth !== 'reversed') return 'returned without having come back'
  if (posted['late-success'] > posted.release) return 'taken again without having been given back'
  if (availableKobo(situation) < 0) return 'takes what is not there'
  if (owes && (posted['late-success'] === 0 || !triedAgain)) return 'owes without a reason'
  if (posted.release > 0 && !isLate) {
    const mayArrive = references.some((each) => each.truth === 'absent' && each.travelling > 0)
    const mayLeave = truth === 'absent' && sleeper?.hand === 'send'
    if (mayArrive || mayLeave || references.some((each) => isUnderway(each.truth)))
      return 'given back while it may be paid'
    if (references.some((each) => isPaid(each.truth))) return 'given back and paid'
  }
  return null
}

/** The wallet began with the price of the order and nothing else: 1. */
function availableKobo({ posted, triedAgain, owes }: Situation): number {
  const held = 1 - posted.settle - posted.release
  const taken = posted['late-success'] - Number(owes)
  return 1 - (held + posted.settle) + posted.return - taken - Number(triedAgain)
}

/** Nothing more has to happen by itself: the books say what the provider did, or there is nothing to prove (R8, R9). */
function isAtRest({ order, references, posted, worker }: Situation): boolean {
  const [{ truth, travelling }] = references
  if (worker.hand !== 'asleep') return false
  if (order === 'manual_review') return (truth === 'absent' && travelling === 0) || truth === 'other'
  if (STATES[order].open) return false
  // What our float has lost is what the provider has paid.
  const lost = posted.settle - posted.return + posted['late-success']
  return lost === (truth === 'paid' ? 1 : 0) || (order === 'late_success' && truth === 'reversed')
}

/** What happens outside, without anybody asking. */
function worldSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = from.references.flatMap((reference, index) =>
    courseOf(reference, options).map(([name, next]): Step<Situation> => [name, withReference(from, index, next)]),
  )
  steps.push(...advance(table, from, 'cancelled', 'the user cancels'))
  if (availableKobo(from) > 0 && !from.triedAgain) steps.push(['the user tries again', { ...from, triedAgain: true }])
  if (from.worker.hand !== 'asleep') steps.push(['the worker dies', { ...from, worker: ASLEEP }])
  // What else an old worker was about to do is writing, and its fence refuses that.
  if (
    from.sleeper === null &&
    (from.worker.hand === 'send' || ((options.unfenced || options.everySleeper) && from.worker.hand !== 'asleep'))
  ) {
    steps.push(['its lease runs out', { ...from, worker: ASLEEP, sleeper: from.worker }])
  }
  if (from.sleeper !== null) steps.push(...wake(table, { ...from, sleeper: null }, from.sleeper, options))
  if (options.trustsWebhooks && from.sends > 0) {
    for (const event of ['paid', 'failed', 'reversed'] as const)
      steps.push(...advance(table, from, event, `told ${event}`))
  }
  return steps
}

/** Time goes on by itself. */
function clockSteps(from: Situation): Step<Situation>[] {
  const steps: Step<Situation>[] = from.old ? [] : [['a day passes', { ...from, old: true }]]
  return from.missing === 1 ? [...steps, ['half an hour passes', { ...from, missing: 2 }]] : steps
}

/** What becomes of a reference at the provider. The same reference a second time makes no second payment. */
function courseOf({ truth, travelling }: Reference, options: Options): Step<Reference>[] {
  const steps: Step<Reference>[] = []
  if (travelling > 0) {
    const left = travelling - 1
    if (truth === 'absent') steps.push(['arrives', { truth: 'hidden', travelling: left }])
    else steps.push(['arrives again', { truth, travelling: left }])
    steps.push(['gets lost', { truth, travelling: left }])
  }
  const becomes = (next: Truth, name: string) => steps.push([name, { truth: next, travelling }])
  if (truth === 'hidden') becomes('underway', 'can be seen')
  if (truth === 'underway') {
    becomes('paid', 'pays')
    becomes('failed', 'fails')
    becomes('other', 'pays another amount')
  }
  if (truth === 'paid') becomes('reversed', 'comes back')
  if (truth === 'failed' && options.failedMayTurnPaid) becomes('paid', 'pays after all')
  return steps
}

function withReference(from: Situation, index: number, reference: Reference): Situation {
  const [first, second] = from.references
  return { ...from, references: index === 0 ? [reference, second] : [first, reference] }
}

/** A worker that was taken over: its request still leaves, what it writes is refused by its fence. */
function wake(table: Table, from: Situation, { hand, read }: Worker, options: Options): Step<Situation>[] {
  if (hand === 'send') return [['the old worker sends', leave(from, options)]]
  if (!options.unfenced) return [['the old worker is refused', from]]
  const [kind, event] = hand.split(' ')
  if (kind === 'write' && event !== 'send' && from.order === read) {
    return advance(table, from, event as OrderEvent, `the old worker writes ${event}`)
  }
  return kind === 'found' ? write(table, from, event as Finding['event'], 'the old worker writes') : []
}

/** What the one worker does that holds the order, step by step as in server/orders/work.ts. */
function ownSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const { worker, order, sends } = from
  const [kind, detail] = worker.hand.split(' ')
  const go = (name: string, hand: Hand, change: Partial<Situation> = {}): Step<Situation> => {
    const next = { ...from, ...change }
    return [name, { ...next, worker: hand === 'asleep' ? ASLEEP : { hand, read: next.order } }]
  }
  switch (kind) {
    case 'asleep':
      return order === 'held' ? [go('takes it', 'prepare')] : claim(from, go, options)
    case 'prepare': {
      const steps = [go('cannot prepare', 'asleep')]
      if (sends === 0) steps.push(keepRead(from, 'recipient refused', 'write refused'))
      if (sends < SEND_MAX) {
        const left = options.sendsBeforeItSaysSo ? leave(from, options) : from
        steps.push(keepRead(left, 'prepared', 'write send'))
      }
      return steps
    }
    case 'send':
      return [keepRead(options.sendsBeforeItSaysSo ? from : leave(from, options), 'request leaves', 'wait')]
    case 'wait':
      return answers(from, options)
    case 'refused':
      return [...new Set(findings(from))].map((event) => {
        const isFirst = options.anyRefusalCounts === true || isFirstRequest({ sendCount: sends })
        const counts = isFirst && provesRefusal({ sendCount: options.anyRefusalCounts ? 1 : sends }, { event })
        return keepRead(from, `looks: ${event}`, counts ? 'write refused' : 'write unanswered')
      })
    case 'write':
      return writeOwn(table, from, detail as OrderEvent)
    case 'verify':
      return [...new Set(findings(from))].map((event) => keepRead(from, `looks: ${event}`, `found ${event}`))
    case 'found':
      return write(table, from, detail as Finding['event'], 'writes').map(([name, next]) => [
        name,
        { ...next, worker: maySendAgain(next) ? { hand: 'prepare', read: next.order } : ASLEEP },
      ])
  }
  return []
}

type Go = (name: string, hand: Hand, change?: Partial<Situation>) => Step<Situation>

/** Whatever is asked for or due: a webhook, the schedule, the user who wants to know. */
function claim(from: Situation, go: Go, options: Options): Step<Situation>[] {
  if (options.forgetsAfterCrash && from.order === 'in_flight') return []
  return isNothingToVerify({ sendCount: from.sends, state: from.order }) ? [] : [go('takes it', 'verify')]
}

function keepRead(from: Situation, name: string, hand: Hand): Step<Situation> {
  return [name, { ...from, worker: { hand, read: from.worker.read } }]
}

/** The request is on its way. */
function leave(from: Situation, options: Options): Situation {
  const index = options.newReferenceOnRetry && from.sends > 1 ? 1 : 0
  const reference = from.references[index]
  return withReference(from, index, { ...reference, travelling: reference.travelling + 1 })
}

/** What the sending worker hears, if anything. */
function answers(from: Situation, options: Options): Step<Situation>[] {
  const [{ truth, travelling }] = from.references
  const steps = [keepRead(from, 'no answer', 'write unanswered')]
  if (truth !== 'absent' || options.acceptanceMayLie) steps.push(keepRead(from, 'accepted', 'write accepted'))
  if (truth !== 'absent') return steps
  // Refused for good: it makes nothing, unless the refusal lies.
  if (options.refusalMayLie) steps.push(keepRead(from, 'refused, and it lies', 'refused'))
  if (travelling === 0) return steps
  const refused = withReference(from, 0, { truth, travelling: travelling - 1 })
  return [...steps, keepRead(refused, 'refused', 'refused')]
}

/** What a verification may say. Not found also while it cannot be seen yet; nothing at all at any time. */
function findings({ references: [{ truth }] }: Situation): Finding['event'][] {
  switch (truth) {
    case 'absent':
    case 'hidden':
      return ['not-found', 'no-answer']
    case 'underway':
      return ['still-pending', 'not-found', 'no-answer']
    case 'other':
      return ['mismatch', 'no-answer']
    default:
      return [truth, 'no-answer']
  }
}

/** As `record` and `recordSending` of work.ts: nothing is written over what the user did meanwhile. */
function writeOwn(table: Table, from: Situation, event: OrderEvent): Step<Situation>[] {
  if (from.order !== from.worker.read) return [['finds it changed', { ...from, worker: ASLEEP }]]
  const next = event === 'send' ? 'send' : event === 'refused' ? 'asleep' : 'verify'
  const sent = event === 'send' ? { sends: from.sends + 1, missing: 0 as const } : {}
  return advance(table, { ...from, ...sent }, event, `writes ${event}`).map(([name, after]) => [
    name,
    { ...after, worker: next === 'asleep' ? ASLEEP : { hand: next, read: after.order } },
  ])
}

/** As `recordFinding` of work.ts, with the decisions that the engine itself makes. */
function write(table: Table, from: Situation, found: Finding['event'], name: string): Step<Situation>[] {
  const missing =
    found === 'not-found' ? (from.missing === 0 ? 1 : from.missing) : found === 'no-answer' ? from.missing : 0
  const createdAt = before(from.old ? ORDER_REVIEW_AFTER_MS : 0)
  const event = eventOf({ state: from.order, createdAt }, { event: found }, NOW)
  const counted = { ...from, missing }
  if (event === null || table[from.order][event] === undefined) return [[`${name} nothing`, counted]]
  return advance(table, counted, event, `${name} ${event}`)
}

function maySendAgain({ order, sends, missing }: Situation): boolean {
  return mayResend(
    {
      state: order,
      sendCount: sends,
      notFoundCount: missing === 0 ? 0 : RESEND_CHECKS_MIN,
      notFoundSince: missing === 0 ? null : before(missing === 2 ? RESEND_AFTER_MS : 0),
    },
    NOW,
  )
}

/** One transition of the table, with what it posts. */
function advance(table: Table, from: Situation, event: OrderEvent, name: string): Step<Situation>[] {
  const transition = table[from.order][event]
  if (transition === undefined) return []
  const { to, posts } = transition
  if (posts === null) return [[name, { ...from, order: to }]]
  const posted = { ...from.posted, [posts]: Math.min(from.posted[posts] + 1, 2) }
  const owes = from.owes || (posts === 'late-success' && availableKobo(from) === 0)
  return [[name, { ...from, order: to, posted, owes }]]
}
