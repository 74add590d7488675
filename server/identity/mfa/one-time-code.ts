import { createHmac, timingSafeEqual } from 'node:crypto'
import { AUTHENTICATOR_DIGITS } from '#contract/constants.ts'

/** RFC 6238 as authenticator apps implement it: HMAC-SHA-1, steps of 30 seconds. */
const STEP_MS = 30_000
/** A code is valid one step early and one late: clocks differ, and typing takes a while. */
const STEPS_OFF_MAX = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one step (RFC 4226, section 5.3). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** AUTHENTICATOR_DIGITS).padStart(AUTHENTICATOR_DIGITS, '0')
}

/** The step that this code belongs to, or null when none near `now` matches. */
export function findStep(secret: Uint8Array, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS)
  const typed = Buffer.from(code)
  let found: number | null = null
  for (let step = current - STEPS_OFF_MAX; step <= current + STEPS_OFF_MAX; step++) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) found = step
  }
  return found
}

/** Bytes in base32 without padding (RFC 4648), the form in which apps accept a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')
}
