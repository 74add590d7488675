import { type Mutant, mutantsOf } from './mutant.ts'

const WITHDRAWALS = [
  ['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts'],
  ['tests/concurrency/orders-workers.test.ts'],
]
const PURCHASES = [
  ['server/payments/kinds/purchase/outcomes.test.ts', 'server/payments/kinds/purchase/purchase-faults.test.ts'],
  [
    'server/payments/kinds/purchase/purchase-turns.test.ts',
    'server/payments/kinds/purchase/purchase-reversals.test.ts',
  ],
  ['server/payments/kinds/purchase/purchase-delivery.test.ts'],
]
const CHANGED_PLANS = [['server/payments/bills/changed-plans.test.ts']]
const PLAN_LISTS = [['server/providers/bills/plan-lists.test.ts']]
const SECOND_ATTEMPTS = [
  ['server/payments/orders/decisions.test.ts'],
  ['server/payments/kinds/purchase/second-attempt.test.ts'],
  ['server/payments/orders/machine.test.ts'],
]
const RESTORED = [['server/platform/backups/restored.test.ts']]
const DECISIONS = [['server/payments/orders/machine.test.ts'], ...WITHDRAWALS, ...PURCHASES]
const SCHEDULE = [
  ['server/payments/orders/schedule.test.ts'],
  ['server/payments/orders/orders-doc.test.ts', 'server/payments/orders/machine.test.ts'],
  ...WITHDRAWALS,
]

