import { DEPOSIT_TRANSITIONS, type DepositState, type DepositTransition } from '#server/deposits/deposit-machine.ts'
import { type Edit, type Mutant, mutantsOf } from './mutant.ts'

const RECALLS = ['server/deposits/recall.test.ts']
const MONEY_IN = [
  ['server/deposits/webhooks/receive-hint.test.ts'],
  ['server/deposits/funding.test.ts'],
  ['server/payments/bpc/buy-by-transfer.test.ts'],
  RECALLS,
]
const DEBT = [RECALLS, ['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts']]

const transitions = Object.entries(DEPOSIT_TRANSITIONS).flatMap(([state, events]) =>
  Object.entries(events).map(([event, transition]) => ({ state: state as DepositState, event, transition })),
)

/** The worst possible replacement: booked or taken back without proof, or not booked despite proof. */
function worst(state: DepositState, transition: DepositTransition): DepositTransition {
  if (transition.posts === 'quarantine') return { to: 'credited', posts: 'deposit' }
  if (transition.posts === 'recall' || transition.posts === 'restore') return { to: state, posts: null }
  if (transition.posts !== null) return { to: 'quarantined', posts: 'quarantine' }
  if (state === 'quarantined') return { to: 'sent_back', posts: 'recall' }
  if (state === 'credited' || state === 'credited_by_operators' || state === 'paid_in')
    return { to: 'recalled', posts: 'recall' }
  return { to: 'credited', posts: 'deposit' }
}

const put = (state: string, event: string, transition: DepositTransition) =>
  `;(DEPOSIT_TRANSITIONS as any)['${state}']['${event}'] = ${JSON.stringify(transition)}`
const without = (state: string, event: string) => `;delete (DEPOSIT_TRANSITIONS as any)['${state}']['${event}']`

const table = transitions.flatMap(({ state, event, transition }): Edit[] => [
  [`${state} without ${event}`, null, without(state, event)],
  [`${state} on ${event} to ${worst(state, transition).to}`, null, put(state, event, worst(state, transition))],
])

/** Transitions that must not exist. */
const added: Edit[] = [
  ['credited on failed to recalled', null, put('credited', 'failed', { to: 'recalled', posts: 'recall' })],
  ['restored on reversed to recalled', null, put('restored', 'reversed', { to: 'recalled', posts: 'recall' })],
  ['recalled on success to credited', null, put('recalled', 'success', { to: 'credited', posts: 'deposit' })],
  [
    'sent_back on success to quarantined',
    null,
    put('sent_back', 'success', { to: 'quarantined', posts: 'quarantine' }),
  ],
]

