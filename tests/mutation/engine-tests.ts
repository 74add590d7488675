/** Test files shared by several mutants of the order engine, in the order in which they run. */
export const STEPS = [
  ['server/payments/orders/proving/step.test.ts', 'server/payments/orders/proving/decisions.test.ts'],
]
export const WITHDRAWALS = [
  ['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts'],
  ['tests/concurrency/orders-workers.test.ts'],
]
export const PURCHASES = [
  ['server/payments/kinds/purchase/outcomes.test.ts', 'server/payments/kinds/purchase/purchase-faults.test.ts'],
  [
    'server/payments/kinds/purchase/purchase-turns.test.ts',
    'server/payments/kinds/purchase/purchase-reversals.test.ts',
  ],
  ['server/payments/kinds/purchase/purchase-delivery.test.ts'],
]
export const SECOND_ATTEMPTS = [
  ['server/payments/orders/proving/decisions.test.ts'],
  ['server/payments/kinds/purchase/second-attempt.test.ts'],
  ['server/payments/orders/machine.test.ts'],
]
