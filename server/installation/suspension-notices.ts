import type { Installation } from '#contract/installation.ts'
import { formatMoment } from '#contract/time.ts'
import type { Suspension } from '#server/suspension/suspensions.ts'

/** What every person is told while money is stopped: what is closed, where their money is, and what we do. */
export function suspensionNotices(stops: readonly Suspension[]): Installation['notices'] {
  return stops.map((stop) => ({ id: stop.id, text: textOf(stop), since: stop.stoppedAt.toISOString() }))
}

function textOf({ reason, since }: Suspension): string {
  switch (reason) {
    case 'books':
      return 'Sending money is stopped for everyone while we check our books. Money still comes in, and what was sent before is still followed. This notice goes when sending goes on.'
    case 'clock':
      return 'The clock of our server is wrong, so nothing is sent or credited for anyone until it is right. Your money is safe, and what was sent before is still followed. This notice goes when sending goes on.'
    case 'restored': {
      const moment = since === null ? 'an earlier time' : `${formatMoment(since.toISOString())}, Lagos time`
      return `We restored our records from a copy of ${moment}. What was paid after that may be missing here until we have compared it with our payment partners. Until then nothing is sent or credited for anyone.`
    }
  }
}
