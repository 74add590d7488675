import type { OperatorRequestId } from '#contract/ids.ts'
import type { Prepared, Sent } from '#server/payments/kinds/kind.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, STATES } from '#server/payments/orders/machine.ts'
import { combineFindings, isAbsence, sendsAfter } from '#server/payments/orders/proving/decisions.ts'
import {
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
} from '#server/payments/orders/proving/schedule.ts'
import {
  type Step as Decided,
  type FindingWrite,
  type Seen,
  type StepRow,
  step,
} from '#server/payments/orders/proving/step.ts'
import { contradicts } from '#server/payments/orders/way-outs.ts'
import {
  ASLEEP,
  advance,
  before,
  type Hand,
  leave,
  NOW,
  type Options,
  type Reference,
  type Situation,
  type Table,
  type Which,
  type Worker,
  withReference,
} from './order-situation.ts'
import type { Step } from './situations.ts'

const REFUSED = { outcome: 'refused', note: '', failure: '', alarm: null } satisfies Sent
const REQUEST = {
  ready: true,
  reference: '',
  send: () => Promise.reject(new Error('nothing leaves an exploration')),
} satisfies Prepared

/**
 * What the worker that holds the order does. Here are the answers that each of its calls can bring; what it does with one is
 * decided by step.ts, as in the product.
 */
export function ownSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const { worker } = from
  const [kind, detail] = worker.hand.split(' ')
  const latest: Which = from.earlier > 0 ? 1 : 0
  switch (kind) {
    case 'asleep':
      return claim(from, options)
    case 'prepare':
    case 'prepare-again':
    case 'prepare-anew': {
      const learns = (name: string, prepared: Prepared, at = from) =>
        decide(at, name, { seen: 'prepared', by: kind, prepared, now: NOW })
      const leavesEarly = options.sendsBeforeItSaysSo && kind !== 'prepare-anew'
      return [
        learns('cannot prepare', { ready: false, refused: null }),
        learns('refused before it is sent', { ready: false, refused: { note: '', failure: '' } }),
        learns('prepared', REQUEST, leavesEarly ? leave(from, latest, options) : from),
      ]
    }
    case 'send': {
      const which: Which = detail === 'second' ? 1 : 0
      const left = options.sendsBeforeItSaysSo ? from : leave(from, which, options)
      return [['request leaves', { ...left, worker: { ...worker, hand: 'wait' } }]]
    }
    case 'wait':
      return answers(from, latest, options)
    case 'check-refusal':
      return looks(from, options).map((look) => {
        const seen = { seen: 'refusal-checked', refusal: REFUSED, finding: findingOf(look), now: NOW } as const
        return decide(from, `looks: ${look.event}`, seen, options)
      })
    case 'write':
      return writeOwn(table, from, detail as OrderEvent)
    case 'verify':
      return looks(from, options).map(({ event, under, twice }) => {
        const known = { ...(under === undefined ? {} : { under }), ...(twice ? ({ twice } as const) : {}) }
        const found: Worker = { ...worker, hand: `found ${event}`, ...known }
        return [`looks: ${event}${twice ? ', twice' : ''}`, { ...from, worker: found }]
      })
    case 'found':
      return write(table, from, worker, 'writes', options).flatMap(([name, next]) => goesOn(next, name))
  }
  return []
}

/** Takes the order to verify it, for any reason: a webhook, the schedule, a user's request. */
function claim(from: Situation, options: Options): Step<Situation>[] {
  if (options.forgetsAfterCrash && from.order === 'in_flight') return []
  const [name, next] = decide(reread(from), 'takes it', { seen: 'turn', stops: [], isOurs: false, now: NOW })
  return next.worker.hand === 'asleep' ? [] : [[name, next]]
}

