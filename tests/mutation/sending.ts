import { deciding } from './deciding.ts'
import { PURCHASES, SECOND_ATTEMPTS, STEPS, WITHDRAWALS } from './engine-tests.ts'
import { type Mutant, mutantsOf } from './mutant.ts'

const CHANGED_PLANS = [['server/payments/bills/changed-plans.test.ts']]
const PLAN_LISTS = [['server/providers/bills/plan-lists.test.ts']]
const RESTORED = [['server/controls/restore/restored.test.ts']]

/** How a worker takes an order, and how it treats a reply. */
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
    'server/payments/orders/proving/advance.ts',
    [['server/payments/orders/proving/advance.test.ts'], ...WITHDRAWALS],
    [
      ['what means nothing is done', 'if (transition === null) {', 'if (false) {'],
      ['nothing is posted', 'posts === null ? [] : await postResolution(tx, deps, order, posts, of.evidence)', '[]'],
      ['one key for every resolution', 'key: `${posting}:${order.id}`', 'key: `${posting}`'],
      ['a late success calls nobody', "if (posts === 'late-success') {", 'if (false) {'],
      ['a sale below cost calls nobody', 'if (!isSold || order.costKobo <= order.totalKobo) return', 'return'],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/proving/decisions.ts',
    [['server/payments/orders/proving/advance.test.ts'], ...WITHDRAWALS],
    [['sending is not counted', "const sent = event === 'send' || isAnew ? 1 : 0", 'const sent = 0']],
  ),
  ...mutantsOf('server/payments/orders/order-history.ts', WITHDRAWALS, [
    ['no refund in the history', "if (posting === 'release' || posting === 'return') {", "if (posting === 'return') {"],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/step.ts',
    [...STEPS, ...WITHDRAWALS, ...PURCHASES],
    [
      [
        'a held order is not sent',
        "if (order.state !== 'held') return toVerify(order)",
        'if (true) return toVerify(order)',
      ],
      ['everything is sent again', "if (order.state !== 'held') return toVerify(order)\n", ''],
      [
        'it is sent although the user took it back',
        "return changed ? { call: 'send', request } : { due: null }",
        "return { call: 'send', request }",
      ],
      ['it is sent before its time', 'if (notBefore !== null) return { due: notBefore }\n', ''],
      ['a refusal releases unchecked', 'if (!provesRefusal(order, finding)) return answered(refusal)\n', ''],
      [
        'a refusal of a repeated request releases',
        "outcome === 'refused' && isFirstRequest(order)",
        "outcome === 'refused'",
      ],
      ['a refusal counts as accepted', "outcome === 'accepted' ? 'accepted' : 'unanswered'", "'accepted'"],
      ['not found is not counted', "event === 'not-found' ? 'one-more' : saysMore", 'saysMore'],
      ['nobody is told that an order waits', '.filter(({ from }) => now >= from)', '.filter(() => false)'],
      [
        'an end is never looked at again',
        '{ due: isNothingToVerify(order) ? null : nextLookBackAt(order, now) }',
        '{ due: null }',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/proving/order-worker.ts',
    [...WITHDRAWALS, ...PURCHASES],
    [
      [
        'a proof the user overtook is written',
        'if (current !== null && current.state !== order.state) return { order: current, changed: false }',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/proving/record-verification.ts',
    [...WITHDRAWALS, ...PURCHASES],
    [
      ['not found is not counted', "if (notFound === 'one-more') {", 'if (false) {'],
      ['an alarm is forgotten', '    await raiseAlarms(tx, deps, order, { known, alarms: decided.alarms })\n', ''],
    ],
  ),
  ...mutantsOf('server/payments/orders/proving/record-verification.ts', SECOND_ATTEMPTS, [
    ['absences are not counted', '    await countAbsence(tx, order, decided)\n', ''],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/step.ts',
    [...STEPS, ...SECOND_ATTEMPTS],
    [
      ['nobody is called when it is there twice', 'finding.knownTwice === undefined ? []', 'true ? []'],
      ['absences never count', "isCounted ? 'one-more' : saysMore", 'saysMore'],
      ['a later answer leaves absences standing', "saysMore && order.absentAt.length > 0 ? 'none'", "false ? 'none'"],
      ['a plan that changed waits for ever', "? 'refused' : 'never-arrived'", "? 'refused' : 'unanswered'"],
      [
        'what a callback named is sent again',
        "return wasSpokenOf ? { due: nextCheckAt(order, now) } : { call: 'prepare-anew' }",
        "return { call: 'prepare-anew' }",
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/proving/verify-order.ts', SECOND_ATTEMPTS, [
    [
      'only the latest reference is asked for',
      'if (order.earlierSends === 0) return await carrierOf(order).verify(deps)',
      'if (true) return await carrierOf(order).verify(deps)',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/attempts.ts', SECOND_ATTEMPTS, [
    ['what a callback spoke of is sent again', 'return rows.length > 0', 'return false'],
  ]),
  ...mutantsOf('server/payments/orders/proving/order-worker.ts', SECOND_ATTEMPTS, [
    [
      'a repeated request has a reference of its own',
      "if (by === 'prepare-again') return await carrierOf(order).prepare(deps)\n",
      '',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/advance.ts', SECOND_ATTEMPTS, [
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
  ]),
  ...mutantsOf('server/payments/orders/proving/decisions.ts', SECOND_ATTEMPTS, [
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
  ...mutantsOf('server/controls/restore/after-restore.ts', RESTORED, [
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
        'if (!isTaken(status)) return addMatch(findings, provider, reference)',
        'return addMatch(findings, provider, reference)',
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/proving/adopt-reference.ts', RESTORED, [
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
    [['server/payments/orders/proving/advance.test.ts'], ...WITHDRAWALS],
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
    ['a list from before a hint confirms a price', '!(known.readAtMs <= hintedAtMs && hintedAtMs <= nowMs()) && ', ''],
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
    'server/payments/orders/ending/cancel-order.ts',
    [['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts'], ['tests/concurrency/orders-workers.test.ts']],
    [['what was sent is cancelled', "if (found.state !== 'held') throw new AppError('order.not-cancellable')", '']],
  ),
]

/** How an order is sent and proved: what the worker decides, when, and what it writes. */
export const sending: readonly Mutant[] = [...deciding, ...working]