/** What the worker decides, and when. */
const deciding = [
  ...mutantsOf('server/payments/orders/decisions.ts', DECISIONS, [
    ['a refusal of a repeated request releases', 'return order.sendCount - order.earlierSends === 1', 'return true'],
    [
      'a refusal under the second reference proves nothing',
      'return order.sendCount - order.earlierSends === 1',
      'return order.sendCount === 1',
    ],
    [
      'a refusal releases without a look',
      "return isFirstRequest(order) && finding.event === 'not-found'",
      'return isFirstRequest(order)',
    ],
    [
      'what was never sent is asked for',
      "order.sendCount === 0 || (order.state === 'returned'",
      "false || (order.state === 'returned'",
    ],
    ['what came back is asked for', "(order.state === 'returned' && order.earlierSends === 0)", 'false'],
    [
      'what came back under one reference is not asked for under the other',
      "order.state === 'returned' && order.earlierSends === 0",
      "order.state === 'returned'",
    ],
    [
      'what the provider has is sent again',
      "order.state === 'unknown' &&\n    order.sendCount < SEND_MAX &&\n    (endsAt",
      'order.sendCount < SEND_MAX &&\n    (endsAt',
    ],
    ['it is sent without end', 'order.sendCount < SEND_MAX &&\n    (endsAt', '(endsAt'],
    ['it is sent again under a reference that is over', '(endsAt === null || now < endsAt) &&\n', ''],
    ['not found is sent again at once', 'order.notFoundCount >= RESEND_CHECKS_MIN &&', ''],
    [
      'not found is sent again before half an hour',
      'now.getTime() - order.notFoundSince.getTime() >= RESEND_AFTER_MS',
      'true',
    ],
    [
      'what differs is believed',
      "if (finding.event === 'mismatch') return canBeOverdue ? 'overdue' : null",
      "if (finding.event === 'mismatch') return 'paid'",
    ],
    [
      'nobody is called after a day',
      "if (inconclusive && canBeOverdue && ageMs >= ORDER_REVIEW_AFTER_MS) return 'overdue'",
      '',
    ],
    ['a proof after a day goes to a person', 'if (inconclusive && canBeOverdue', 'if (canBeOverdue'],
    ['a request without an answer stays in flight', "order.state === 'in_flight' ? 'unanswered' : null", 'null'],
  ]),
  ...mutantsOf('server/payments/orders/decisions.ts', SECOND_ATTEMPTS, [
    ['no answer is an absence', "if (event !== 'not-found' || endsAt", 'if (endsAt'],
    [
      'a clock far from the provider’s proves',
      'if (Math.abs(now.getTime() - saidAt.getTime()) > CLOCKS_APART_MAX_MS) return false\n',
      '',
    ],
    [
      'our own clock says that a reference is over',
      'return isOverForLong(endsAt, saidAt)',
      'return isOverForLong(endsAt, now)',
    ],
    [
      'a reference is over with its day',
      'endsAt.getTime() + LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS',
      'endsAt.getTime()',
    ],
    [
      'what is late does not count',
      'endsAt.getTime() + LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS',
      'endsAt.getTime() + CLOCKS_APART_MAX_MS',
    ],
    [
      'clocks that disagree do not count',
      'endsAt.getTime() + LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS',
      'endsAt.getTime() + LATE_ARRIVAL_MAX_MS',
    ],
    ['looks in one second prove', 'if (last !== undefined &&', 'if (false &&'],
    [
      'what is under way there is counted as absent',
      "if (order.state !== 'unknown' || order.earlierSends > 0) return false\n",
      '',
    ],
    ['one look proves', 'order.absentAt.length >= ABSENCES_MIN &&', ''],
    ['looks of before prove without a last one', 'isAbsence(said, endsAt, now)\n  )', 'true\n  )'],
    ['it is sent under a third reference', 'order.earlierSends === 0 &&\n    !order', '!order'],
    ['a restored order is sent under another reference', '!order.maybeElsewhere &&\n', ''],
    [
      'it is sent anew after a day',
      "order.state === 'unknown' &&\n    order.sendCount < SEND_MAX &&\n    order.earlierSends",
      'order.sendCount < SEND_MAX &&\n    order.earlierSends',
    ],
    ['it is sent anew without end', 'order.sendCount < SEND_MAX &&\n    order.earlierSends', 'order.earlierSends'],
    ['what an earlier reference proves is not heard', 'const decides = deciding ?? current', 'const decides = current'],
    ['no answer about one reference gives back', ", 'no-answer'] as const", '] as const'],
    ['nobody hears that it is there twice', 'there.length > 1', 'there.length > 2'],
    ['it settles from a reference nobody notes', "finding.event === 'paid' && reference !== order.reference", 'false'],
  ]),
  ...mutantsOf('server/payments/orders/schedule.ts', SECOND_ATTEMPTS, [
    ['a request is late for a minute at most', 'LATE_ARRIVAL_MAX_MS = HOUR', 'LATE_ARRIVAL_MAX_MS = MINUTE'],
    ['clocks may be a day apart', 'CLOCKS_APART_MAX_MS = 5 * MINUTE', 'CLOCKS_APART_MAX_MS = 24 * HOUR'],
    ['two looks prove', 'ABSENCES_MIN = 3', 'ABSENCES_MIN = 2'],
    ['looks are a minute apart', 'ABSENCES_APART_MS = 10 * MINUTE', 'ABSENCES_APART_MS = MINUTE'],
  ]),
  ...mutantsOf('server/payments/orders/schedule.ts', SCHEDULE, [
    ['a person is called an hour later', 'ORDER_REVIEW_AFTER_MS = 24 * HOUR', 'ORDER_REVIEW_AFTER_MS = 25 * HOUR'],
    ['the same request goes out after a minute', 'RESEND_AFTER_MS = 30 * MINUTE', 'RESEND_AFTER_MS = MINUTE'],
    ['one look is enough to send again', 'RESEND_CHECKS_MIN = 3', 'RESEND_CHECKS_MIN = 1'],
    ['it is sent a fourth time', 'SEND_MAX = 3', 'SEND_MAX = 4'],
    [
      'a day has a look every two minutes',
      'untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: MINUTE',
      'untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: 2 * MINUTE',
    ],
    ['after a day there is a look each minute', '?? CHECK_EVERY_LATER_MS', '?? MINUTE'],
    ['a crowd is asked about as often as one', 'Math.max(everyMs, crowdMs)', 'everyMs'],
    ['a crowd delays the young', 'ageMs < CROWDED_AFTER_MS ? 0 : ', ''],
    [
      'a crowd delays without end',
      'Math.min(CHECK_AT_LEAST_EVERY_MS, waiting * CHECK_OF_A_CROWD_MS)',
      'waiting * CHECK_OF_A_CROWD_MS',
    ],
    ['nothing is looked back at', 'return next === undefined ? null : new Date(resolvedAt + next)', 'return null'],
    ['a look back ends after a day', '24 * HOUR, 72 * HOUR] as const', '24 * HOUR] as const'],
    ['a look back comes at once', 'resolvedAt + afterMs > now.getTime()', 'resolvedAt + afterMs > 0'],
    ['operators hear after an hour', 'afterMs: 15 * MINUTE', 'afterMs: 60 * MINUTE'],
  ]),
]

