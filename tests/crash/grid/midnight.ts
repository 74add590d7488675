import type { UserId } from '#contract/ids.ts'
import { phoneOf } from '#tests/support/purchases.ts'
import { type Answer, answersOf, type Column, type Fault } from './column.ts'
import { orderCase, SECOND_STEPS } from './order-case.ts'
import { outsideOf } from './purchase.ts'
import { quoted } from './quoted.ts'

const MINUTE_MS = 60_000
/** Ten to midnight in Lagos. */
const BEGINS_AT_MS = (22 * 60 + 50) * MINUTE_MS
/** Until half past two: the second reference is proved, used and repeated, and the later checks run. */
const JUMPS_MS = [
  ...[1_000, 4_000, 16_000, MINUTE_MS],
  ...Array.from({ length: 16 }, () => 11 * MINUTE_MS),
  ...Array.from({ length: 8 }, () => 61 * MINUTE_MS),
]
/** After this many jumps the first reference has expired, and is soon proved absent. */
const LOOKS_BEFORE = 12

/** The first request never arrives. */
const LOST: Fault = { provider: 'vtpass', operation: 'pay', fault: 'timeout' }

/** What VTpass can do with the second request, under the second reference, and with the lookups around it. */
const answers: Answer[] = [
  { name: 'delivered', faults: [] },
  ...answersOf('vtpass', 'pay', [
    'accept-then-500',
    'accept-then-timeout',
    'reset',
    'html-502',
    'empty',
    'cut-json',
    'slow',
    'decline',
    'not-found-then-success',
    'success-then-reversed',
    'accept-then-fail',
  ]),
  ...answersOf('vtpass', 'pay', ['pending'], { decided: 'paid' }),
  ...answersOf('vtpass', 'requery', ['timeout', 'cut-json', 'not-found-then-success']),
  ...answersOf('vtpass', 'variations', ['timeout', 'decline']),
].map((answer) => ({ ...answer, faults: [LOST, ...answer.faults] }))

/** A data bundle that is lost before midnight in Lagos and is sent again under a reference of the new day (R13). */
export const midnight: Column = {
  name: 'purchase over midnight',
  answers,
  steps: [...SECOND_STEPS, 'before settle', 'after settle'],
  points: 29,
  idleWork: [
    'poll-payments',
    'roll-up',
    'purge-expired',
    'issue-account',
    'payment',
    'reconcile',
    'check-books',
    'statement-alerts',
    'notify-alarms',
  ],
  beginsAtMs: BEGINS_AT_MS,
  jumpsMs: JUMPS_MS,
  isLate: (points) => points.filter(({ what }) => what === 'verifyPurchase').length > LOOKS_BEFORE,
  oneIn: 4,
  async open(scene) {
    const { jara, ada, number } = scene
    const body = { kind: 'data', network: 'mtn', phone: phoneOf(number), bundleId: 'mtn-1gb-30days' } as const
    const quote = await quoted(jara.deps, ada.id as UserId, body)
    return await orderCase(scene, quote, outsideOf(scene))
  },
}
