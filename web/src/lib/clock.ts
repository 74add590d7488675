import { read, write } from './device-account.ts'

/**
 * The only place that reads a clock. Phones are often hours or days wrong, so an instant of the server is compared with `serverNow()`, never
 * with the phone's time. What this page does by itself, such as locking after ten idle minutes, goes by `deviceNow()`.
 * docs/why/decisions/0028-time.md
 */

const KEY = 'jara.clock'
/** A smaller error of the phone's is not worth keeping. */
const STEP_MS = 2_000

/** What to add to `performance.now()`, which nobody can set. Until an answer says better: the phone's time, less its last known error. */
let offset = deviceOffset() + keptError()
/** The phone's own offset when the server was last heard. It grows while the phone sleeps, or when somebody sets its clock. */
let offsetOfDevice = deviceOffset()

/** The phone's time, ms since 1970: wrong where the phone is, and it jumps when somebody sets it. */
export function deviceNow(): number {
  return Date.now()
}

/** Milliseconds that pass on this page, whoever sets what: for a countdown that begins and ends here. They may stand still while a phone sleeps. */
export function monotonicNow(): number {
  return performance.now()
}

export type Moment = { readonly device: number; readonly monotonic: number }

export function moment(): Moment {
  return { device: deviceNow(), monotonic: monotonicNow() }
}

/** How long ago that was, ms, with any sleep in between, and at least what this page counted if somebody set the phone back. */
export function since({ device, monotonic }: Moment): number {
  return Math.max(deviceNow() - device, monotonicNow() - monotonic)
}

/**
 * The server's time, ms since 1970, as its last answer told it. A phone that slept learns it from the answer it gets when it wakes, or
 * without a network from its own clock: sleep is likelier than a clock that was set.
 */
export function serverNow(): number {
  return performance.now() + offset + (globalThis.navigator?.onLine === false ? slept() : 0)
}

/** The latest it may be at the server: an age counted to here is never too small. */
export function latestNow(): number {
  return performance.now() + offset + slept()
}

/** When, by the server, it was `at` by this phone, ms. */
export function serverTimeOf(at: number): number {
  return at + latestNow() - deviceNow()
}

/**
 * Corrects the clock by an answer's Date header. That was written between `sentAt` (performance.now()) and now, and has whole seconds: the
 * clock moves only as far as that allows, so no countdown jumps to and fro.
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

/** What to add to the phone's time, as the server was last heard, ms: for a start without a network. */
function keptError(): number {
  return Number(read(KEY)) || 0
}
