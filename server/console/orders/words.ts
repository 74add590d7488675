import type { Sentence } from '#contract/console/orders.ts'
import { formatMoment } from '#contract/time.ts'

/** A sentence, with its time if it has one. */
export function say(text: string, at: Date | null = null): Sentence {
  return { text, at: at?.toISOString() ?? null }
}

/** A time as a fact of a timeline entry. */
export function momentFact(label: string, at: Date | null): readonly [string, string | null] {
  return [label, at === null ? null : formatMoment(at.toISOString())]
}

/** `once`, `3 times` */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** What a job does, as a sentence, with its due time; a job that is already due says "as soon as the worker is free". */
export function sayDue(
  does: string,
  { dueAt, now, provider }: { dueAt: Date; now: Date; provider: string | null },
): Sentence {
  if (dueAt <= now) return say(`As soon as the worker is free, ${does}`, dueAt)
  // A provider's name keeps its own capitalisation.
  const begins =
    provider !== null && does.startsWith(provider) ? does : `${does.slice(0, 1).toUpperCase()}${does.slice(1)}`
  return say(begins, dueAt)
}
