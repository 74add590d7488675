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

/** What a job does, as a sentence: when it is due is said beside it, unless it is due by now. */
export function sayDue(
  does: string,
  { dueAt, now, provider }: { dueAt: Date; now: Date; provider: string | null },
): Sentence {
  if (dueAt <= now) return say(`As soon as the worker is free, ${does}`, dueAt)
  // A provider's name is written as it writes itself.
  const begins =
    provider !== null && does.startsWith(provider) ? does : `${does.slice(0, 1).toUpperCase()}${does.slice(1)}`
  return say(begins, dueAt)
}
