import type { UserId } from '#contract/ids.ts'
import { advance } from '#sandbox/advance.ts'
import { TRANSPORT_FAULTS } from '#sandbox/faults.ts'
import { takenKobo } from '#sandbox/vtpass/delivery.ts'
import { moveDelivery } from '#sandbox/vtpass/transitions.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'
import { type Answer, answersOf, type Column, LATER_MS, type Scene } from './column.ts'
import { ORDER_STEPS, type Outside, orderCase, type Truth } from './order-case.ts'
import { quoted } from './quoted.ts'

const ENDINGS = ['paid', 'failed', 'reversed'] as const
/** One code for each class of refusal, then codes that are neither yes nor no. */
const REFUSALS = ['016', '010', '013', '018', '021', '026', '030', '034', '085']
const UNCLEAR = ['000', '014', '015', '019', '020', '040', '083', '089', '099', '777']

/** Everything the sandbox's VTpass can do to a purchase. */
const answers: Answer[] = [
  { name: 'delivered', faults: [] },
  ...answersOf('vtpass', 'pay', [
    ...TRANSPORT_FAULTS,
    'decline',
    'refuse',
    'not-found-then-success',
    'success-then-reversed',
    'accept-then-fail',
    'wrong-amount',
    ...[...REFUSALS, ...UNCLEAR].map((code) => ({ fault: 'code', code })),
    ...UNCLEAR.map((code) => ({ fault: 'code', code, done: true })),
    ...['delivered', 'failed', 'reversed'].map((status) => ({ fault: 'code', code: '000', status, done: true })),
  ]),
  ...answersOf('vtpass', 'pay', [{ fault: 'fail-then-success-then-reversed', delayMs: LATER_MS }]),
  ...ENDINGS.flatMap((decided) => answersOf('vtpass', 'pay', ['pending'], { decided })),
  ...answersOf('vtpass', 'requery', [
    ...TRANSPORT_FAULTS,
    'pending',
    'not-found-then-success',
    'wrong-amount',
    ...['016', '040', ...UNCLEAR].map((code) => ({ fault: 'code', code })),
    ...['failed', 'reversed', 'pending'].map((status) => ({ fault: 'code', code: '000', status })),
  ]),
]

/** Airtime for a distinct number. */
export const purchase: Column = {
  name: 'purchase',
  answers,
  steps: ORDER_STEPS,
  points: 16,
  idleWork: [
    'poll-payments',
    'roll-up',
    'purge-expired',
    'issue-account',
    'payment',
    'notify-alarms',
    'statement-alerts',
  ],
  async open(scene) {
    const { jara, ada, number } = scene
    const body = airtime({ phone: phoneOf(number), amountKobo: '5000' })
    const quote = await quoted(jara.deps, ada.id as UserId, body)
    return await orderCase(scene, quote, outsideOf(scene))
  },
}

const WORDS = { pending: 'open', delivered: 'paid', failed: 'failed', reversed: 'reversed' } as const

/** VTpass seen from outside. */
export function outsideOf({ jara: { world } }: Scene): Outside {
  return {
    provider: 'vtpass',
    sending: 'buy',
    truthOf(reference): Truth {
      advance(world)
      const delivery = world.state.deliveries.get(reference)
      if (delivery === undefined) return null
      const { status, amountKobo, plan } = delivery
      return { status: WORDS[status], amountKobo, drawnKobo: takenKobo(delivery), moving: plan.length > 0 }
    },
    decide: (reference, as) => moveDelivery(world, reference, as === 'paid' ? 'delivered' : as, null),
    count: () => world.state.deliveries.size,
    floatKobo: () => world.state.vtpassWalletKobo,
  }
}
