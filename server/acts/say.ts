import type { Posting } from '#contract/console/proposals.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import type { Description } from './act.ts'

/** The request and its effects, as the first operator signs them. */
export function termsOf({ summary, effects, otherValues, isDoneAtOnce = false }: Description): string {
  return [`${isDoneAtOnce ? 'Do this' : 'Ask for this'}: ${summary}`, ...effects, ...otherValues].join('\n')
}

/** One posting as a line of what is signed. */
export function sayPosting({ account, beforeKobo, afterKobo }: Posting): string {
  const before = beforeKobo === null ? 'nothing recorded' : formatNaira(kobo(BigInt(beforeKobo)))
  return `${account}: ${before} → ${formatNaira(kobo(BigInt(afterKobo)))}`
}

/** Has open pages reload the settings. */
export function tellPages({ events }: Pick<Deps, 'events'>): void {
  events.publish(EVERYBODY, { topics: ['installation'] })
}
