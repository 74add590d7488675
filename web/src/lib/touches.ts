import { TOUCH_HEADER } from '#contract/constants.ts'
import { deviceNow } from './clock.ts'

/** The server hears of touches at most this often: with what is asked anyway, or by itself. */
const REPORT_STEP_MS = 10_000

let isOwed = false
let reportedAt = Number.NEGATIVE_INFINITY

/** The person touched this page: the server has to hear of it. */
export function oweTouch(): void {
  isOwed = true
}

/** For the request that is about to be sent: says that there was a touch, where one is owed and it is time. */
export function takeTouch(now = deviceNow()): Readonly<Record<string, string>> {
  if (!isDue(now)) return {}
  isOwed = false
  reportedAt = now
  return { [TOUCH_HEADER]: '1' }
}

/** Whether a touch waits for a request that takes it along, and has waited long enough. */
export function isDue(now = deviceNow()): boolean {
  return isOwed && Math.abs(now - reportedAt) >= REPORT_STEP_MS
}

/** The request that took it did not arrive, as far as is known. */
export function giveTouchBack(): void {
  isOwed = true
  reportedAt = Number.NEGATIVE_INFINITY
}

/** The request that took it was answered. A server that was too busy for it, or failed, has not heard of the touch: it stays owed. */
export function answerTouch({ status }: Pick<Response, 'status'>): void {
  if (status >= 429) isOwed = true
}

/** Reports what is owed, now: nothing else may be asked for a while. It outlives a page that is being left. */
export function reportTouch(): void {
  if (!isOwed) return
  isOwed = false
  reportedAt = deviceNow()
  fetch('/api/touch', { method: 'POST', keepalive: true }).then(answerTouch, giveTouchBack)
}
