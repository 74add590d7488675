import type { Sentence } from '#contract/console/orders.ts'
import { formatMoment } from '#contract/time.ts'

/** A sentence, and the moment it speaks of where there is one. */
export function say(text: string, at: Date | null = null): Sentence {
  return { text, at: at?.toISOString() ?? null }
}

/** A moment as a fact of a line. */
export function momentFact(label: string, at: Date | null): readonly [string, string | null] {
  return [label, at === null ? null : formatMoment(at.toISOString())]
}

/** `once`, `3 times` */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