/** Money in, bank recalls, and the debt they cause. */
export const deposits: readonly Mutant[] = [
  ...mutantsOf(
    'server/deposits/deposit-machine.ts',
    [['server/deposits/deposit-machine.test.ts'], RECALLS, ['server/payments/bpc/buy-by-transfer.test.ts']],
    [...table, ...added],
  ),
  ...mutantsOf('server/deposits/credit-payment.ts', MONEY_IN, [
    [
      'what is booked is booked again',
      'if (deposit !== null) return await advanceDeposit(tx, deps, payment, deposit)',
      '',
    ],
    [
      'what is still coming is asked for no more',
      "payment === null || payment.status === 'pending'",
      'payment === null',
    ],
    [
      'what did not succeed is credited',
      "const decided = payment.status === 'success' ? await decide(tx, deps, payment) : null",
      'const decided = await decide(tx, deps, payment)',
    ],
    [
      'an amount beyond every bound is credited',
      'payment.amountKobo >= 1n && payment.amountKobo <= AMOUNT_MAX_KOBO',
      'true',
    ],
    ['another currency is credited', "if (payment.currency !== 'NGN') return `currency ${payment.currency}`", ''],
    [
      'a payment of the other mode is credited',
      "payment.domain !== (deps.config.mode === 'live' ? 'live' : 'test')",
      'false',
    ],
    [
      "another customer's payment is credited",
      ' and ($3::text is null or customer_code = $3)',
      ' and ($3::text is null or true)',
    ],
    [
      'a credit without the fence',
      'inFence(deps.database, claim, async (tx): Promise<Outcome> => {',
      'deps.database.transaction(async (tx): Promise<Outcome> => {',
    ],
    [
      'a booked payment is looked at no more',
      'if (deposit !== null) return lookBack(deps, claim, deposit, payment !== null)',
      "if (deposit !== null) return 'done'",
    ],
    [
      'a look without an answer counts',
      'if (!answered && nowMs - bookedMs <= (LOOK_BACK_MS.at(-1) ?? 0) + ASK_FOR_MS) {',
      'if (false) {',
    ],
    ['a look back never ends', "return deposit.givenAgainAt === null ? 'done' : {", 'return {'],
  ]),
  ...mutantsOf('server/deposits/advance-deposit.ts', MONEY_IN, [
    [
      'another amount is taken back',
      "isMoved && amountKobo !== deposit.amountKobo ? 'otherwise' : status",
      'isMoved ? status : status',
    ],
    [
      'what is taken back stays',
      'if (transition.posts !== null) return await recallDeposit(tx, deps, deposit, transition)',
      'if (transition.posts !== null) return null',
    ],
  ]),
  ...mutantsOf('server/deposits/deposits.ts', MONEY_IN, [
    [
      'the provider is charged to the user',
      'to: of.toAccount, amountKobo: kobo(payment.amountKobo) }',
      'to: of.toAccount, amountKobo: kobo(payment.amountKobo - payment.feeKobo) }',
    ],
    [
      'the provider takes nothing',
      '{ from: account.expense(payment.provider), to: float, amountKobo: kobo(payment.feeKobo) },',
      '',
    ],
    ['what comes in repays nothing', 'await repayDebt(tx, deps, { userId, subjectId: depositId })\n', ''],
    ['incoming money is in no history', 'await addDepositLine(tx, deps, credit)\n', ''],
    [
      'nobody is called for what is set aside',
      "await raiseAlarm(tx, deps.log, {\n    kind: 'deposit-quarantined',",
      "await (async (..._: unknown[]) => {})(tx, deps.log, {\n    kind: 'deposit-quarantined',",
    ],
  ]),
  ...mutantsOf(
    'server/deposits/credit-set-aside.ts',
    [['server/deposits/credit-set-aside.test.ts']],
    [
      [
        'a deposit that is no longer set aside is credited',
        "if (!isOpen || depositTransition(state, 'by-operators') === null) throw",
        'if (false) throw',
      ],
      ['another currency is credited by operators', 'if (!isCreditable(reason)) throw', 'if (false) throw'],
      ['a deposit is credited while money in is stopped', 'if (stop !== undefined) throw', 'if (false) throw'],
      ['a deposit is credited to a closed account', 'if (found.isClosed) throw', 'if (false) throw'],
      [
        'a deposit is credited with amounts other than the signed ones',
        'if (shown !== null && !isSame(shown.after, await readAll(tx, userId))) throw',
        'if (false) throw',
      ],
      ['open pages are not notified of a credit', 'announce(deps, { userId, orderId: null })\n', ''],
    ],
  ),
  ...mutantsOf(
    'server/deposits/pay-into-purchase.ts',
    [['server/payments/bpc/buy-by-transfer.test.ts'], RECALLS],
    [
      ['a payment without the lock on the money', 'await lockAvailable(tx, userId)\n', ''],
      [
        'a second payment buys a second code',
        "if (order.state !== 'awaiting_payment' && order.state !== 'expired') return 'second'",
        '',
      ],
      [
        'a late payment buys',
        "if (charge.expiresAt !== null && (payment.paidAt ?? now) > charge.expiresAt) return 'late'",
        '',
      ],
      ['less than the price buys', "if (payment.amountKobo < order.totalKobo) return 'less'", ''],
      ['the rest is kept', 'if (restKobo > 0n) {\n    await postTransfer', 'if (false) {\n    await postTransfer'],
      ['the rest repays nothing', 'await repayDebt(tx, deps, { userId, subjectId: depositId })\n', ''],
    ],
  ),
  ...mutantsOf('server/deposits/recall-deposit.ts', DEBT, [
    ['what nobody was credited is taken from somebody', "deposit.state === 'quarantined' ? null : userId", 'userId'],
    [
      'what was taken back is still credited',
      "await tx.query('update deposits set state = $2 where id = $1', [deposit.id, state])",
      '',
    ],
    [
      'nobody is told',
      'if (credited !== null) await tellOwner(tx, deps, deposit, { userId: credited, movements })',
      '',
    ],
    [
      'nobody is called for a recall',
      'await raiseAlarm(tx, deps.log, {',
      'await (async (..._: unknown[]) => {})(tx, deps.log, {',
    ],
  ]),
  ...mutantsOf('server/ledger/debt.ts', DEBT, [
    [
      'more is taken than there is',
      'of.availableKobo < of.amountKobo ? of.availableKobo : of.amountKobo',
      'of.amountKobo',
    ],
    [
      'the rest is forgiven',
      '    { from: account.debt(userId), to: of.to, amountKobo: kobo(of.amountKobo - taken) },\n',
      '',
    ],
    ['all is repaid or nothing', 'availableKobo < -debtKobo ? availableKobo : -debtKobo', '-debtKobo'],
    ['more is repaid than is owed', 'availableKobo < -debtKobo ? availableKobo : -debtKobo', 'availableKobo'],
    ['two repayments of one debt meet', 'await lockAvailable(tx, of.userId)\n', ''],
    ['nothing is repaid with nothing', 'if (amountKobo === 0n) return', ''],
    ['a debt is repaid once for ever', 'key: `repay:${of.subjectId ?? id}`', "key: 'repay'"],
    ['a debt that was repaid is owed', ' and a.balance < 0 and ${NOT_REVERSED}', ' and ${NOT_REVERSED}'],
    ['who owes may pay', 'if (debt === null) return', 'return'],
  ]),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', DEBT, [
    ['a debt is not asked for at the approval', 'refuseDebt(debt)\n', ''],
  ]),
  ...mutantsOf('server/payments/quotes/quote-checks.ts', DEBT, [
    ['a debt is not asked for at the quote', 'await requireNoDebt(deps.database, userId)\n', ''],
    [
      'what is there repays nothing at the quote',
      'await deps.database.transaction((tx) => repayDebt(tx, deps, { userId, subjectId: null }))\n',
      '',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/advance.ts', DEBT, [
    [
      'what was not paid repays nothing',
      "if (posts !== 'release' && posts !== 'return') return kobo(0n)",
      "if (posts !== 'return') return kobo(0n)",
    ],
    [
      'what came back repays nothing',
      "if (posts !== 'release' && posts !== 'return') return kobo(0n)",
      "if (posts !== 'release') return kobo(0n)",
    ],
  ]),
]