/** The worker goes on from what it has in its hand to what it does after it has seen this. */
function decide(from: Situation, name: string, seen: Seen, options: Options = {}): Step<Situation> {
  const counted = options.anyRefusalCounts ? { sendCount: 1, earlierSends: 0 } : {}
  const decided = step({ ...rowOf(from), state: from.worker.read, ...counted }, seen)
  const hand = handOf(from, decided)
  return [name, { ...from, worker: hand === 'asleep' ? ASLEEP : { hand, read: from.worker.read } }]
}

function handOf(from: Situation, decided: Decided): Hand {
  if ('due' in decided) return 'asleep'
  if ('write' in decided) {
    if (decided.write === 'finding') throw new Error('its hand says what it found')
    return `write ${decided.event}`
  }
  if (decided.call === 'deliver') throw new Error('a provider carries it out')
  return decided.call === 'send' && from.earlier > 0 ? 'send second' : decided.call
}

/** The worker has read the order. */
function reread(from: Situation): Situation {
  return { ...from, worker: { ...from.worker, read: from.order } }
}

/** By which people end it. */
const BY_PEOPLE = 'orq_by-two-people' as OperatorRequestId

/** The order's row in this situation. */
function rowOf({ order, sends, earlier, missing, absent, old, endedByPeople, contradicted }: Situation): StepRow {
  return {
    state: order,
    createdAt: before(old ? ORDER_REVIEW_AFTER_MS : 0),
    updatedAt: NOW,
    sendCount: sends,
    earlierSends: earlier,
    notFoundCount: missing === 0 ? 0 : RESEND_CHECKS_MIN,
    notFoundSince: missing === 0 ? null : before(missing === 2 ? RESEND_AFTER_MS : 0),
    absentAt: absent ? Array.from({ length: ABSENCES_MIN }, () => NOW) : [],
    maybeElsewhere: false,
    endedByRequest: endedByPeople === null ? null : BY_PEOPLE,
    contradictedAt: contradicted ? NOW : null,
  }
}

/** The reply to the worker that sent under the latest reference, if any. */
function answers(from: Situation, latest: Which, options: Options): Step<Situation>[] {
  const { truth, travelling } = from.references[latest]
  const learns = (name: string, sent: Sent, at = from) => decide(at, name, { seen: 'sent', sent, now: NOW }, options)
  const steps = [learns('no answer', { outcome: 'unanswered', note: '' })]
  if (truth !== 'absent' || options.acceptanceMayLie) steps.push(learns('accepted', { outcome: 'accepted', note: '' }))
  if (truth !== 'absent') return steps
  // Refused for good: nothing is carried out, unless the refusal lies.
  if (options.refusalMayLie) steps.push(learns('refused, and it lies', REFUSED))
  if (travelling === 0) return steps
  return [...steps, learns('refused', REFUSED, withReference(from, latest, { truth, travelling: travelling - 1 }))]
}

/** Results of looking up one reference. "Not found" includes what is not visible yet; "no answer" can always happen. */
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

