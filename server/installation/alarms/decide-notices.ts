import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import type { AlarmNotice } from '#server/outbox/emails/email-kinds.ts'

/** What a notice reports: alarms raised, still lasting, or over. */
export type NoticePhase = AlarmNotice['phase']

export type OpenAlarm = {
  readonly kind: AlarmKind
  readonly subjectId: string
  /** When operators were last told of it; null before the first time. */
  readonly toldAt: Date | null
  /** Whether its cause still exists. */
  readonly lasts: boolean
}

/** One notice about alarms of one kind. */
export type Notice = { readonly kind: AlarmKind; readonly phase: NoticePhase; readonly alarms: readonly OpenAlarm[] }

/** While alarms last, operators are notified again this often, ms. */
export const REPEAT_MS = 60 * 60_000
/**
 * Operators are notified of a kind's first alarm at once, and of further ones together after this long, ms: five
 * hundred orders waiting for one provider make a few emails.
 */
export const BUNDLE_MS = 10 * 60_000

/** The notice that is due now for one kind's open alarms; null when none. */
export function decideNotice(kind: AlarmKind, alarms: readonly OpenAlarm[], now: Date): Notice | null {
  const toldMs = Math.max(...alarms.map(({ toldAt }) => toldAt?.getTime() ?? Number.NEGATIVE_INFINITY))
  const quietMs = now.getTime() - toldMs
  const fresh = alarms.filter(({ toldAt }) => toldAt === null)
  const over = alarms.filter(({ toldAt, lasts }) => toldAt !== null && !lasts)
  const lasting = alarms.filter(({ toldAt, lasts }) => toldAt !== null && lasts)
  if (fresh.length > 0 && quietMs >= BUNDLE_MS) return { kind, phase: 'raised', alarms: fresh }
  // If all are over, notify at once; otherwise bundle.
  if (over.length > 0 && (over.length === alarms.length || quietMs >= BUNDLE_MS))
    return { kind, phase: 'over', alarms: over }
  return lasting.length > 0 && quietMs >= REPEAT_MS ? { kind, phase: 'lasting', alarms: lasting } : null
}
