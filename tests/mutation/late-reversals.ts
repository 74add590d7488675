import { type Mutant, mutantsOf } from './mutant.ts'

const LATE = [['server/payments/orders/proving/late-reversals.test.ts']]
const CONTRADICTED = [['server/payments/orders/proving/contradicted.test.ts']]
const SCHEDULE = [['server/payments/orders/proving/schedule.test.ts']]
const GIVEN_AGAIN = [['server/deposits/given-again.test.ts']]

/** Money returned after a late success, orders that a provider contradicts, and deposits that a bank gives again. */
export const lateReversals: readonly Mutant[] = [
  ...mutantsOf('server/ledger/debt.ts', LATE, [
    [
      'what comes back repays no debt',
      'const repaid = of.owedKobo < of.amountKobo ? of.owedKobo : of.amountKobo',
      'const repaid = 0n',
    ],
    [
      'what comes back repays more than is owed',
      'const repaid = of.owedKobo < of.amountKobo ? of.owedKobo : of.amountKobo',
      'const repaid = of.amountKobo',
    ],
    ['what came back is still the reason of a debt', "(['return', 'restore'] as const)", "(['recall'] as const)"],
  ]),
  ...mutantsOf('server/payments/orders/proving/advance.ts', LATE, [
    [
      'an order repays a debt twice under one key',
      "if (order.state === 'late_success') return repaidIn(order.userId, movements)\n",
      '',
    ],
    [
      'what is owed is not looked for',
      'const balances = isLate ? await readBalances(tx, order.userId) : { availableKobo, debtKobo: kobo(0n) }',
      'const balances = { availableKobo, debtKobo: kobo(0n) }',
    ],
    [
      'it does not say that it was late',
      "const returnedLate = of.to === 'returned' && order.state === 'late_success'",
      'const returnedLate = false',
    ],
  ]),
  ...mutantsOf('server/payments/orders/order-history.ts', LATE, [
    [
      'the refund in the history is of everything',
      "const amountKobo = posting === 'return' ? broughtBackKobo(order) : order.totalKobo",
      'const amountKobo = order.totalKobo',
    ],
  ]),
  ...mutantsOf('server/payments/kinds/withdrawal/withdrawal.ts', LATE, [
    ['fee and duty come back a second time', "if (order.state === 'late_success') return backLate(order, facts)\n", ''],
  ]),
  ...mutantsOf('server/payments/kinds/purchase/purchase.ts', LATE, [
    [
      'a price comes back to the wallet, whatever is owed',
      "if (order.state === 'late_success') return backLate(order, facts)\n",
      '',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/advance.ts', CONTRADICTED, [
    ['a contradiction is not stored', 'if (!contradicts(order.state, event)) return\n', 'return\n'],
    ['a contradiction never ends', "if (of.event === 'paid') await endContradiction(tx, order)", ''],
  ]),
  ...mutantsOf('server/payments/orders/ending/end-review.ts', CONTRADICTED, [
    [
      'operators end what its provider stands by',
      "if (order.state !== 'manual_review' && order.contradictedAt === null)",
      'if (false)',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/schedule.ts', SCHEDULE, [
    [
      'what contradicts itself is asked no more after three days',
      'return order.contradictedAt === null ? null : new Date(now.getTime() + LOOK_AT_CONTRADICTED_EVERY_MS)',
      'return null',
    ],
  ]),
  ...mutantsOf('server/deposits/credit-payment.ts', GIVEN_AGAIN, [
    [
      'what is given again is asked about no more after thirty days',
      "return deposit.givenAgainAt === null ? 'done' : { dueAt: new Date(nowMs + LOOK_AT_GIVEN_AGAIN_EVERY_MS) }",
      "return 'done'",
    ],
  ]),
  ...mutantsOf('server/deposits/advance-deposit.ts', GIVEN_AGAIN, [
    [
      'what is given again is not stored',
      'if (isGivenAgain(deposit.state, event)) await setGivenAgainAt(tx, deposit, at)\n',
      '',
    ],
    [
      'what is taken back again counts as given',
      "if (event === 'reversed') await setGivenAgainAt(tx, deposit, null)\n",
      '',
    ],
  ]),
  ...mutantsOf('server/deposits/restore-deposit.ts', GIVEN_AGAIN, [
    [
      'what is given again repays no debt',
      'const owedKobo = -(await readBalances(tx, userId)).debtKobo',
      'const owedKobo = 0n',
    ],
  ]),
  ...mutantsOf('server/deposits/credit-set-aside.ts', GIVEN_AGAIN, [
    [
      'what was taken from one customer is given to another',
      "if (state === 'recalled' && userId !== customer)",
      'if (false)',
    ],
  ]),
]
