import { read, write } from './device-account.ts'

/**
 * The only place that reads a clock. Phones are often hours or days wrong, so an instant of the server is compared with
 * `serverNow()`, never with the phone's time. What this page does by itself, such as locking an idle session,
 * goes by `deviceNow()`. docs/why/decisions/0028-time.md
 */

const KEY = 'jara.clock'
/** A smaller error of the phone's clock is not worth storing. */
const STEP_MS = 2_000

/**
 * Added to `performance.now()`, which nobody can set. Until an answer corrects it: the phone's time, less its last
 * known error.
 */
let offset = deviceOffset() + keptError()
/**
 * The phone's own offset at the server's last answer. It grows while the phone sleeps, or when somebody sets its clock.
 */
let offsetOfDevice = deviceOffset()

/** The phone's time, ms since 1970: wrong where the phone is, and it jumps when somebody sets it. */
export function deviceNow(): number {
  return Date.now()
}

/**
 * Milliseconds that pass on this page, whatever the clock: for a countdown that begins and ends here. They may stand
 * still while a phone sleeps.
 */
export function monotonicNow(): number {
  return performance.now()
}

export type Moment = { readonly device: number; readonly monotonic: number }

export function moment(): Moment {
  return { device: deviceNow(), monotonic: monotonicNow() }
}

/**
 * The time since a moment, ms, including sleep. If somebody set the phone's clock back, at least what this page
 * counted.
 */
export function since({ device, monotonic }: Moment): number {
  return Math.max(deviceNow() - device, monotonicNow() - monotonic)
}

/**
 * The server's time, ms since 1970, from its last answer. After sleep, the next answer corrects it. Without a network
 * the phone's own clock does, because sleep is likelier than a clock that was set.
 */
export function serverNow(): number {
  return performance.now() + offset + (globalThis.navigator?.onLine === false ? slept() : 0)
}

/** The latest possible time at the server: an age measured to it is never too small. */
export function latestNow(): number {
  return performance.now() + offset + slept()
}

/** The server's time, ms, for `at` on this phone's clock. */
export function serverTimeOf(at: number): number {
  return at + latestNow() - deviceNow()
}

/**
 * Corrects the clock by an answer's Date header. The header was written between `sentAt` (performance.now()) and now,
 * in whole seconds. The clock moves only as far as that requires, so no countdown jumps back and forth.
 */
export function setByAnswer(headers: Headers, sentAt: number): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at)) return
  offset = Math.max(at - performance.now(), Math.min(offset, at + 1_000 - sentAt))
  offsetOfDevice = deviceOffset()
  const error = Math.round(offset - offsetOfDevice)
  if (Math.abs(error - keptError()) >= STEP_MS) write(KEY, Math.abs(error) < STEP_MS ? null : String(error))
}

function deviceOffset(): number {
  return Date.now() - performance.now()
}

function slept(): number {
  return Math.max(0, deviceOffset() - offsetOfDevice)
}

/** The correction of the phone's time at the server's last answer, ms: for a start without a network. */
function keptError(): number {
  return Number(read(KEY)) || 0
}
