import { TOUCH_HEADER } from '#contract/constants.ts'
import { deviceNow } from './clock.ts'

/** Touches are reported at most this often: with another request, or in one of their own. */
const REPORT_STEP_MS = 10_000

let isPending = false
let reportedAt = Number.NEGATIVE_INFINITY

/** The person touched this page: a report to the server is pending. */
export function recordTouch(): void {
  isPending = true
}

/** Headers for the request about to be sent: they report a touch, if one is pending and due. */
export function takeTouchHeaders(now = deviceNow()): Readonly<Record<string, string>> {
  if (!isDue(now)) return {}
  isPending = false
  reportedAt = now
  return { [TOUCH_HEADER]: '1' }
}

/** Whether a touch is pending, and enough time has passed since the last report. */
export function isDue(now = deviceNow()): boolean {
  return isPending && Math.abs(now - reportedAt) >= REPORT_STEP_MS
}

/** The request that carried the touch may not have arrived: makes it pending again. */
export function restoreTouch(): void {
  isPending = true
  reportedAt = Number.NEGATIVE_INFINITY
}

/** The request that carried the touch was answered. If the server was busy or failed, the touch is pending again. */
export function settleTouch({ status }: Pick<Response, 'status'>): void {
  if (status >= 429) isPending = true
}

/** Reports a pending touch now: no other request may follow for a while. The report outlives a page that is left. */
export function reportTouch(): void {
  if (!isPending) return
  isPending = false
  reportedAt = deviceNow()
  fetch('/api/touch', { method: 'POST', keepalive: true }).then(settleTouch, restoreTouch)
}
