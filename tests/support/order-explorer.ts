import type { OrderState } from '#contract/orders.ts'
import {
  combineFindings,
  countsAsAbsence,
  eventOf,
  isFirstRequest,
  isNothingToVerify,
  isProvedAbsent,
  mayResend,
  provesRefusal,
} from '#server/payments/orders/decisions.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, type Posting, STATES, type Transition } from '#server/payments/orders/machine.ts'
import {
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
} from '#server/payments/orders/schedule.ts'
import { type Step, walk } from './situations.ts'

export type Table = Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, Transition>>>>>

/**
 * What became of a request at the provider. `hidden`: it is there, and a look-up does not find it yet. `other`: paid, and
 * not what was agreed.
 */
type Truth = 'absent' | 'hidden' | 'underway' | 'paid' | 'failed' | 'reversed' | 'other'

/** One reference at the provider, with the requests under it that left and have neither arrived nor been lost. */
type Reference = { readonly truth: Truth; readonly travelling: number }

/** Which of an order's references: the first, or the second that R13 allows. */
type Which = 0 | 1

/** Where a worker is between two durable steps. What it holds in memory is in its name. */
type Hand =
  | 'asleep'
  | 'prepare'
  /** As prepare, for a request under the second reference. */
  | 'anew'
  /** It is durable that the request goes out under the first reference, or the second; it has not left. */
  | 'send'
  | 'send second'
  | 'wait'
  | 'refused'
  | 'verify'
  | `write ${'send' | 'send-anew' | 'never-arrived' | 'refused' | 'accepted' | 'unanswered'}`
  | `found ${VerificationResult['event'] | 'absent'}`

type Worker = {
  readonly hand: Hand
  /** The state it has read. */
  readonly read: OrderState
  /** The reference it was found under, where that is not the order's. */
  readonly under?: Which
  /** The provider has it under both. */
  readonly twice?: true
}

