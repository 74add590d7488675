import type { OperatorRequestId } from '#contract/ids.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, STATES } from '#server/payments/orders/machine.ts'
import {
  combineFindings,
  countsAsAbsence,
  eventOf,
  isFirstRequest,
  isNothingToVerify,
  isProvedAbsent,
  mayResend,
  provesRefusal,
} from '#server/payments/orders/proving/decisions.ts'
import {
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
} from '#server/payments/orders/proving/schedule.ts'
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

/** The steps of the worker that holds the order, as in server/payments/orders/proving/order-worker.ts. */
export function ownSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
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
      return write(table, from, worker, 'writes', options).map(([name, next]) => [
        name,
        { ...next, worker: { hand: nextHand(next, worker.hand), read: next.order } },
      ])
  }
  return []
}

type Go = (name: string, hand: Hand, change?: Partial<Situation>) => Step<Situation>

/** Takes the order to verify it, for any reason: a webhook, the schedule, a user's request. */
function claim(from: Situation, go: Go, options: Options): Step<Situation>[] {
  if (options.forgetsAfterCrash && from.order === 'in_flight') return []
  const order = { sendCount: from.sends, earlierSends: from.earlier, state: from.order }
  return isNothingToVerify(order) ? [] : [go('takes it', 'verify')]
}

function keepRead(from: Situation, name: string, hand: Hand): Step<Situation> {
  return [name, { ...from, worker: { hand, read: from.worker.read } }]
}

/** The reply to the worker that sent under the latest reference, if any. */
function answers(from: Situation, latest: Which, options: Options): Step<Situation>[] {
  const { truth, travelling } = from.references[latest]
  const steps = [keepRead(from, 'no answer', 'write unanswered')]
  if (truth !== 'absent' || options.acceptanceMayLie) steps.push(keepRead(from, 'accepted', 'write accepted'))
  if (truth !== 'absent') return steps
  // Refused for good: nothing is carried out, unless the refusal lies.
  if (options.refusalMayLie) steps.push(keepRead(from, 'refused, and it lies', 'refused'))
  if (travelling === 0) return steps
  const refused = withReference(from, latest, { truth, travelling: travelling - 1 })
  return [...steps, keepRead(refused, 'refused', 'refused')]
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

/** When the first reference's day ends, relative to NOW, for each value of `day`. */
/** The request by which operators end a review. */
const REQUEST = 'orq_by-two-people' as OperatorRequestId

const ENDS_AT = [1, 0, -LATE_ARRIVAL_MAX_MS - CLOCKS_APART_MAX_MS].map((ms) => new Date(NOW.getTime() + ms))

/** Whether the engine counts a "not found" on this day, also by the provider's clock. */
function isAbsenceOn({ order, earlier }: Situation, day: number): boolean {
  const said = { event: 'not-found', saidAt: NOW } as const
  return countsAsAbsence({ state: order, earlierSends: earlier, absentAt: [] }, said, ENDS_AT[day] ?? null, NOW)
}

/** As `record` and `recordSending` in order-worker.ts: never overwrites what the user did meanwhile. */
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

/** As `recordVerification`, with the engine's own decisions. */
export function write(
  table: Table,
  from: Situation,
  worker: Worker,
  name: string,
  options: Options = {},
): Step<Situation>[] {
  const detail = worker.hand.split(' ')[1] as Look['event']
  const found = detail === 'absent' ? 'not-found' : detail
  const missing =
    found === 'not-found' ? (from.missing === 0 ? 1 : from.missing) : found === 'no-answer' ? from.missing : 0
  const proves = found !== 'not-found' && found !== 'no-answer'
  const createdAt = before(from.old ? ORDER_REVIEW_AFTER_MS : 0)
  const endedByRequest = from.endedByPeople === null ? null : REQUEST
  const event = eventOf({ state: from.order, createdAt, endedByRequest }, { event: found }, NOW)
  const counted: Situation = {
    ...from,
    missing,
    absent: detail === 'absent' || (from.absent && !proves),
    // A mismatch alerts operators in every state.
    told: from.told || worker.twice === true || (found === 'mismatch' && !STATES[from.order].open),
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

/** The worker's next step after it has written its findings. */
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