/** What takes an order on, and what the worker makes of an answer. */
const working = [
  ...mutantsOf(
    'server/payments/orders/order.ts',
    [['tests/concurrency/orders-workers.test.ts'], ['tests/concurrency/races-over-http.test.ts']],
    [
      [
        'an order without its lock',
        'from orders where user_id = $1 and id = $2 for update`',
        'from orders where user_id = $1 and id = $2`',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/advance.ts',
    [['server/payments/orders/advance.test.ts'], ...WITHDRAWALS],
    [
      ['what means nothing is done', 'if (transition === null) {', 'if (false) {'],
      [
        'nothing is posted',
        'if (transition.posts !== null) await postResolution(tx, deps, order, transition.posts, of.evidence)',
        '',
      ],
      ['one key for every resolution', 'key: `${posting}:${order.id}`', 'key: `${posting}`'],
      ['a late success calls nobody', "if (transition.posts === 'late-success') {", 'if (false) {'],
      [
        'a sale below cost calls nobody',
        "if (posting !== 'settle' || order.costKobo <= order.totalKobo) return",
        'return',
      ],
      ['sending is not counted', "const sent = of.event === 'send' || isAnew ? 1 : 0", 'const sent = 0'],
      [
        'no refund in the history',
        "if (posting === 'release' || posting === 'return') {",
        "if (posting === 'return') {",
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/order-worker.ts',
    [...WITHDRAWALS, ...PURCHASES],
    [
      [
        'a held order is not sent',
        "order.state === 'held' ? await sendFirst(deps, claim, order) : await verify(deps, claim, order)",
        'await verify(deps, claim, order)',
      ],
      [
        'everything is sent again',
        "order.state === 'held' ? await sendFirst(deps, claim, order) : await verify(deps, claim, order)",
        'await sendFirst(deps, claim, order)',
      ],
      ['it is sent although the user took it back', "if (!sending.changed) return 'done'", ''],
      [
        'a proof the user overtook is written',
        'if (current !== null && current.state !== order.state) return { order: current, changed: false }',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/record-verification.ts',
    [...WITHDRAWALS, ...PURCHASES],
    [
      [
        'not found is not counted',
        "if (finding.event === 'not-found') {\n    await tx.query(",
        'if (false) {\n    await tx.query(',
      ],
      ['nobody is told that an order waits', 'if (ageMs >= afterMs) await raiseAlarm', 'if (false) await raiseAlarm'],
    ],
  ),
  ...mutantsOf('server/payments/orders/record-verification.ts', SECOND_ATTEMPTS, [
    ['absences are not counted', '    await countAbsence(tx, deps, order, known)\n', ''],
    ['nobody is called when it is there twice', 'if (finding.knownTwice !== undefined) {', 'if (false) {'],
  ]),
  ...mutantsOf('server/payments/orders/verify-order.ts', SECOND_ATTEMPTS, [
    [
      'only the latest reference is asked for',
      'if (order.earlierSends === 0) return await carrierOf(order).verify(deps)',
      'if (true) return await carrierOf(order).verify(deps)',
    ],
  ]),
  ...mutantsOf('server/payments/orders/attempts.ts', SECOND_ATTEMPTS, [
    ['what a callback spoke of is sent anew', 'return rows.length > 0', 'return false'],
  ]),
  ...mutantsOf('server/payments/orders/order-worker.ts', SECOND_ATTEMPTS, [
    [
      'a plan that changed waits for ever',
      "await record(deps, claim, order, 'never-arrived', ready.refused)",
      "await record(deps, claim, order, 'unanswered', ready.refused)",
    ],
    [
      'a repeated request has a reference of its own',
      'const ready = await carrierOf(order).prepare(deps)',
      'const ready = await prepareAnew(deps, order)',
    ],
  ]),
  ...mutantsOf('server/payments/orders/advance.ts', SECOND_ATTEMPTS, [
    [
      'the second reference is not stored',
      'isFirst || isAnew ? [newAttempt(attempt)] : []',
      'isFirst ? [newAttempt(attempt)] : []',
    ],
    [
      'the first reference is not stored',
      'isFirst || isAnew ? [newAttempt(attempt)] : []',
      'isAnew ? [newAttempt(attempt)] : []',
    ],
    [
      'requests under the first reference are not counted apart',
      'earlierSends: isAnew ? order.sendCount : order.earlierSends',
      'earlierSends: order.earlierSends',
    ],
  ]),
  ...mutantsOf('server/payments/orders/order.ts', SECOND_ATTEMPTS, [
    [
      'a callback about the first reference finds nothing',
      'select user_id, order_id from order_attempts where provider = $1 and reference = $2)',
      'select user_id, order_id from order_attempts where provider = $1 and reference = $2 and false)',
    ],
  ]),
  ...mutantsOf('server/platform/backups/after-restore.ts', RESTORED, [
    [
      'a restored purchase may be sent under another reference',
      'set maybe_elsewhere = true',
      'set maybe_elsewhere = false',
    ],
  ]),
  ...mutantsOf('server/controls/reconciliation/match-purchases.ts', RESTORED, [
    [
      'what may have gone out under another reference is in no list',
      '(maybe_elsewhere and earlier_sends = 0',
      '(false and earlier_sends = 0',
    ],
    ['everything of a backup may have gone out under another reference', 'isOverForLong(endsAt, restored.at)', 'true'],
  ]),
  ...mutantsOf(
    'server/controls/reconciliation/match-purchases.ts',
    [['server/controls/reconciliation/reconcile.test.ts']],
    [
      [
        'what was delivered a second time agrees',
        'if (!isTaken(status)) return match(findings, provider, reference)',
        'return match(findings, provider, reference)',
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/adopt-reference.ts', RESTORED, [
    [
      'the reference of before is forgotten',
      'earlier_sends = case when $5 then send_count else 0 end',
      'earlier_sends = case when $5 then 0 else 0 end',
    ],
  ]),
  ...mutantsOf(
    'server/providers/bills/vtpass/references.ts',
    [['server/providers/bills/vtpass/references.test.ts']],
    [
      [
        'a day ends at midnight in London',
        'beginsAt.getTime() + DAY_MS - LAGOS_OFFSET_MS',
        'beginsAt.getTime() + DAY_MS',
      ],
      ['31 February is a day', ' || beginsAt.getUTCDate() !== Number(day)', ''],
    ],
  ),
  ...mutantsOf(
    'server/payments/kinds/withdrawal/withdrawal-executor.ts',
    [
      ...WITHDRAWALS,
      ['tests/conformance/paystack-faults.test.ts', 'tests/conformance/paystack-transfer-answers.test.ts'],
    ],
    [
      ['proof of another reference', "if (facts.reference !== order.reference) return 'the reference'", ''],
      ['proof of another amount', "if (facts.amountKobo !== order.amountKobo) return 'the amount'", ''],
      ['proof in another currency', "if (facts.currency !== 'NGN') return 'the currency'", ''],
      [
        'proof of another account',
        "if (facts.accountNumber !== null && facts.accountNumber !== order.recipient.accountNumber) return 'the account number'",
        '',
      ],
      [
        'proof of another bank',
        "if (facts.bankCode !== null && facts.bankCode !== order.recipient.bankCode) return 'the bank'",
        '',
      ],
      [
        'no answer is not found',
        "if (answer.outcome === 'unknown') return { event: 'no-answer', note: answer.cause }",
        "if (answer.outcome === 'unknown') return { event: 'not-found', note: answer.cause }",
      ],
      [
        'a refused verification is a failure',
        "return { event: 'no-answer', note: `verification refused",
        "return { event: 'failed', note: `verification refused",
      ],
      ['paid is still pending', "return { ...found, event: 'paid' }", "return { ...found, event: 'still-pending' }"],
      ['pending is failed', "return { ...found, event: 'still-pending' }", "return { ...found, event: 'failed' }"],
      [
        'no answer to the transfer is a yes',
        "if (sent.outcome === 'unknown') return { outcome: 'unanswered', note: sent.cause }",
        "if (sent.outcome === 'unknown') return { outcome: 'accepted', note: sent.cause }",
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/kinds/withdrawal/withdrawal.ts',
    [['server/payments/orders/advance.test.ts'], ...WITHDRAWALS],
    [
      ['the fee is kept by the user', '{ from: held, to: account.revenueFees, amountKobo: order.feeKobo },', ''],
      [
        'the duty is our fee',
        '{ from: held, to: account.stampDuty, amountKobo: order.dutyKobo },',
        '{ from: held, to: account.revenueFees, amountKobo: order.dutyKobo },',
      ],
      ['the fee is not given back', '{ from: account.revenueFees, to: available, amountKobo: order.feeKobo },', ''],
      [
        'a release keeps the fee',
        "case 'release':\n      return [{ from: held, to: available, amountKobo: order.totalKobo }]",
        "case 'release':\n      return [{ from: held, to: available, amountKobo: order.amountKobo }]",
      ],
    ],
  ),
  ...mutantsOf('server/payments/kinds/purchase/purchase-executor.ts', PURCHASES, [
    ['the second for a number does not wait', 'return dueAt > now ? dueAt : null', 'return null'],
    ['two for a number do not see each other', '     order by id for update`', '     order by id`'],
    ['proof of another reference', "if (facts.reference !== order.reference) return 'the reference'", ''],
    [
      'proof of another amount',
      "if (facts.amountKobo !== null && facts.amountKobo !== order.amountKobo) return 'the amount'",
      '',
    ],
    [
      'proof of another number',
      "if (facts.recipient !== null && plainNumber(facts.recipient) !== order.number) return 'the number'",
      '',
    ],
    ['pending is delivered', "return { ...found, event: 'still-pending' }", "return { ...found, event: 'paid' }"],
    ['a purchase for a silent provider goes out', 'if (!bills.available()) return { ready: false, refused: null }', ''],
  ]),
  ...mutantsOf('server/payments/kinds/purchase/purchase-executor.ts', CHANGED_PLANS, [
    ['a plan is sent without a look at its price', 'if (changed !== null) return changed\n', ''],
  ]),
  ...mutantsOf('server/payments/kinds/purchase/compare-plan.ts', CHANGED_PLANS, [
    ['a plan of another price is sent', 'if (now.amountKobo === amountKobo) return null', 'return null'],
    ['a plan that became cheaper is sent', 'now.amountKobo === amountKobo', 'now.amountKobo <= amountKobo'],
    ['a plan of another name is sent', 'if (now.name !== name)', 'if (false)'],
    [
      'a plan is sent on a guess',
      'if (plans === null) return { ready: false, refused: null }',
      'if (plans === null) return null',
    ],
  ]),
  ...mutantsOf('server/providers/bills/plan-lists.ts', PLAN_LISTS, [
    ['each order reads the list', 'if (entry.asking !== null) return entry.asking\n', ''],
    [
      'what nobody can read is asked for without pause',
      'return isTooSoon ? null : await ask(bills, list, entry)',
      'return await ask(bills, list, entry)',
    ],
    ['a list from before a hint confirms a price', 'known.readAtMs > hintedAtMs && ', ''],
    ['an old list confirms a price', 'isFresh(entry.known, READS_APART_MS)', 'isFresh(entry.known, LISTED_WITHIN_MS)'],
    ['hints travel without pause', 'if (isWithin(toldAtMs, TOLD_APART_MS)) return\n', ''],
    ['a clock that was set back makes a list young', 'nowMs() - atMs >= 0 && ', ''],
    ['other nodes hear of no change', "if (topics.includes('plans')) hintedAtMs = nowMs()", ''],
  ]),
  ...mutantsOf('server/deposits/webhooks/receive-hint.ts', CHANGED_PLANS, [
    [
      'a callback about plans is not heard',
      "if (hint.about === 'plans') return deps.plans.noteChange()",
      "if (hint.about === 'plans') return",
    ],
  ]),
  ...mutantsOf(
    'server/payments/orders/cancel-order.ts',
    [['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts'], ['tests/concurrency/orders-workers.test.ts']],
    [['what was sent is cancelled', "if (found.state !== 'held') throw new AppError('order.not-cancellable')", '']],
  ),
]

/** How an order goes out and is proved: what the worker decides, when, and what it writes. */
export const sending: readonly Mutant[] = [...deciding, ...working]
