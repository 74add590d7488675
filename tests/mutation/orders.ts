import { type Mutant, mutantsOf } from './mutant.ts'

const WRONG_PIN = [
  ['server/payments/orders/approving/wrong-pin.test.ts'],
  ['tests/concurrency/approved-together.test.ts'],
]
const RACES = [
  ['tests/concurrency/orders-many-at-once.test.ts'],
  ['tests/concurrency/orders-workers.test.ts'],
  ['tests/concurrency/races-over-http.test.ts'],
]
const OWN_LIMITS = [['server/payments/limits/customer-limits.test.ts']]
const DATED_LIMITS = [['server/console/settings/limits.test.ts']]
const LIMITS = [
  ['server/payments/orders/approving/limits.test.ts'],
  ['server/payments/orders/approving/first-day.test.ts'],
]
const RETURNS = [['server/payments/bpc/return-code.test.ts']]

/** What decides whether a quote becomes an order. */
const approving = [
  ...mutantsOf(
    'server/payments/orders/approving/load-situations.ts',
    [['tests/concurrency/without-safeguards.test.ts']],
    [
      [
        'nothing is locked of somebody who never had money',
        'lockUsers(\n      tx,\n      buyers.map(({ userId }) => userId),\n    ),',
        'undefined,',
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/approving/load-situations.ts', RACES, [
    [
      'a decision without the lock on the money',
      'lockAvailables(tx, userIds),',
      'new Map(userIds.map((id) => [id, 10n ** 15n])),',
    ],
  ]),
  ...mutantsOf('server/payments/orders/approving/accept-orders.ts', RACES, [
    ['two of one person are in one group', '  keyOf: ({ userId }) => userId,\n', ''],
  ]),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', RACES, [
    ['a quote is approved twice', 'if (situation.earlier.length > 0) return { earlier: situation.earlier }', ''],
    ['nothing is asked before the order', 'requireAllowed(deps, command.quotes, situation)\n', ''],
    [
      'a freeze is not asked for',
      "if (facts === undefined || facts.frozen) throw new AppError('money-out.frozen')",
      'if (facts === undefined) return',
    ],
    ['a pause after wrong PINs is passed over', "if (facts.paused) throw new AppError('pin.frozen')", ''],
  ]),
  ...mutantsOf('server/payments/orders/approving/approval-facts.ts', RACES, [
    ['a freeze and an approval overlap', 'where id = asked.user_id for share)', 'where id = asked.user_id)'],
    [
      'a freeze by the owner is passed over',
      'u.frozen_at is not null or u.closed_at is not null as frozen',
      'u.closed_at is not null as frozen',
    ],
  ]),
  ...mutantsOf(
    'server/payments/orders/approving/decide-approval.ts',
    [
      ['server/payments/orders/figures.test.ts', 'server/payments/orders/approving/wrong-pin.test.ts'],
      ['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts'],
    ],
    [
      ['a quote never expires', 'quotes.some((quote) => quote.expiresAt <= now)', 'false'],
      [
        'a fourth purchase may wait for its transfer',
        'openPurchases >= BPC_OPEN_PURCHASES_MAX',
        'openPurchases > BPC_OPEN_PURCHASES_MAX',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/approving/load-situations.ts',
    [['server/payments/orders/figures.test.ts'], ['server/payments/kinds/withdrawal/withdrawal-journeys.test.ts']],
    [
      [
        'purchases that wait are not counted',
        'quotes.length > fromWallet.length ? await countOpenPurchases(tx, userId) : 0',
        '0',
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', WRONG_PIN, [
    ['a wrong PIN approves', 'if (situation.wrongPin !== null) return situation.wrongPin\n', ''],
    ['a wrong PIN is not counted', 'return situation.wrongPin\n', 'throw situation.wrongPin\n'],
  ]),
  ...mutantsOf('server/payments/orders/approving/load-situations.ts', WRONG_PIN, [
    ['no PIN is compared', 'wrongPins.get(userId) ?? null', 'null'],
    ["a neighbour's PIN is taken", 'counted[index]', 'counted[0]'],
  ]),
  ...mutantsOf('server/payments/orders/approving/approve-order.ts', WRONG_PIN, [
    ['a wrong PIN is an unknown error', 'if (!(error instanceof WrongPinError)) throw error', 'throw error'],
  ]),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', LIMITS, [
    [
      'the limit is not asked at the approval',
      'refuseOverDailyLimit({ spendKobo: spendOf(fromWallet), spentKobo, limit, approved: true })',
      '',
    ],
    ['a discount counts against the limit', 'sum + quote.amountKobo - quote.discountKobo', 'sum + quote.amountKobo'],
  ]),
  ...mutantsOf(
    'server/payments/orders/approving/decide-approval.ts',
    [['server/payments/kinds/purchase/purchase-acceptance.test.ts'], ...RETURNS],
    [['a code that was given back still gives its prices', 'requireCodesHeld(quotes, facts?.heldCodes ?? [])\n', '']],
  ),
  ...mutantsOf(
    'server/payments/orders/approving/approve-order.ts',
    [
      [
        'server/payments/orders/approving/wrong-pin.test.ts',
        'server/payments/kinds/withdrawal/withdrawal-journeys.test.ts',
        'server/payments/orders/figures.test.ts',
        'server/selling/batch-approval.test.ts',
      ],
      ['server/payments/orders/proving/provider-down.test.ts', 'server/payments/orders/bad-input.test.ts'],
    ],
    [
      [
        'a repeated approval is asked for again',
        'if (situation.order !== null) return { order: situation.order, isNew: false }',
        '',
      ],
      ['one row of a list is approved alone', 'quote === undefined || quote.batchId !== null', 'quote === undefined'],
      [
        'an expired quote is approved',
        "if (quote.expiresAt <= deps.clock.now()) throw new AppError('quote.expired')",
        '',
      ],
      ['an order for a silent provider', 'requireProvider(deps, quote)\n', ''],
      [
        'money leaves without an approval',
        "if (paidByOf(quote) === 'transfer') return { evidence: null, pin: null }",
        'return { evidence: null, pin: null }',
      ],
    ],
  ),
  ...mutantsOf(
    'server/selling/approve-batch.ts',
    [['server/selling/batch-approval.test.ts']],
    [
      [
        'a list is approved twice',
        'if ((await readOutcomes(deps.database, batch)).length > 0) return { batch, isNew: false }',
        '',
      ],
      [
        'an expired list is approved',
        "if (batch.expiresAt <= deps.clock.now()) throw new AppError('quote.expired')",
        '',
      ],
      ['a list for a silent provider', 'for (const quote of quotes) requireProvider(deps, quote)\n', ''],
      [
        'a list of other terms is signed',
        'const { challenge, terms } = batch',
        "const { challenge } = batch; const terms = ''",
      ],
    ],
  ),
]

