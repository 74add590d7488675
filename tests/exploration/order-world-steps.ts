import type { OrderEvent } from '#server/payments/orders/machine.ts'
import {
  ASLEEP,
  advance,
  availableKobo,
  isAboutToSend,
  leave,
  type Options,
  type Reference,
  type Situation,
  type Table,
  type Truth,
  type Worker,
  withReference,
} from './order-situation.ts'
import { write } from './order-worker-steps.ts'
import type { Step } from './situations.ts'

/** External events. */
export function worldSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = from.references.flatMap((reference, which) =>
    scenarioOf(reference, which === 0 && from.day > 0, options).map(
      ([name, next]): Step<Situation> => [name, withReference(from, which, next)],
    ),
  )
  steps.push(...advance(table, from, 'cancelled', 'the user cancels'))
  if (availableKobo(from) > 0 && !from.triedAgain) steps.push(['the user tries again', { ...from, triedAgain: true }])
  if (from.owes && !from.cameIn) steps.push(['money comes in and repays it', { ...from, owes: false, cameIn: true }])
  if (from.worker.hand !== 'asleep') steps.push(['the worker dies', { ...from, worker: ASLEEP }])
  // A stale worker can otherwise only write, which its fence refuses.
  if (
    from.sleeper === null &&
    (isAboutToSend(from.worker) || ((options.unfenced || options.everySleeper) && from.worker.hand !== 'asleep'))
  ) {
    steps.push(['its lease runs out', { ...from, worker: ASLEEP, sleeper: from.worker }])
  }
  if (from.sleeper !== null) steps.push(...wake(table, { ...from, sleeper: null }, from.sleeper, options))
  steps.push(...operatorSteps(table, from, options))
  if (options.trustsWebhooks && from.sends > 0) {
    for (const event of ['paid', 'failed', 'reversed'] as const)
      steps.push(...advance(table, from, event, `told ${event}`))
  }
  return steps
}

const BY_OPERATORS = { paid: 'paid-by-operators', 'not-paid': 'not-paid-by-operators' } as const

/**
 * As in end-review.ts: one operator looks at any time, another confirms at any later time, and the table refuses what
 * is no longer a review. A worker that was asking the provider is taken over. The operators' findings are true unless
 * they may err.
 */
function operatorSteps(table: Table, from: Situation, options: Options): Step<Situation>[] {
  const { agreed, order } = from
  if (agreed !== null) {
    const worker = options.endsBesideWorker ? from.worker : ASLEEP
    const confirmed = { ...from, worker, agreed: null, endedByPeople: agreed }
    const seen: Situation = options.endsWhatWasSeen ? { ...confirmed, order: 'manual_review' } : confirmed
    const name = `operators end it as ${agreed}`
    if (seen.order !== 'settled' && seen.order !== 'late_success')
      return advance(table, seen, BY_OPERATORS[agreed], name, options)
    const undone = { ...confirmed, endedByPeople: from.endedByPeople, undone: true }
    return isContradicted(from, options) && agreed === 'not-paid'
      ? advance(table, undone, BY_OPERATORS[agreed], name, options)
      : []
  }
  if (isContradicted(from, options)) {
    const mayAct = options.operatorsMayErr === true || isTrue(from, 'not-paid') || options.undoesWhatStands === true
    return mayAct ? [['an operator finds it not paid after all', { ...from, agreed: 'not-paid' }]] : []
  }
  if (order !== 'manual_review') return []
  return OUTCOMES.filter((outcome) => options.operatorsMayErr === true || isTrue(from, outcome)).map((outcome) => [
    `an operator finds it ${outcome}`,
    { ...from, agreed: outcome },
  ])
}

/** As in whyNotEndable: only orders that the provider contradicts. */
function isContradicted({ order, contradicted }: Situation, options: Options): boolean {
  if (order !== 'settled' && order !== 'late_success') return false
  return contradicted || options.undoesWhatStands === true
}

const OUTCOMES = ['paid', 'not-paid'] as const

function isTrue({ references, sleeper }: Situation, outcome: (typeof OUTCOMES)[number]): boolean {
  if (outcome === 'paid') return references.some(({ truth }) => truth === 'paid')
  const isOver = references.every(
    ({ truth, travelling }) => travelling === 0 && (truth === 'absent' || truth === 'failed' || truth === 'reversed'),
  )
  return isOver && !isAboutToSend(sleeper)
}

/** Time passes on its own. After the time that R13 waits, everything that arrived before a day's end is visible. */
export function clockSteps(from: Situation, options: Options): Step<Situation>[] {
  const steps: Step<Situation>[] = from.old ? [] : [['a day passes', { ...from, old: true }]]
  if (options.referencesEnd && from.sends > 0) {
    const isSeen = from.references[0].truth !== 'hidden' || options.seenFarTooLate === true
    if (from.day === 0) steps.push(['midnight passes', { ...from, day: 1 }])
    if (from.day === 1 && isSeen) steps.push(['the night passes', { ...from, day: 2 }])
  }
  return from.missing === 1 ? [...steps, ['half an hour passes', { ...from, missing: 2 }]] : steps
}

/** What can happen to a reference at the provider. A second request under it makes no second payment. */
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
  if (truth === 'paid' && options.paidMayTurnFailed) becomes('failed', 'fails after all')
  if (truth === 'failed' && options.failedMayTurnPaid) becomes('paid', 'pays after all')
  return steps
}

/** A worker that was taken over: its request still leaves, but the fence refuses its writes. */
function wake(table: Table, from: Situation, worker: Worker, options: Options): Step<Situation>[] {
  const { hand, read } = worker
  if (hand === 'send' || hand === 'send second') {
    return [['the old worker sends', leave(from, hand === 'send' ? 0 : 1, options)]]
  }
  if (!options.unfenced) return [['the old worker is refused', from]]
  const [kind, event = ''] = hand.split(' ')
  if (kind === 'write' && !event.startsWith('send') && from.order === read) {
    return advance(table, from, event as OrderEvent, `the old worker writes ${event}`, options)
  }
  return kind === 'found' ? write(table, from, worker, 'the old worker writes', options) : []
}
