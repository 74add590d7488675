import { formatNairaShort } from '#contract/money.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { OrderEvent } from './machine.ts'
import type { OrderRow } from './order.ts'
import { broughtBackKobo, takenAgainKobo } from './returned-amount.ts'

/** The texts about orders that two operators ended. They never say that a provider proved it. */

type Ended = Pick<
  OrderRow,
  'kind' | 'state' | 'amountKobo' | 'totalKobo' | 'returnedLate' | 'endedByRequest' | 'undoneByRequest'
>

/**
 * Whether two operators had ended it as paid, whatever followed. A late success, and its return, were ended as not
 * paid.
 */
export function wasEndedAsPaid({
  state,
  endedByRequest,
  returnedLate,
}: Pick<OrderRow, 'state' | 'endedByRequest' | 'returnedLate'>): boolean {
  return endedByRequest !== null && state !== 'released' && state !== 'late_success' && !returnedLate
}

/** Why it was refunded, for the customer. */
export const REFUNDED_BY_TEAM = 'Two people on our team refunded this code.'

/** Why it failed, for the customer. */
export function notPaidByTeam(order: Pick<OrderRow, 'kind'>): string {
  return `Two people on our team confirmed that this was not ${doneOf(order)}. ${NO_PROOF}`
}

/** Where the money is if people ended the order. Null: its kind's text is true. */
export function explanationByTeam(order: Ended): string | null {
  const back = `${formatNairaShort(broughtBackKobo(order))} is back in your wallet.`
  if (order.undoneByRequest !== null) return `${undone(order)} ${back}`
  if (order.endedByRequest === null) return null
  const { kind, state } = order
  if (state === 'settled') return `Two people on our team confirmed that this was ${doneOf(order)}. ${NO_PROOF}`
  if (state === 'late_success') {
    const taken = formatNairaShort(takenAgainKobo(order))
    return `${notPaidBefore(order)} Then it was ${doneOf(order)} after all, so ${taken} was taken again. You owe any part that was not in your wallet.`
  }
  if (state !== 'returned') return null
  if (order.returnedLate)
    return `${notPaidBefore(order)} Then it was ${doneOf(order)} after all, and it came back. ${back}`
  return KINDS[kind].isRefundable
    ? back
    : `Two people on our team had confirmed that this was ${doneOf(order)}. Then it failed or came back after all, so ${back}`
}

/** The receipt's sentence if people ended the order. Null: its status's sentence is true. */
export function receiptByTeam(order: Ended): string | null {
  if (order.undoneByRequest !== null) return `${undone(order)} The money went back.`
  if (order.endedByRequest === null) return null
  if (order.state === 'settled') return `Two people on our team confirmed that this was ${doneOf(order)}. ${NO_PROOF}`
  if (order.state === 'released') return notPaidByTeam(order)
  if (order.state !== 'returned') return null
  if (order.returnedLate)
    return `${notPaidBefore(order)} Then it was ${doneOf(order)} after all, and it came back. The money went back.`
  return KINDS[order.kind].isRefundable
    ? 'The code was refunded, and its price went back.'
    : `Two people on our team had confirmed that this was ${doneOf(order)}. It failed or came back, and the money went back.`
}

/** The title of a timeline step that people made or that contradicts them. Null: its state's title is true. */
export function stepByTeam({ state, event }: { readonly state: string; readonly event: string }): string | null {
  if (state === 'returned' && event === 'not-paid-by-operators')
    return 'Not completed after all, as our team confirmed, money back in your wallet'
  return STEPS[event] ?? null
}

const STEPS: Readonly<Record<string, string>> = {
  'paid-by-operators': 'Completed, as our team confirmed',
  'not-paid-by-operators': 'Failed, as our team confirmed, money back in your wallet',
  'failed-after-all': 'Failed after all, money back in your wallet',
  'refunded-by-operators': 'Refunded by our team, money back in your wallet',
} satisfies Partial<Record<OrderEvent, string>>

/** Two operators gave the money back. True whether a provider had proved it or two operators had confirmed it. */
function undone(order: Pick<OrderRow, 'kind'>): string {
  return `This had been reported as ${doneOf(order)}. Then two people on our team confirmed that it was not.`
}

function notPaidBefore(order: Pick<OrderRow, 'kind'>): string {
  return `Two people on our team had confirmed that this was not ${doneOf(order)}.`
}

function doneOf({ kind }: Pick<OrderRow, 'kind'>): string {
  return DONE[KINDS[kind].outcome]
}

const DONE = { paid: 'paid out', delivered: 'delivered' } as const

/** True whatever the provider proves later. */
const NO_PROOF = 'Nobody else had confirmed it by then.'
