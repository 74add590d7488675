import type { OrderKind } from '#contract/kinds/kinds.ts'
import { KIND_WORDS } from '#contract/kinds/words.ts'
import type { CheckedOrderAnswer } from '#contract/orders.ts'
import { formatTime } from '#contract/time.ts'

/** What the bank or company answered, and when: `Checked at 14:03: still pending.` */
export function askedText(kind: OrderKind, { askedAt, said }: Pick<CheckedOrderAnswer, 'askedAt' | 'said'>): string {
  const who = KIND_WORDS[kind].partner ?? 'the company'
  const checked = `Checked at ${formatTime(askedAt)}`
  switch (said) {
    case 'pending':
      return `${checked}: still pending.`
    case 'not-found':
      return `${checked}: ${who} has no record of it yet. Your money stays set aside for it.`
    case 'no-answer':
      return `${checked}: ${who} did not answer. We check again automatically.`
    default:
      return `${checked}: no final answer yet. It appears here automatically.`
  }
}
