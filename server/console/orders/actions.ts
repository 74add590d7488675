import type { Action } from '#contract/console/orders.ts'
import { COMMANDS, type Command, mayMake, mayRead } from '#contract/console/permissions.ts'
import type { Role } from '#contract/console/roles.ts'
import { closesDifference } from '#server/controls/reconciliation/open-difference.ts'
import { isCreditable } from '#server/deposits/credit-set-aside.ts'
import type { DepositState } from '#server/deposits/deposit-machine.ts'
import type { WaitingSubject } from '#server/identity/operators/waiting-requests.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { type ReviewOutcome, whyNotEndable } from '#server/payments/orders/ending/end-review.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { isSuspended, type Suspension } from '#server/suspension/suspensions.ts'
import { sayContradiction } from './meaning-of-order.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Case, KnownDifference, Records } from './read-records.ts'

/** The operator's role, and the requests that wait for a second operator. */
export type Looking = { readonly role: Role; readonly requests: readonly WaitingSubject[] }

/** Acts of two operators on the screens of an order and a deposit. */
export const ACTS_HERE = [
  'end-review',
  'refund-bpc',
  'credit-deposit',
  'close-difference',
  'close-differences',
] as const

const NOT_HERE = { link: null, difference: null } as const

/** Every action on an order, and whether this operator may take it now or who else may. */
export function actionsOnOrder(facts: OrderFacts, looking: Looking): Action[] {
  return [
    ...onDifferences(facts.differences, looking),
    ...onCases(facts.cases, looking),
    ...onStops(facts, looking),
    ...onlyTheCustomer(facts),
    ...onReview(facts, looking),
    ...onRefund(facts, looking),
  ]
}

/**
 * An act of two operators on this order: why it is impossible now, whether a request waits, and which form opens it.
 */
function actOfTwo(
  { order: { id } }: OrderFacts,
  { role, requests }: Looking,
  of: { act: 'end-review' | 'refund-bpc'; name: string; refused: string | null; why: string; opens: Action['opens'] },
): Action {
  const { act, name, refused, why, opens } = of
  const no = { ...NOT_HERE, name, allowed: false }
  const waits = requests.some((each) => each.act === act && each.subject === id)
  if (waits) return { ...no, why: 'It waits for a second operator.', link: '/admin/proposals' }
  if (refused !== null) return { ...no, why: refused }
  if (!mayMake(role, act)) return { ...no, why: saidBy(act) }
  return { ...NOT_HERE, name, allowed: true, why: `${why} Another operator has to confirm it.`, opens }
}

function onReview(facts: OrderFacts, looking: Looking): Action[] {
  const { order, provider, stops } = facts
  const stop = stops.find((each) => isSuspended([each], 'undo'))
  const actAs = (outcome: ReviewOutcome, name: string, why: string) =>
    actOfTwo(facts, looking, {
      act: 'end-review',
      name,
      refused:
        refusal(whyNotEndable(order, outcome)) ?? (stop === undefined ? null : `Money is stopped: ${stop.detail}.`),
      why,
      opens: { form: 'end-review', order: order.id, outcome },
    })
  if (order.contradictedAt !== null) {
    const why = `${sayContradiction(order, provider)} It takes evidence that nothing arrived and nothing can.`
    return [actAs('not-paid', 'Propose to end it as not paid', why)]
  }
  if (order.state !== 'manual_review') {
    const why =
      provider === null
        ? 'No operator can: we deliver it ourselves.'
        : `No operator can: only proof from ${provider} ends an order that is not in manual review, and it is asked automatically.`
    return [{ ...NOT_HERE, name: 'End it as paid or as not paid', allowed: false, why }]
  }
  return [
    actAs('paid', 'Propose to end the review as paid', 'It takes evidence from outside, such as the bank’s letter.'),
    actAs(
      'not-paid',
      'Propose to end the review as not paid',
      'It takes evidence that nothing arrived and nothing can.',
    ),
  ]
}

const refusal = (why: string | null) => (why === null ? null : `No operator can: ${why}.`)

function onRefund(facts: OrderFacts, looking: Looking): Action[] {
  const { order, whyNoRefund } = facts
  if (!KINDS[order.kind].isRefundable) return []
  const why = 'It is unused, and the days in which the customer can return it are over.'
  const opens = { form: 'refund-bpc', order: order.id } as const
  return [
    actOfTwo(facts, looking, {
      act: 'refund-bpc',
      name: 'Propose to refund the BPC',
      refused: refusal(whyNoRefund),
      why,
      opens,
    }),
  ]
}

