import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { CheckedOrderAnswer } from '#contract/orders.ts'
import { formatTime } from '#contract/time.ts'

/** When the provider was asked, and what it said: `Asked at 14:03. The bank still says: pending.` */
export function askedText(kind: OrderKind, { askedAt, said }: Pick<CheckedOrderAnswer, 'askedAt' | 'said'>): string {
  const who = kind === 'withdrawal' ? 'The bank' : 'The provider'
  const asked = `Asked at ${formatTime(askedAt)}.`
  switch (said) {
    case 'pending':
      return `${asked} ${who} still says: pending.`
    case 'not-found':
      return `${asked} ${who} has no record of it yet. The money stays set aside for it.`
    case 'no-answer':
      return `${asked} ${who} did not answer. We ask again by ourselves.`
    default:
      return `At ${formatTime(askedAt)} there was no final answer. It appears here by itself.`
  }
}
