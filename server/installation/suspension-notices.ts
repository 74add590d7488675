import type { Installation } from '#contract/installation.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Suspension } from '#server/suspension/suspensions.ts'

/** What every user reads during a suspension: what is blocked, where their money is, and what we do. */
export function suspensionNotices(stops: readonly Suspension[]): Installation['notices'] {
  return stops.map((stop) => ({ id: stop.id, text: textOf(stop), since: stop.stoppedAt.toISOString() }))
}

function textOf({ reason, since }: Suspension): string {
  switch (reason) {
    case 'books':
      return 'Sending money is paused for everyone while we check our books. Money still comes in, and we still follow up what was sent before. This notice goes away when you can send again.'
    case 'clock':
      return 'Our server’s clock is wrong, so payments in and out are paused for everyone until it is right. Your money is safe, and we still follow up what was sent before. This notice goes away when you can send again.'
    case 'restored': {
      const moment = since === null ? 'an earlier time' : lagosMoment(since)
      return `We restored our records from a copy made at ${moment}. Later payments may be missing here until we have checked them. Until then, payments in and out are paused for everyone.`
    }
  }
}