export function onDifferences(differences: Records<KnownDifference>, { role, requests }: Looking): Action[] {
  const open = differences.rows.filter(({ closedAt }) => closedAt === null)
  if (open.length === 0) {
    const why = 'No difference about it is open: the reconciliation has found none, or it is closed.'
    return [{ ...NOT_HERE, name: 'Close a difference', allowed: false, why }]
  }
  return open.map(({ number, kind, differenceKobo }) => {
    const name = `Propose to close difference ${number}`
    const waits = requests.some((request) => closesDifference(request, number))
    if (waits)
      return {
        name,
        allowed: false,
        why: 'It waits for a second operator.',
        link: '/admin/proposals',
        difference: null,
      }
    if (!mayMake(role, 'close-difference'))
      return { ...NOT_HERE, name, allowed: false, why: saidBy('close-difference') }
    if (differenceKobo === null)
      return { ...NOT_HERE, name, allowed: false, why: 'Its amount is not known: the provider has not answered.' }
    const why = 'Another operator has to confirm it.'
    return { name, allowed: true, why, link: null, difference: { number: `${number}`, kind } }
  })
}

export function onCases(cases: Records<Case>, { role }: Looking): Action[] {
  const open = cases.rows.filter(({ status }) => status !== 'closed')
  if (open.length === 0) {
    const why = 'No case about it is open. The customer opens one from the payment in their history.'
    return [{ ...NOT_HERE, name: 'Answer a case', allowed: false, why }]
  }
  return open.map(({ trackingNumber }) => {
    const allowed = mayMake(role, 'answer-case')
    const why = allowed ? 'The customer sees each answer at once.' : saidBy('answer-case')
    const link = mayRead(role, 'show-case') ? `/admin/cases?case=${trackingNumber}` : null
    return { name: `Answer case ${trackingNumber}`, allowed, why, link, difference: null }
  })
}

function onStops({ order, stops }: OrderFacts, { role }: Looking): Action[] {
  const stopped = order.state === 'held' ? stops.filter((stop) => isSuspended([stop], 'out')) : []
  return stopped.map((stop) => resumption(stop, role))
}

function resumption({ detail, reason }: Suspension, role: Role): Action {
  const name = 'Resume money'
  const isTheirs = reason !== 'restored'
  const allowed = isTheirs && mayMake(role, 'resume-money')
  const who = isTheirs ? saidBy('resume-money') : 'A reconciliation lifts it.'
  const why = `It waits because money is stopped: ${detail}. ${allowed ? 'Another operator has to confirm it.' : who}`
  return { name, allowed, why, link: '/admin/proposals', difference: null }
}

/** Actions that only the customer can take. */
function onlyTheCustomer({ order, stops }: OrderFacts): Action[] {
  const name = 'Cancel it'
  if (order.state === 'held') {
    const why = isSuspended(stops, 'undo')
      ? 'Only the customer, and not while money is stopped like this.'
      : 'Only the customer, in their app, until it is sent.'
    return [{ ...NOT_HERE, name, allowed: false, why }]
  }
  if (!STATES[order.state].open) return []
  return [{ ...NOT_HERE, name, allowed: false, why: 'Nobody can: it may have been sent.' }]
}

/** The action on a deposit that was set aside or is given again. */
export function onSetAside(
  { id, reason, state }: { id: string; reason: string | null; state: DepositState },
  { role, requests }: Looking,
): Action {
  const isSetAside = state === 'quarantined'
  const name = isSetAside ? 'Propose to credit it to a customer' : 'Propose to credit it once more'
  const no = { ...NOT_HERE, name, allowed: false }
  const waits = requests.some(({ act, subject }) => act === 'credit-deposit' && subject === id)
  if (waits) return { ...no, why: 'It waits for a second operator.', link: '/admin/proposals' }
  if (state !== 'recalled' && !isCreditable(reason))
    return { ...no, why: `Nobody can: it is not naira of this installation: ${reason}.` }
  if (!mayMake(role, 'credit-deposit')) return { ...no, why: saidBy('credit-deposit') }
  const find =
    state === 'recalled'
      ? 'Find the proof: it goes to the customer it was taken from.'
      : 'Find the owner and the proof.'
  const why = `${find} Another operator has to confirm it.`
  return { ...NOT_HERE, name, allowed: true, why, credits: id }
}

/** `Finance or manager asks for it, and another operator confirms it.` */
function saidBy(command: Command): string {
  const { makers } = COMMANDS[command]
  const names = makers.join(' or ')
  const who = `${names.slice(0, 1).toUpperCase()}${names.slice(1)}`
  return 'checkers' in COMMANDS[command] ? `${who} asks for it, and another operator confirms it.` : `${who} does it.`
}