/** One situation: the order, the provider, who works on it, and what was posted so far. */
type Situation = {
  readonly order: OrderState
  readonly sends: number
  /** How long the provider has not known it: not at all, lately, for as long as R8 asks. */
  readonly missing: 0 | 1 | 2
  /** A day has passed. */
  readonly old: boolean
  /** The references of the order: the second one is there once R13, or a mutant, has made it. */
  readonly references: readonly [Reference, Reference]
  /** Which of them the order has. */
  readonly own: Which
  /** The day of the first reference, by the provider's clock: it lasts, is over, or is over for longer than anything takes. */
  readonly day: 0 | 1 | 2
  /** The provider has said often enough that it does not know a reference it takes no more. */
  readonly absent: boolean
  /** How many requests went out under the first reference before the second. */
  readonly earlier: number
  /** Operators were told that the provider has it twice, or of proof that fits nothing. */
  readonly told: boolean
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
  /** References end with their day, as a purchase's do (R13). */
  readonly referencesEnd?: boolean
  /** The provider breaks its word: what it took in time is seen only long after the day is over. */
  readonly seenFarTooLate?: boolean
  /** Mutants: what a hurried change of the code might do. */
  readonly trustsWebhooks?: boolean
  readonly newReferenceOnRetry?: boolean
  /** Under a new reference on plain "not found", while the old one may still be taken. */
  readonly sendsAnewAtOnce?: boolean
  /** Under a new reference as soon as the day is over, while what came in time may still be unseen. */
  readonly sendsAnewAtMidnight?: boolean
  readonly forgetsEarlierReference?: boolean
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
  own: 0,
  day: 0,
  absent: false,
  earlier: 0,
  told: false,
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
      own: (from) => [...clockSteps(from, options), ...ownSteps(table, from, options)],
      broken: (situation) => brokenRule(situation, options),
      atRest: isAtRest,
      // Where the provider has come to an end, the order must get there without anything further happening outside.
      over: ({ references, sleeper }) =>
        !isAboutToSend(sleeper) && references.every(({ truth, travelling }) => travelling === 0 && !isUnderway(truth)),
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

const isAboutToSend = (worker: Worker | null) => worker?.hand === 'send' || worker?.hand === 'send second'
const isUnderway = (truth: Truth) => truth === 'hidden' || truth === 'underway'
const isPaid = (truth: Truth) => truth === 'paid' || truth === 'other'

/** Null when every rule holds here. */
function brokenRule(situation: Situation, options: Options): string | null {
  const { order, references, posted, triedAgain, owes, sleeper, day } = situation
  const truths = references.map(({ truth }) => truth)
  const resolutions = posted.settle + posted.release
  const breaksItsWord = options.seenFarTooLate === true
  const isLate = options.failedMayTurnPaid === true || options.refusalMayLie === true || breaksItsWord
  const done = truths.filter((truth) => isPaid(truth) || truth === 'reversed').length
  if (done > 1 && !breaksItsWord) return 'paid twice'
  if (resolutions > 1) return 'resolved twice'
  if (posted.return > 1 || posted['late-success'] > 1) return 'corrected twice'
  if (STATES[order].open && resolutions > 0) return 'resolved and open'
  if (!STATES[order].open && resolutions === 0) return 'closed without a resolution'
  if (posted.settle > 0 && !truths.some((truth) => truth === 'paid' || truth === 'reversed'))
    return 'settled without having been paid'
  if (posted.return > posted.settle) return 'returned without having been settled'
  if (posted.return > 0 && !truths.includes('reversed')) return 'returned without having come back'
  if (posted['late-success'] > posted.release) return 'taken again without having been given back'
  if (availableKobo(situation) < 0) return 'takes what is not there'
  if (owes && (posted['late-success'] === 0 || !triedAgain)) return 'owes without a reason'
  if (posted.release > 0 && !isLate) {
    // What arrives after its day is refused.
    const isTaken = (which: number) => which === 1 || day === 0
    const mayArrive = references.some((each, at) => isTaken(at) && each.truth === 'absent' && each.travelling > 0)
    const mayLeave = [sleeper?.hand === 'send' && day === 0, sleeper?.hand === 'send second'].some(
      (leaves, which) => leaves && truths[which] === 'absent',
    )
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
function isAtRest({ order, references, own, posted, worker, told }: Situation): boolean {
  const has = (truth: Truth) => references.some((each) => each.truth === truth)
  if (worker.hand !== 'asleep') return false
  if (order === 'manual_review') {
    // Under the reference it has nothing is there to prove, and nothing was carried out under the other.
    const isNowhere = references[own].truth === 'absent' && references.every(({ travelling }) => travelling === 0)
    return has('other') || (isNowhere && !has('hidden') && !has('underway') && !has('paid'))
  }
  if (STATES[order].open) return false
  // What our float has lost is what the provider has paid, or operators know of the rest.
  const lost = posted.settle - posted.return + posted['late-success']
  const paid = references.filter(({ truth }) => truth === 'paid').length
  return lost === paid || told || (order === 'late_success' && has('reversed'))
}

/** What happens outside, without anybody asking. */
function worldSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = from.references.flatMap((reference, which) =>
    scenarioOf(reference, which === 0 && from.day > 0, options).map(
      ([name, next]): Step<Situation> => [name, withReference(from, which, next)],
    ),
  )
  steps.push(...advance(table, from, 'cancelled', 'the user cancels'))
  if (availableKobo(from) > 0 && !from.triedAgain) steps.push(['the user tries again', { ...from, triedAgain: true }])
  if (from.worker.hand !== 'asleep') steps.push(['the worker dies', { ...from, worker: ASLEEP }])
  // What else an old worker was about to do is writing, and its fence refuses that.
  if (
    from.sleeper === null &&
    (isAboutToSend(from.worker) || ((options.unfenced || options.everySleeper) && from.worker.hand !== 'asleep'))
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

/** Time goes on by itself. By the time that R13 waits for, everything that came before a day's end can be seen. */
function clockSteps(from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = from.old ? [] : [['a day passes', { ...from, old: true }]]
  if (options.referencesEnd && from.sends > 0) {
    const isSeen = from.references[0].truth !== 'hidden' || options.seenFarTooLate === true
    if (from.day === 0) steps.push(['midnight passes', { ...from, day: 1 }])
    if (from.day === 1 && isSeen) steps.push(['the night passes', { ...from, day: 2 }])
  }
  return from.missing === 1 ? [...steps, ['half an hour passes', { ...from, missing: 2 }]] : steps
}

/** What becomes of a reference at the provider. The same reference a second time makes no second payment. */
function scenarioOf({ truth, travelling }: Reference, isOver: boolean, options: Options): Step<Reference>[] {
  const steps: Step<Reference>[] = []
  if (travelling > 0) {
    const left = travelling - 1
    if (truth === 'absent' && isOver) steps.push(['arrives too late', { truth, travelling: left }])
    else if (truth === 'absent') steps.push(['arrives', { truth: 'hidden', travelling: left }])
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

function withReference(from: Situation, which: number, reference: Reference): Situation {
  const [first, second] = from.references
  return { ...from, references: which === 0 ? [reference, second] : [first, reference] }
}

/** A worker that was taken over: its request still leaves, what it writes is refused by its fence. */
function wake(table: Table, from: Situation, worker: Worker, options: Options): Step<Situation>[] {
  const { hand, read } = worker
  if (hand === 'send' || hand === 'send second') {
    return [['the old worker sends', leave(from, hand === 'send' ? 0 : 1, options)]]
  }
  if (!options.unfenced) return [['the old worker is refused', from]]
  const [kind, event = ''] = hand.split(' ')
  if (kind === 'write' && !event.startsWith('send') && from.order === read) {
    return advance(table, from, event as OrderEvent, `the old worker writes ${event}`)
  }
  return kind === 'found' ? write(table, from, worker, 'the old worker writes') : []
}

/** What the one worker does that holds the order, step by step as in server/payments/orders/order-worker.ts. */
function ownSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const { worker, order, sends } = from
  const [kind, detail] = worker.hand.split(' ')
  const latest: Which = from.earlier > 0 ? 1 : 0
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
        const left = options.sendsBeforeItSaysSo ? leave(from, latest, options) : from
        steps.push(keepRead(left, 'prepared', 'write send'))
      }
      return steps
    }
    case 'anew':
      return [
        go('cannot prepare', 'asleep'),
        keepRead(from, 'not sold any more', 'write never-arrived'),
        keepRead(from, 'prepared anew', 'write send-anew'),
      ]
    case 'send': {
      const which: Which = detail === 'second' ? 1 : 0
      return [keepRead(options.sendsBeforeItSaysSo ? from : leave(from, which, options), 'request leaves', 'wait')]
    }
    case 'wait':
      return answers(from, latest, options)
    case 'refused':
      return looks(from, options).map(({ event }) => {
        const counted = options.anyRefusalCounts ? 1 : sends
        const order = { sendCount: counted, earlierSends: options.anyRefusalCounts ? 0 : from.earlier }
        const counts =
          isFirstRequest(order) && provesRefusal(order, { event: event === 'absent' ? 'not-found' : event })
        return keepRead(from, `looks: ${event}`, counts ? 'write refused' : 'write unanswered')
      })
    case 'write':
      return writeOwn(table, from, detail as OrderEvent)
    case 'verify':
      return looks(from, options).map(({ event, under, twice }) => {
        const [name, next] = keepRead(from, `looks: ${event}${twice ? ', twice' : ''}`, `found ${event}`)
        const known = { ...(under === undefined ? {} : { under }), ...(twice ? ({ twice } as const) : {}) }
        return [name, { ...next, worker: { ...next.worker, ...known } }]
      })
    case 'found':
      return write(table, from, worker, 'writes').map(([name, next]) => [
        name,
        { ...next, worker: { hand: nextHand(next, worker.hand), read: next.order } },
      ])
  }
  return []
}

type Go = (name: string, hand: Hand, change?: Partial<Situation>) => Step<Situation>

/** Whatever is asked for or due: a webhook, the schedule, the user who wants to know. */
function claim(from: Situation, go: Go, options: Options): Step<Situation>[] {
  if (options.forgetsAfterCrash && from.order === 'in_flight') return []
  const order = { sendCount: from.sends, earlierSends: from.earlier, state: from.order }
  return isNothingToVerify(order) ? [] : [go('takes it', 'verify')]
}

function keepRead(from: Situation, name: string, hand: Hand): Step<Situation> {
  return [name, { ...from, worker: { hand, read: from.worker.read } }]
}

/** The request is on its way, under one of the references. */
function leave(from: Situation, latest: Which, options: Options): Situation {
  const which = options.newReferenceOnRetry && from.sends > 1 ? 1 : latest
  const reference = from.references[which]
  return withReference(from, which, { ...reference, travelling: reference.travelling + 1 })
}

/** The reply to the worker that sent under the latest reference, if any. */
function answers(from: Situation, latest: Which, options: Options): Step<Situation>[] {
  const { truth, travelling } = from.references[latest]
  const steps = [keepRead(from, 'no answer', 'write unanswered')]
  if (truth !== 'absent' || options.acceptanceMayLie) steps.push(keepRead(from, 'accepted', 'write accepted'))
  if (truth !== 'absent') return steps
  // Refused for good: it makes nothing, unless the refusal lies.
  if (options.refusalMayLie) steps.push(keepRead(from, 'refused, and it lies', 'refused'))
  if (travelling === 0) return steps
  const refused = withReference(from, latest, { truth, travelling: travelling - 1 })
  return [...steps, keepRead(refused, 'refused', 'refused')]
}

/** What a look-up of one reference may say. Not found also while it cannot be seen yet; nothing at all at any time. */
function findings({ truth }: Reference, isSeen: boolean): VerificationResult['event'][] {
  switch (truth) {
    case 'absent':
    case 'hidden':
      return ['not-found', 'no-answer']
    case 'underway':
      return isSeen ? ['still-pending', 'no-answer'] : ['still-pending', 'not-found', 'no-answer']
    case 'other':
      return ['mismatch', 'no-answer']
    default:
      return [truth, 'no-answer']
  }
}

type Look = { readonly event: VerificationResult['event'] | 'absent'; readonly under?: Which; readonly twice?: true }

/** What a verification may say, of all references together. `absent`: not found, by a provider that would refuse it by now. */
function looks(from: Situation, options: Options): Look[] {
  const [first, second] = from.references
  const isSeen = from.day === 2 && options.seenFarTooLate !== true
  const ofFirst = findings(first, isSeen)
  if (from.earlier === 0) {
    const counts =
      options.sendsAnewAtOnce === true ||
      (options.sendsAnewAtMidnight === true && from.day > 0) ||
      isAbsenceOn(from, from.day)
    return [...new Set(ofFirst)].map((event) => ({ event: event === 'not-found' && counts ? 'absent' : event }))
  }
  const found = findings(second, false).flatMap((of) =>
    (options.forgetsEarlierReference ? (['not-found'] as const) : ofFirst).map((ofEarlier) =>
      combineFindings({ reference: `${from.own}` }, [
        { reference: '0', finding: { event: ofEarlier, note: '' } },
        { reference: '1', finding: { event: of, note: '' } },
      ]),
    ),
  )
  const all = found.map(
    ({ event, reference, knownTwice }): Look => ({
      event,
      ...(reference === undefined ? {} : { under: Number(reference) as Which }),
      ...(knownTwice === undefined ? {} : { twice: true }),
    }),
  )
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}

/** The end of the first reference's day, seen from NOW, on each of its days. */
const ENDS_AT = [1, 0, -LATE_ARRIVAL_MAX_MS - CLOCKS_APART_MAX_MS].map((ms) => new Date(NOW.getTime() + ms))

/** Whether the engine counts a "not found" of this day, which the provider's own clock shows as well. */
function isAbsenceOn({ order, earlier }: Situation, day: number): boolean {
  const said = { event: 'not-found', saidAt: NOW } as const
  return countsAsAbsence({ state: order, earlierSends: earlier, absentAt: [] }, said, ENDS_AT[day] ?? null, NOW)
}

/** As `record` and `recordSending` of work.ts: nothing is written over what the user did meanwhile. */
function writeOwn(table: Table, from: Situation, event: OrderEvent): Step<Situation>[] {
  if (from.order !== from.worker.read) return [['finds it changed', { ...from, worker: ASLEEP }]]
  const isAnew = event === 'send-anew'
  const isEnd = event === 'refused' || event === 'never-arrived'
  const second = isAnew || from.earlier > 0
  const next = event === 'send' || isAnew ? (second ? 'send second' : 'send') : isEnd ? 'asleep' : 'verify'
  const sent = event === 'send' || isAnew ? ({ sends: from.sends + 1, missing: 0, absent: false } as const) : {}
  const under = isAnew ? ({ earlier: from.sends, own: 1 } as const) : {}
  return advance(table, { ...from, ...sent, ...under }, event, `writes ${event}`).map(([name, after]) => [
    name,
    { ...after, worker: next === 'asleep' ? ASLEEP : { hand: next, read: after.order } },
  ])
}

/** As `recordVerification`, with the decisions that the engine itself makes. */
function write(table: Table, from: Situation, worker: Worker, name: string): Step<Situation>[] {
  const detail = worker.hand.split(' ')[1] as Look['event']
  const found = detail === 'absent' ? 'not-found' : detail
  const missing =
    found === 'not-found' ? (from.missing === 0 ? 1 : from.missing) : found === 'no-answer' ? from.missing : 0
  const proves = found !== 'not-found' && found !== 'no-answer'
  const createdAt = before(from.old ? ORDER_REVIEW_AFTER_MS : 0)
  const event = eventOf({ state: from.order, createdAt }, { event: found }, NOW)
  const counted: Situation = {
    ...from,
    missing,
    absent: detail === 'absent' || (from.absent && !proves),
    // A mismatch calls a person in every state.
    told: from.told || worker.twice === true || (found === 'mismatch' && !STATES[from.order].open),
  }
  if (event === null) return [[`${name} nothing`, counted]]
  // It fits nothing: what was paid under one reference came back, and it is delivered under the other.
  if (table[from.order][event] === undefined)
    return [[`${name} nothing`, { ...counted, told: counted.told || (event === 'paid' && from.order === 'returned') }]]
  const isUnder = event === 'paid' && worker.under !== undefined && table[from.order][event]?.to !== from.order
  return advance(table, isUnder ? { ...counted, own: worker.under ?? from.own } : counted, event, `${name} ${event}`)
}

/** What the worker does next that has just written what it found. */
function nextHand({ order, sends, missing, absent, earlier, day }: Situation, hand: Hand): Hand {
  const of = { state: order, sendCount: sends, earlierSends: earlier }
  const endsAt = earlier > 0 ? (ENDS_AT[0] ?? null) : (ENDS_AT[day] ?? null)
  const notFound = {
    notFoundCount: missing === 0 ? 0 : RESEND_CHECKS_MIN,
    notFoundSince: missing === 0 ? null : before(missing === 2 ? RESEND_AFTER_MS : 0),
  }
  if (mayResend({ ...of, ...notFound }, endsAt, NOW)) return 'prepare'
  if (hand !== 'found absent') return 'asleep'
  const absentAt = absent ? Array.from({ length: ABSENCES_MIN }, () => NOW) : []
  const said = { event: 'not-found', saidAt: NOW } as const
  const isProved = isProvedAbsent({ ...of, absentAt, maybeElsewhere: false }, said, ENDS_AT[2] ?? null, NOW)
  return isProved ? 'anew' : 'asleep'
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
