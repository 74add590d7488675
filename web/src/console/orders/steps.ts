import type { OrderAnswer } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { KIND_WORDS } from '#contract/kinds/words.ts'
import type { OrderState } from '#contract/orders.ts'
import { momentOf } from '#web/console/words.ts'

/** One step of a payment. The note is its time, or what it waits for. */
export type Step = {
  readonly name: string
  readonly note: string | null
  readonly look: 'done' | 'now' | 'next' | 'failed' | 'back'
}

type Progress = Pick<OrderAnswer, 'kind' | 'state' | 'provider' | 'createdAt' | 'updatedAt' | 'line' | 'cut'>

/** An order's progress from its approval to its end. Empty if we deliver it ourselves. */
export function stepsOf(order: Progress): Step[] {
  const { state, provider, createdAt, updatedAt } = order
  if (provider === null || KIND_WORDS[order.kind].partner === null) return []
  const name = providerName(provider)
  const requestedAt = order.line.find(({ source }) => source === 'request')?.at
  const approved: Step[] = [
    { name: 'Approved', note: momentOf(createdAt), look: 'done' },
    { name: 'Money held', note: momentOf(createdAt), look: 'done' },
  ]
  // A cut timeline may lack the first request.
  const sentAt = requestedAt === undefined || order.cut.length > 0 ? null : momentOf(requestedAt)
  const request: Step = { name: `Request to ${name}`, note: sentAt, look: 'done' }
  const end: Step = { name: 'Completed or money back', note: null, look: 'next' }
  const since = momentOf(updatedAt)
  const ways: Readonly<Partial<Record<OrderState, readonly Step[]>>> = {
    held: [
      { ...request, note: 'not sent yet', look: 'now' },
      { name: `${name} confirms`, note: null, look: 'next' },
      end,
    ],
    in_flight: [
      { ...request, note: 'is going out, or went out', look: 'now' },
      { name: `${name} confirms`, note: null, look: 'next' },
      end,
    ],
    pending: [request, { name: `${name} confirms`, note: `${name} has it`, look: 'now' }, end],
    unknown: [request, { name: `${name} confirms`, note: 'no clear answer yet', look: 'now' }, end],
    manual_review: [request, { name: 'Manual review', note: `since ${since}`, look: 'now' }, end],
    settled: [request, { name: 'Completed', note: since, look: 'done' }],
    released: [
      ...(requestedAt === undefined ? [] : [request]),
      { name: 'Failed, money back', note: since, look: 'failed' },
    ],
    returned: [request, { name: 'Came back, money back', note: since, look: 'back' }],
    late_success: [
      request,
      { name: 'Failed, money back', note: null, look: 'failed' },
      { name: 'Paid after all', note: since, look: 'done' },
    ],
  }
  return [...approved, ...(ways[state] ?? [])]
}