/** Possible results of verifying all references. `absent`: not found, by a provider that would refuse it by now. */
function looks(from: Situation, options: Options): Look[] {
  const [first, second] = from.references
  const isSeen = from.day === 2 && options.seenFarTooLate !== true
  const ofFirst = findings(first, isSeen)
  if (from.earlier === 0) {
    const counts =
      options.sendsAnewAtOnce === true ||
      (options.sendsAnewAtMidnight === true && from.day > 0) ||
      isAbsence({ event: 'not-found', saidAt: NOW }, ENDS_AT[from.day] ?? null, NOW)
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

/** When the first reference's day ends, relative to NOW, for each value of `day`. */
const ENDS_AT = [1, 0, -LATE_ARRIVAL_MAX_MS - CLOCKS_APART_MAX_MS].map((ms) => new Date(NOW.getTime() + ms))

/** The same as the provider says it, to the worker that asked. */
function findingOf({ event, twice }: Look): VerificationResult {
  const known = { note: '', ...(twice ? { knownTwice: '' } : {}) }
  return event === 'absent' ? { ...known, event: 'not-found', saidAt: NOW } : { ...known, event, saidAt: null }
}

/** When the reference ends that the worker asked about. Its last finding may be that it is over. */
function endsAtOf({ earlier, day }: Situation, { event }: Look): Date | null {
  return ENDS_AT[event === 'absent' ? 2 : earlier > 0 ? 0 : day] ?? null
}

const lookOf = ({ hand, twice }: Worker): Look => ({
  event: hand.split(' ')[1] as Look['event'],
  ...(twice ? { twice } : {}),
})

/** As `write` in order-worker.ts: never overwrites what the user did meanwhile. */
function writeOwn(table: Table, from: Situation, event: OrderEvent): Step<Situation>[] {
  const isRequest = event === 'send' || event === 'send-anew'
  const written = (changed: boolean, notBefore: Date | null = null): Seen =>
    isRequest
      ? { seen: 'request-written', request: REQUEST, changed, notBefore, now: NOW }
      : { seen: 'event-written', event, now: NOW }
  if (from.order !== from.worker.read) return [decide(reread(from), 'finds it changed', written(false))]
  const { sent, ...sends } = sendsAfter(rowOf(from), event)
  const counted = { sends: sends.sendCount, earlier: sends.earlierSends, absent: sends.absentAt.length > 0 }
  const known: Situation = {
    ...from,
    ...counted,
    missing: sent === 1 ? 0 : from.missing,
    own: event === 'send-anew' ? 1 : from.own,
  }
  const stopped = isRequest ? [decide(from, 'may not go out now', written(false, NOW))] : []
  const steps = advance(table, known, event, `writes ${event}`)
  return [...stopped, ...steps.map(([name, after]) => decide(reread(after), name, written(true)))]
}

/** As `recordVerification`, with what step.ts decides. */
export function write(
  table: Table,
  from: Situation,
  worker: Worker,
  name: string,
  options: Options = {},
): Step<Situation>[] {
  const look = lookOf(worker)
  const { event, finding, notFound, absences, alarms } = decideFinding(from, look)
  const counted: Situation = {
    ...from,
    missing: notFound === 'none' ? 0 : notFound === 'one-more' && from.missing === 0 ? 1 : from.missing,
    absent: absences === 'unchanged' ? from.absent : absences === 'one-more',
    // A mismatch alerts operators in every state.
    told:
      from.told || alarms.includes('order-known-twice') || (finding.event === 'mismatch' && !STATES[from.order].open),
  }
  if (event === null) return [[`${name} nothing`, counted]]
  // Proof that fits nothing: the payment under one reference came back, and the order is delivered under the other; or
  // operators ended it with another outcome.
  if (table[from.order][event] === undefined) {
    const isAlarming = (event === 'paid' && from.order === 'returned') || from.endedByPeople !== null
    const contradicted = counted.contradicted || contradicts(from.order, event)
    return [[`${name} nothing`, { ...counted, contradicted, told: counted.told || isAlarming }]]
  }
  const isUnder = event === 'paid' && worker.under !== undefined && table[from.order][event]?.to !== from.order
  const under = isUnder ? { ...counted, own: worker.under ?? from.own } : counted
  return advance(table, under, event, `${name} ${event}`, options)
}

function decideFinding(from: Situation, look: Look): FindingWrite {
  const seen = { seen: 'found', finding: findingOf(look), endsAt: endsAtOf(from, look), now: NOW } as const
  const decided = step(rowOf(from), seen)
  if (!('write' in decided) || decided.write !== 'finding') throw new Error('a finding is always written')
  return decided
}

/** The worker's next step after it has written its finding. A callback may have named the reference at any time. */
function goesOn(from: Situation, name: string): Step<Situation>[] {
  const look = lookOf(from.worker)
  const beside = { finding: findingOf(look), endsAt: endsAtOf(from, look), waiting: 0, isMissing: false, now: NOW }
  const spoken = look.event === 'absent' ? [false, true] : [false]
  return spoken.map((wasSpokenOf) => decide(reread(from), name, { seen: 'finding-written', ...beside, wasSpokenOf }))
}