const limits = [
  ...mutantsOf('server/payments/orders/approving/limits.ts', LIMITS, [
    ['the limit is one kobo higher', 'if (of.spendKobo <= left) return', 'if (of.spendKobo <= left + 1n) return'],
    ['the last kobo of the limit is refused', 'if (of.spendKobo <= left) return', 'if (of.spendKobo < left) return'],
    ['the limit counts for ever', ' and lagos_day >= $2::date', ' and $2::date is not null'],
    ['what came back still counts', " and state not in ('released', 'returned')", ''],
    ['what was released still counts', "('released', 'returned')", "('returned')"],
    ['a transfer for a BPC counts', " and paid_by = 'wallet'", ''],
    ['a discount counts', 'sum(amount_kobo - discount_kobo)', 'sum(amount_kobo)'],
    ['the first day is over at once', 'if (of.now >= until) return null', 'return null'],
    ['the first day lets one kobo more out', '|| spendKobo <= limit.leftKobo', '|| spendKobo <= limit.leftKobo + 1n'],
    ['less than nothing is left', 'limit > spent ? limit - spent : 0n', 'limit - spent'],
  ]),
  ...mutantsOf('server/payments/limits/daily-limit.ts', LIMITS, [
    ['a code raises the limit without end', 'raised < maxKobo ? raised : maxKobo', 'raised'],
    ['a code raises nothing', ' + perBpcKobo * BigInt(boughtCodes)', ' + 0n * BigInt(boughtCodes)'],
  ]),
  ...mutantsOf('server/payments/limits/daily-limit.ts', OWN_LIMITS, [
    ['the limit of one customer binds nobody', 'ownKobo === null || ownKobo >= everybodysKobo', 'true'],
    ['the limit of one customer may be higher', ' || ownKobo >= everybodysKobo', ''],
    [
      'the first limit of a customer stays',
      'where user_id = ${user} order by number desc',
      'where user_id = ${user} order by number',
    ],
    [
      'the limit of one customer is everybody’s',
      'where user_id = ${user} order by',
      'where ${user} is not null order by',
    ],
  ]),
  ...mutantsOf('server/payments/limits/customer-limits.ts', OWN_LIMITS, [
    ['a changed limit is overwritten', 'if (replaces !== `${newest}`)', 'if (false)'],
    ['a limit of one customer raises it', 'if (dailyKobo >= everybodysKobo)', 'if (false)'],
    ['a limit that is not set ends', "if (content.was === '') throw", 'if (false) throw'],
  ]),
  ...mutantsOf('server/payments/limits/limits-in-force.ts', DATED_LIMITS, [
    [
      'limits begin before their time',
      'from limit_versions where starts_at <= ${at} order',
      'from limit_versions where ${at} is not null order',
    ],
    ['the first version of the limits stays', '<= ${at} order by number desc', '<= ${at} order by number'],
    [
      'pages show limits before their time',
      'where starts_at <= $1 order by',
      'where $1::timestamptz is not null order by',
    ],
  ]),
  ...mutantsOf('server/installation/settings/operate-limits.ts', DATED_LIMITS, [
    ['a BPC adds less than promised', 'if (withOne > limits.maxKobo)', 'if (false)'],
  ]),
  ...mutantsOf('server/installation/settings/affected-by-limits.ts', DATED_LIMITS, [
    ['BPCs bought since count', `and c.created_at < day."endsAt" and`, 'and'],
    ['today counts', 'id < $2 and', '$2::text is not null and'],
  ]),
  ...mutantsOf(
    'server/payments/orders/approving/decide-approval.ts',
    [
      ['server/payments/orders/approving/first-day.test.ts'],
      ['server/payments/orders/approving/strong-approval.test.ts'],
    ],
    [
      [
        'the first day has no limit',
        'requireWithinNewLimit(facts.newLimit, spendOf(fromWallet), { approved: true })',
        '',
      ],
      [
        'a large transfer needs no more than the PIN',
        "if (needsStepUp) throw new AppError('approval.strong-needed')",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/approving/decide-approval.ts',
    [['server/payments/orders/approving/approval-pause.test.ts']],
    [['two at once are both taken', '    refuseWithinPause(deps, fromWallet, facts.lastOrderAt)\n', '']],
  ),
  ...mutantsOf(
    'server/payments/orders/approving/approval-pause.ts',
    [['server/payments/orders/approving/approval-pause.test.ts']],
    [
      ['a pause where there is none', 'if (!config.approvalPause) return', ''],
      ['never a pause', 'if (!config.approvalPause) return', 'return'],
      ['the payment before does not count', '...(lastAt === null ? [] : [lastAt])', ''],
      ['when the terms were made does not count', '...quotes.map(({ createdAt }) => createdAt), ', ''],
      ['a millisecond too long', 'now - latest >= APPROVAL_PAUSE_MS', 'now - latest > APPROVAL_PAUSE_MS'],
      ['a clock that is ahead closes the wallet', 'latest > now || ', ''],
    ],
  ),
  ...mutantsOf(
    'server/payments/kinds/withdrawal/is-large.ts',
    [['server/payments/orders/approving/strong-approval.test.ts']],
    [
      ['a new recipient needs nothing more', '(!row.known && amountKobo > STRONG_NEW_RECIPIENT_KOBO)', 'false'],
      ['a day has no bound', 'row.sent + amountKobo > STRONG_DAY_KOBO', 'false'],
      ['everybody needs what he does not have', 'if (row?.strong !== true) return false', ''],
    ],
  ),
  ...mutantsOf(
    'server/payments/bpc/held-codes.ts',
    [['server/payments/orders/approving/limits.test.ts'], ...RETURNS],
    [
      ['a starter code raises the limit', "where user_id = ${user} and kind = 'bought'", 'where user_id = ${user}'],
      ['a returned code raises the limit', "kind = 'bought' and status = 'active'", "kind = 'bought'"],
    ],
  ),
]

const codes = [
  ...mutantsOf('server/payments/bpc/return-code.ts', RETURNS, [
    ['a return without the lock on the money', 'await lockAvailable(tx, userId)\n', ''],
    ['a code without its lock', 'where user_id = $1 and id = $2 for update', 'where user_id = $1 and id = $2'],
    [
      'a code is returned twice',
      "if (code.status === 'returned') return { order: await requireOrder(tx, userId, code.order_id), isNew: false }",
      '',
    ],
    [
      'a used code is returned',
      "if (!(await findReturnable(tx, userId, now)).has(bpcId)) throw new AppError('bpc.not-returnable')",
      '',
    ],
    ['a starter code is returned', "if (code.order_id === null) throw new AppError('bpc.not-returnable')", ''],
  ]),
  ...mutantsOf('server/payments/bpc/returnable-codes.ts', RETURNS, [
    ['a code is returned after its time', '(code) => endOf(code) >= now)', '() => true)'],
    ['a code is returned after a payment under it', '!code.used && ', ''],
    ['a code is returned after its limit was used', ' && !beyond.some((spent) => neededCode(codes, code, spent))', ''],
    ['other codes bought later count', ' && other.boughtAt <= spent.at', ''],
  ]),
  ...mutantsOf(
    'server/payments/bpc/issue-code.ts',
    [
      ['server/payments/bpc/starter-bpc.test.ts', 'server/payments/bpc/buy-by-transfer.test.ts'],
      ['server/identity/devices/check-approval.test.ts'],
    ],
    [
      ['a second code for an order', 'if (!isNew) throw new Error(`order ${of.orderId} has its code already`)', ''],
      ['a second PIN fails over the starter code', ' on conflict do nothing returning 1`', ' returning 1`'],
    ],
  ),
]

const REVIEWS = [['server/payments/orders/ending/end-review.test.ts']]
const REFUNDS = [['server/payments/bpc/refund-code.test.ts']]
const OTHER_AMOUNTS = 'if (shown !== null && !isSameWallet(shown.after, await readBalances(tx, userId)))\n      throw'

/** What two operators end: a manual review, and a BPC whose owner can no longer return it. */
const endings = [
  ...mutantsOf('server/payments/orders/ending/end-review.ts', REVIEWS, [
    ['any order is ended by operators', 'if (transitionFor(order.state, EVENTS[outcome]) === null)', 'if (false)'],
    ['a token that nobody has counts as delivered', "if (outcome === 'paid' && given !== null)", 'if (false)'],
    ['a review is ended with amounts other than the signed ones', OTHER_AMOUNTS, 'if (false)\n      throw'],
    [
      'a review is asked for while money is stopped',
      'refuseStopped(await readSuspensions(sql))\n  return { subject',
      'return { subject',
    ],
    [
      'open pages are not notified of a review’s end',
      "deps.events.publish(userId, { topics: ['wallet', 'transactions', 'order'], orderId: id })",
      '',
    ],
    ['a worker writes an answer from before', "await takeOver(tx, { kind: 'order', subjectId: id, now: at })\n", ''],
    ['nobody says why it failed', '{ failure: notPaidByTeam(order) }', '{}'],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/decisions.ts',
    [['server/payments/orders/proving/decisions.test.ts']],
    [
      ['money stays away when operators were wrong', "return 'failed-after-all'", 'return finding.event'],
      [
        'a proved payment returns when its provider changes its mind',
        "order.state === 'settled' && order.endedByRequest !== null)",
        "order.state === 'settled')",
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/ended-by-team.ts', REVIEWS, [
    [
      'what operators ended is called proved',
      'if (order.endedByRequest === null) return null\n  const { kind',
      'return null\n  const { kind',
    ],
  ]),
  ...mutantsOf('server/payments/bpc/refund-code.ts', REFUNDS, [
    ['a code is refunded that its owner can return', 'if (endOf(code) >= now) {', 'if (false) {'],
    ['a used code is refunded', 'if (unused === undefined)', 'if (false)'],
    ['a returned code is refunded', "if (code.status !== 'active') throw", 'if (false) throw'],
    ['a code is refunded with amounts other than the signed ones', OTHER_AMOUNTS, 'if (false)\n      throw'],
  ]),
  ...mutantsOf(
    'server/identity/operators/requests.ts',
    [...REVIEWS, ...REFUNDS],
    [
      ['one operator ends a review', 'await confirmRequest(tx, { ...of, at })\n', ''],
      [
        'what operators end is not recorded',
        'await addAuditLine(tx, deps, { by, where, act: request.act, subject: request.subject, reason, after })\n',
        '',
      ],
    ],
  ),
]

/** How a quote becomes an order: approval, limits and codes; and what operators end. */
export const orders: readonly Mutant[] = [...approving, ...limits, ...codes, ...endings]
