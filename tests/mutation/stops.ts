import { STEPS } from './engine-tests.ts'
import { type Mutant, mutantsOf } from './mutant.ts'

const TESTS = [['server/suspension/suspensions.test.ts']]
const IN_DOUBT = [['server/controls/clock/acts-in-doubt.test.ts']]
const LOCKED_READ = "tx.query('select pg_advisory_xact_lock_shared($1)', [GATE])"

const PAUSE_TESTS = [['server/console/pauses/pauses.test.ts']]

/** What stops money, and each place that checks for it. */
export const stops: readonly Mutant[] = [
  ...mutantsOf('server/suspension/pauses.ts', PAUSE_TESTS, [
    [
      'a pause never expires',
      'ends_at > ${now} and lifted_at is null',
      '${now}::timestamptz is not null and lifted_at is null',
    ],
    ['a lifted pause still applies', 'ends_at > ${now} and lifted_at is null', 'ends_at > ${now}'],
    ['a pause of one network applies to all', 'each.service === null || each.service === idIn(kind, fields)', 'true'],
    ['a pause of one kind applies to all', 'each.kind === kind && ', ''],
  ]),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', PAUSE_TESTS, [
    [
      'a pause does not bind the approval',
      'for (const { kind, recipient } of quotes) refuseIfPaused(stops.pauses, kind, recipient)',
      '',
    ],
  ]),
  ...mutantsOf('server/payments/orders/approving/approve-order.ts', PAUSE_TESTS, [
    ['a PIN attempt is wasted during a pause', 'refuseIfPaused(stops.pauses, quote.kind, quote.recipient)', ''],
  ]),
  ...mutantsOf('server/payments/orders/routes.ts', PAUSE_TESTS, [
    [
      'an order is quoted during a pause',
      'refuseIfPaused(await readPauses(database, clock.now()), body.kind, body)',
      '',
    ],
  ]),
  ...mutantsOf('server/selling/approve-batch.ts', PAUSE_TESTS, [
    [
      'a PIN attempt is wasted on a list during a pause',
      'for (const { kind, recipient } of quotes) refuseIfPaused(pauses, kind, recipient)',
      '',
    ],
  ]),
  ...mutantsOf('server/selling/quote-batch.ts', PAUSE_TESTS, [
    ['a list is quoted during a pause', 'refuseIfPaused(pauses, body.kind, {})', ''],
    ['a row of a paused network is quoted', 'refuseIfPaused(pauses, row.kind, row)', ''],
  ]),
  ...mutantsOf('server/installation/settings/operate-pauses.ts', PAUSE_TESTS, [
    ['a pause does not wait for approvals that have passed the gate', '{ ...of, before: closeGate }', 'of'],
  ]),
  ...mutantsOf('server/suspension/suspensions.ts', TESTS, [
    ['the gate is passed without its lock', LOCKED_READ, 'undefined'],
    ['each passes the gate after the one before', 'pg_advisory_xact_lock_shared(', 'pg_advisory_xact_lock('],
    [
      'a stop waits for nobody who has passed the gate',
      "await tx.query('select pg_advisory_xact_lock($1)', [GATE])\n",
      '',
    ],
    ['a stop because of the books stops nothing', "books: ['out']", 'books: []'],
    ['a stop because of the books keeps money away', "books: ['out']", "books: ['out', 'in']"],
    ['a stop because of the books forbids to cancel', "books: ['out']", "books: ['out', 'undo']"],
    ['a restored database sends', "restored: ['out', 'in', 'undo']", "restored: ['in', 'undo']"],
    ['a restored database credits', "restored: ['out', 'in', 'undo']", "restored: ['out', 'undo']"],
    ['a restored database takes back', "restored: ['out', 'in', 'undo']", "restored: ['out', 'in']"],
    ['a stop that was lifted holds', 'where lifted_at is null order by', 'order by'],
    ['nothing is refused', 'if (!isSuspended(stops, movement)) return', 'return'],
    ['every stop is said to be a backup', "if (reason === 'books') throw new AppError('money-out.stopped')", ''],
    [
      'an undo is refused in the words for a payment',
      "movement === 'undo' ? { message: UNDO_LATER[reason] } : {}",
      '{}',
    ],
    [
      'a second stop for a reason fails',
      '     on conflict (reason) where lifted_at is null do nothing returning 1',
      '     returning 1',
    ],
    [
      'two people lift every stop',
      'where reason = $1 and lifted_at is null returning',
      'where $1::text is not null and lifted_at is null returning',
    ],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/step.ts',
    [...STEPS, ...TESTS],
    [
      [
        'a provider is asked for what must not go out',
        "isSuspended(stops, 'out') ? waitsUnsent(order, afterStop(now), now) : { call: 'prepare' }",
        "{ call: 'prepare' }",
      ],
    ],
  ),
  ...mutantsOf('server/payments/orders/proving/order-worker.ts', TESTS, [
    ['a worker sends past a stop that came meanwhile', "isSuspended(await lockSuspensions(tx), 'out')", 'false'],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/step.ts',
    [...STEPS, ...IN_DOUBT],
    [['a wrong clock dates a settlement', 'if (isClockInDoubt(stops)) return { due: afterStop(now) }\n', '']],
  ),
  ...mutantsOf('server/wallet/open-wallet.ts', IN_DOUBT, [
    ['a wrong clock dates practice money', 'refuseInDoubt(await lockSuspensions(tx), OPEN_LATER)', ''],
  ]),
  ...mutantsOf(
    'server/controls/clock/quiet-stop.ts',
    [['server/controls/clock/quiet-stop.test.ts']],
    [
      ['a stop ends while others find its reason', ' || open.seenCount !== quiet.seenCount', ''],
      ['a stop ends at once beside other processes', "database.kind === 'pglite' && ", ''],
      ['a stop that was found here ends at once', '!isFoundHere && ', ''],
    ],
  ),
  ...mutantsOf('server/payments/orders/approving/decide-approval.ts', TESTS, [
    [
      'a stop does not bind the approval',
      'for (const quote of quotes) refuseIfSuspended(stops.suspensions, directionOf(quote))',
      '',
    ],
  ]),
  ...mutantsOf('server/suspension/stops.ts', TESTS, [
    ['an approval does not pass the gate', 'lockGate(tx), readStops', 'undefined, readStops'],
    [
      'a stop that was lifted still binds an approval',
      'from payment_suspensions where lifted_at is null',
      'from payment_suspensions',
    ],
  ]),
  ...mutantsOf('server/payments/orders/approving/write-order.ts', TESTS, [
    ['what is paid by transfer counts as money out', "paidByOf(quote) === 'wallet' ? 'out' : 'in'", "'out'"],
    ['what is paid from the wallet counts as money in', "paidByOf(quote) === 'wallet' ? 'out' : 'in'", "'in'"],
  ]),
  ...mutantsOf('server/payments/orders/approving/approve-order.ts', TESTS, [
    ['a PIN is tried in vain while money is stopped', 'refuseIfSuspended(stops.suspensions, directionOf(quote))', ''],
  ]),
  ...mutantsOf('server/selling/approve-batch.ts', TESTS, [
    ['a PIN is tried in vain for a list', "refuseIfSuspended(await readSuspensions(deps.database), 'out')", ''],
  ]),
  ...mutantsOf('server/selling/quote-batch.ts', TESTS, [
    ['a list gets terms while money is stopped', "refuseIfSuspended(await readSuspensions(deps.database), 'out')", ''],
  ]),
  ...mutantsOf('server/payments/orders/routes.ts', TESTS, [
    [
      'a quote gets terms while money is stopped',
      "refuseIfSuspended(await readSuspensions(database), paidByForm(body) === 'transfer' ? 'in' : 'out')",
      '',
    ],
    [
      'nothing is sold by transfer while the books are stopped',
      "paidByForm(body) === 'transfer' ? 'in' : 'out'",
      "'out'",
    ],
  ]),
  ...mutantsOf('server/payments/orders/ending/cancel-order.ts', TESTS, [
    ['a restored database cancels', "refuseIfSuspended(stops, 'undo')", ''],
  ]),
  ...mutantsOf('server/payments/bpc/return-code.ts', TESTS, [
    ['a restored database takes codes back', "refuseIfSuspended(stops, 'undo')", ''],
  ]),
  ...mutantsOf('server/deposits/credit-payment.ts', TESTS, [
    [
      'a provider is asked for what must not be credited',
      "if (isSuspended(await readSuspensions(deps.database), 'in')) return retryAfterSuspension(deps)",
      '',
    ],
    [
      'a payment is credited past a stop that came meanwhile',
      "if (isSuspended(await lockSuspensions(tx), 'in')) return 'stopped'",
      '',
    ],
  ]),
]
