import type { UserId } from '#contract/ids.ts'
import { advance, moveTransfer } from '#sandbox/advance.ts'
import { TRANSPORT_FAULTS } from '#sandbox/faults.ts'
import { drawnKobo } from '#sandbox/state.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { quoteWithdrawal } from '#server/payments/kinds/withdrawal/quote-withdrawal.ts'
import { RECIPIENT } from '#tests/support/person.ts'
import { type Answer, answersOf, type Column, LATER_MS, type Scene } from './column.ts'
import { ORDER_STEPS, type Outside, orderCase, type Truth } from './order-case.ts'

const ENDINGS = ['paid', 'failed', 'reversed'] as const

/** Everything the sandbox's Paystack can do to a transfer. */
const answers: Answer[] = [
  { name: 'paid', faults: [] },
  ...answersOf('paystack', 'transfer', [
    ...TRANSPORT_FAULTS,
    'decline',
    'refuse',
    'not-found-then-success',
    'success-then-reversed',
    'wrong-amount',
  ]),
  ...answersOf('paystack', 'transfer', [{ fault: 'fail-then-success-then-reversed', delayMs: LATER_MS }]),
  ...ENDINGS.flatMap((decided) => answersOf('paystack', 'transfer', ['pending'], { decided })),
  ...answersOf('paystack', 'transfer', ['otp'], { decided: 'paid' }),
  { name: 'transfer: bank closed', faults: [], variant: 'bank closed' },
  ...answersOf('paystack', 'recipient', ['decline', 'timeout', 'accept-then-500']),
  ...answersOf('paystack', 'transfer-verify', [
    ...TRANSPORT_FAULTS,
    'pending',
    'not-found-then-success',
    'wrong-amount',
  ]),
]

/** A withdrawal to a bank account. */
export const payout: Column = {
  name: 'payout',
  answers,
  steps: ORDER_STEPS,
  points: 26,
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
    const { jara, ada, answer } = scene
    const banks = createBankCatalogue(jara.deps)
    const body = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' } as const
    const quote = await quoteWithdrawal(jara.deps, banks, ada.id as UserId, body)
    if (answer.variant === 'bank closed') {
      jara.world.record([{ type: 'bank.switched', code: RECIPIENT.bankCode, open: false }])
    }
    return await orderCase(scene, quote, outsideOf(scene))
  },
}

function outsideOf({ jara: { world } }: Scene): Outside {
  return {
    provider: 'paystack',
    sending: 'sendTransfer',
    truthOf(reference): Truth {
      advance(world)
      const transfer = world.state.transfers.get(reference)
      if (transfer === undefined) return null
      const { status, amountKobo, plan } = transfer
      return {
        status: status === 'success' ? 'paid' : status === 'otp' || status === 'pending' ? 'open' : status,
        amountKobo,
        drawnKobo: drawnKobo(transfer),
        moving: plan.length > 0,
      }
    },
    decide: (reference, as) => moveTransfer(world, reference, as === 'paid' ? 'success' : as, null),
    count: () => world.state.transfers.size,
    floatKobo: () => world.state.balanceKobo,
  }
}
