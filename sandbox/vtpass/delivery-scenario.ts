import type { Fault } from '#sandbox/faults.ts'
import { customerBehind } from './customers.ts'
import type { DeliveryStatus } from './delivery.ts'
import type { Asked } from './purchase-request.ts'

/** How long a purchase is stuck before it goes through or is found, by default. */
const STUCK_MS = 3_000
const FAILS_AFTER_MS = 1_000
const REVERSED_AFTER_MS = 2_000
const ONE_NAIRA_KOBO = 100n

/** What happens to a purchase, decided when it is accepted, and how the call is answered. */
export type DeliveryScenario = {
  readonly status: DeliveryStatus
  readonly later: readonly { readonly afterMs: number; readonly status: DeliveryStatus }[]
  /** How long requery does not know it. */
  readonly hiddenMs: number
  /** How much less than requested is delivered. */
  readonly shortKobo: bigint
  readonly answer: 'truth' | 'odd' | 'hang-up' | 'hold'
}

const DELIVERED: DeliveryScenario = { status: 'delivered', later: [], hiddenMs: 0, shortKobo: 0n, answer: 'truth' }
const PENDING: DeliveryScenario = { ...DELIVERED, status: 'pending' }
const FAILED: DeliveryScenario = { ...DELIVERED, status: 'failed' }

const stuckThen = (status: DeliveryStatus, afterMs: number): DeliveryScenario => ({
  ...PENDING,
  later: [{ afterMs, status }],
})
const reversedAfter = (afterMs: number): DeliveryScenario => ({
  ...DELIVERED,
  later: [{ afterMs, status: 'reversed' }],
})

/** Fails like `accept-then-fail`, is delivered later anyway, and reversed after the same time again. */
const failedThenLate = (laterMs: number): DeliveryScenario => ({
  ...PENDING,
  later: [
    { afterMs: FAILS_AFTER_MS, status: 'failed' },
    { afterMs: FAILS_AFTER_MS + laterMs, status: 'delivered' },
    { afterMs: FAILS_AFTER_MS + 2 * laterMs, status: 'reversed' },
  ],
})

/** VTpass's own test numbers, some with 12 digits. Null: nothing is done, and nothing is answered. */
const VTPASS_NUMBERS: Readonly<Record<string, DeliveryScenario | null>> = {
  '08011111111': DELIVERED,
  '201000000000': PENDING,
  '500000000000': { ...DELIVERED, answer: 'odd' },
  '400000000000': null,
  '300000000000': { ...stuckThen('delivered', STUCK_MS), answer: 'hold' },
}

/** Equivalents that fit into a phone number field. Meters and smartcards end with their last seven digits. */
const TWINS: Readonly<Record<string, DeliveryScenario>> = {
  '08020000001': PENDING,
  '08020000002': stuckThen('delivered', STUCK_MS),
  '08020000003': stuckThen('failed', FAILS_AFTER_MS),
  '08020000004': reversedAfter(REVERSED_AFTER_MS),
  '08020000005': FAILED,
}
const TWIN_ENDING_DIGITS = 7

/** An active fault takes precedence over the number. Null: nothing is done, and nothing is answered. */
export function scenarioOf(asked: Asked, fault: Fault | null): DeliveryScenario | null {
  return courseOfFault(fault) ?? courseOfNumber(asked)
}

function courseOfFault(fault: Fault | null): DeliveryScenario | null {
  switch (fault?.fault) {
    case 'decline':
      return FAILED
    case 'pending':
      return PENDING
    case 'accept-then-fail':
      return stuckThen('failed', fault.delayMs ?? FAILS_AFTER_MS)
    case 'fail-then-success-then-reversed':
      return failedThenLate(fault.delayMs ?? REVERSED_AFTER_MS)
    case 'success-then-reversed':
      return reversedAfter(fault.delayMs ?? REVERSED_AFTER_MS)
    case 'not-found-then-success': {
      const hiddenMs = fault.delayMs ?? STUCK_MS
      return { ...stuckThen('delivered', hiddenMs), hiddenMs, answer: 'hang-up' }
    }
    case 'wrong-amount':
      return { ...DELIVERED, shortKobo: ONE_NAIRA_KOBO }
    default:
      return null
  }
}

function courseOfNumber({ service, recipient }: Asked): DeliveryScenario | null {
  if (Object.hasOwn(VTPASS_NUMBERS, recipient)) return VTPASS_NUMBERS[recipient] ?? null
  const isBill = service.category === 'electricity-bill' || service.category === 'tv-subscription'
  const twin = isBill
    ? Object.keys(TWINS).find((number) => recipient.endsWith(number.slice(-TWIN_ENDING_DIGITS)))
    : recipient
  if (isBill && customerBehind(service, recipient) === null) return FAILED
  return TWINS[twin ?? ''] ?? DELIVERED
}
