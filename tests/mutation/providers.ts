import { type Mutant, mutantsOf } from './mutant.ts'

const ORDERS = ['server/payments/orders/proving/other-provider.test.ts']
const MONEY_IN = ['server/deposits/other-provider.test.ts']
const TYPES = [['server/controls/reconciliation/break-types.test.ts']]
const BOOKS = ['server/controls/reconciliation/other-provider.test.ts']
const LISTS = [
  ['tests/conformance/paystack-transfer-answers.test.ts', 'tests/conformance/paystack-payment-answers.test.ts'],
  ['server/controls/reconciliation/not-ours.test.ts'],
]

/** The provider that something belongs to, and which lines of a provider's list are ours. */
export const providers: readonly Mutant[] = [
  ...mutantsOf(
    'server/providers/registry.ts',
    [['server/providers/registry.test.ts'], ORDERS, MONEY_IN],
    [
      [
        'an unknown provider is the preferred one',
        '[CONFIGURED][kind].find((each) => each.name === name)\n  if (found === undefined) throw new',
        '[CONFIGURED][kind].find((each) => each.name === name) ?? deps.providers[CONFIGURED][kind][0]\n  if (found === undefined) throw new',
      ],
      [
        'a provider that is gone is there',
        "if (found === undefined) return 'gone'",
        "if (found === undefined) return 'available'",
      ],
      ['two providers have one name', '|| names.indexOf(name) !== place', ''],
    ],
  ),
  ...mutantsOf(
    'server/job-handlers.ts',
    [ORDERS, MONEY_IN],
    [
      [
        'work of a provider that is gone is dropped',
        'return { dueAt: new Date(at.getTime() + NOT_CONFIGURED_AGAIN_MS) }',
        "return 'done'",
      ],
      [
        'nobody is told of a provider that is gone',
        'await alarmNotConfigured(deps.database, deps.log,',
        'void (deps.log,',
      ],
    ],
  ),
  ...mutantsOf(
    'server/payments/orders/approving/approve-order.ts',
    [ORDERS],
    [
      [
        'a quote of a provider that is gone is approved',
        "if (status === 'gone') throw new AppError('quote.provider-gone')",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/deposits/credit-payment.ts',
    [MONEY_IN],
    [
      [
        'a payment is another provider’s',
        '{ ...answer.value, provider } : null',
        "{ ...answer.value, provider: 'paystack' } : null",
      ],
    ],
  ),
  ...mutantsOf(
    'server/deposits/read-funding-account.ts',
    [MONEY_IN],
    [
      [
        'a number that nobody looks at is shown',
        'account: isPaused ? null : toAccount(account)',
        'account: toAccount(account)',
      ],
    ],
  ),
  ...mutantsOf(
    'server/controls/reconciliation/reconcile.ts',
    [BOOKS, ['server/controls/reconciliation/compare-balance.test.ts']],
    [
      ['a provider that is gone is no gap', 'await findNotConfigured(deps, findings)', ''],
      ['half a list explains a balance', 'positions.filter(({ provider }) => !withGaps.has(provider))', 'positions'],
      [
        'a silent provider counts as reached',
        'answered: after.map(({ provider }) => provider)',
        'answered: before.concat(after).map(({ provider }) => provider).concat("paystack")',
      ],
    ],
  ),
  ...mutantsOf(
    'server/controls/reconciliation/not-configured.ts',
    [BOOKS],
    [['a provider that holds nothing is waited for', 'ledgerKobo + ownKobo === 0n ? null', 'ledgerKobo === 7n ? null']],
  ),
  ...mutantsOf('server/providers/payments/paystack/transfer-list.ts', LISTS, [
    [
      'one of ours that cannot be read is set aside',
      "return reference === 'unreadable' || isOurs(reference.text)",
      'return false',
    ],
    [
      'a line without a reference stops everything',
      "if (isOtherCurrency || reference === 'none') return false",
      'if (isOtherCurrency) return false',
    ],
    ['a line of another form is compared', "'facts' in read && isOurs(read.facts.reference)", "'facts' in read"],
  ]),
  ...mutantsOf('server/providers/payments/paystack/incoming.ts', LISTS, [
    [
      'a payment into an account of ours is set aside',
      'if (!read.success || ISSUED_ACCOUNT_CHANNELS.has(read.data.channel)) return true',
      'if (!read.success) return true',
    ],
    [
      'one that may be ours is left out without a word',
      'if (foreign === null) unreadable.push(read.unreadable)\n        else',
      'if (foreign !== null)',
    ],
  ]),
  ...mutantsOf('server/controls/reconciliation/record-exceptions.ts', TYPES, [
    ['whatever ends came late', 'over.filter((each) => listed.has(each))', 'over'],
    [
      'what was late stays late when it is missing again',
      'came_late = e.came_late and e.closed_by is distinct from $7,',
      'came_late = e.came_late,',
    ],
    ['the provider’s side is not stored', 'else $9 end', 'else null end'],
  ]),
  ...mutantsOf('server/controls/reconciliation/match-deposits.ts', TYPES, [
    ['a booked reference is listed twice and unknown', 'deposit === undefined && booked.has(line.reference)', 'false'],
    ['the other payment’s verification counts for both', 'there !== null && isThis ?', 'there !== null ?'],
    [
      'another fee is another amount',
      "deposit.amountKobo === line.amountKobo ? 'deposit-fee-differs'",
      "false ? 'deposit-fee-differs'",
    ],
  ]),
  ...mutantsOf('server/controls/reconciliation/list-exceptions.ts', TYPES, [
    ['an age begins a day late', 'before(days.to + 1)', 'before(days.to)'],
    ['an age never ends', 'days.from === 0 ? null : before(days.from)', 'null'],
  ]),
  ...mutantsOf('server/controls/reconciliation/match-foreign.ts', LISTS, [
    [
      'dollars explain naira',
      "if (amount === null || currency !== 'NGN' || !hasMoved) return 0n",
      'if (amount === null || !hasMoved) return 0n',
    ],
    [
      'what it took is what it brought',
      "return of === 'transfer' ? -amount - fee : amount - fee",
      'return amount - fee',
    ],
    ['what comes back is forgotten', '&& !named.has(reference)) continue', ') continue'],
  ]),
]
