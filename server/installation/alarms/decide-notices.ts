import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import type { AlarmNotice } from '#server/outbox/emails/email-kinds.ts'

/** What operators are notified of: that alarms were raised, that they still last, or that they are over. */
export type NoticePhase = AlarmNotice['phase']

export type OpenAlarm = {
  readonly kind: AlarmKind
  readonly subjectId: string
  /** When operators were last told of it; null before the first time. */
  readonly toldAt: Date | null
  /** What it is about is not over. */
  readonly lasts: boolean
}

/** One notice about alarms of one kind. */
export type Notice = { readonly kind: AlarmKind; readonly phase: NoticePhase; readonly alarms: readonly OpenAlarm[] }

/** While alarms last, operators are notified again this often, ms. */
export const REPEAT_MS = 60 * 60_000
/**
 * Operators are notified of the first alarm of a kind at once, and of others of that kind together, this much later at the earliest,
 * ms: five hundred orders that wait for one provider are a few emails.
 */
export const BUNDLE_MS = 10 * 60_000

/** What to notify operators of now, of the open alarms of one kind; null when nothing. */
export function decideNotice(kind: AlarmKind, alarms: readonly OpenAlarm[], now: Date): Notice | null {
  const toldMs = Math.max(...alarms.map(({ toldAt }) => toldAt?.getTime() ?? Number.NEGATIVE_INFINITY))
  const quietMs = now.getTime() - toldMs
  const fresh = alarms.filter(({ toldAt }) => toldAt === null)
  const over = alarms.filter(({ toldAt, lasts }) => toldAt !== null && !lasts)
  const lasting = alarms.filter(({ toldAt, lasts }) => toldAt !== null && lasts)
  if (fresh.length > 0 && quietMs >= BUNDLE_MS) return { kind, phase: 'raised', alarms: fresh }
  // The last of them at once: then everything is well again.
  if (over.length > 0 && (over.length === alarms.length || quietMs >= BUNDLE_MS))
    return { kind, phase: 'over', alarms: over }
  return lasting.length > 0 && quietMs >= REPEAT_MS ? { kind, phase: 'lasting', alarms: lasting } : null
}
