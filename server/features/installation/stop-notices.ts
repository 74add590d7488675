import type { Installation } from '#contract/installation.ts'
import { formatMoment } from '#contract/time.ts'
import type { MoneyStop } from '../../stops/money-stops.ts'

/** What every person is told while money is stopped: what is closed, where their money is, and what we do. */
export function stopNotices(stops: readonly MoneyStop[]): Installation['notices'] {
  return stops.map((stop) => ({ id: stop.id, text: textOf(stop), since: stop.stoppedAt.toISOString() }))
}

function textOf({ since }: MoneyStop): string {
  if (since === null) {
    return 'Sending money is stopped for everyone while we check our books. Money still comes in, and what was sent before is still followed. This notice goes when sending goes on.'
  }
  return `We restored our records from a copy of ${formatMoment(since.toISOString())}, Lagos time. What was paid after that may be missing here until we have compared it with our payment partners. Until then nothing is sent or credited for anyone.`
}
