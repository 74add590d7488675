import { type Mutant, mutantsOf } from './mutant.ts'

const READ = [['server/wallet/read-wallet.test.ts']]
const LIMITS = [...READ, ['server/payments/orders/approving/limits.test.ts']]

/** The data of a wallet's reply. */
export const wallet: readonly Mutant[] = [
  ...mutantsOf('server/wallet/read-wallet.ts', READ, [
    ['people get the figures of others', ' order by asked.place`', ' order by asked.id desc`'],
    ['what was spent on any day is spent today', 'lagos_day >= $2::date', '$2::date is not null'],
    ['an old limit is one', 'case when person.new_since > $3', 'case when $3 is null'],
    ['it is planned for each number of people', '  where asked.place between 1 and ${BATCH_MAX} order', '  order'],
    [
      'each is read alone',
      'work: (deps, userIds) => readWallets(deps.database, deps, userIds),\n  concurrency: 2,',
      'work: (deps, userIds) => readWallets(deps.database, deps, userIds),\n  concurrency: 64, keyOf: () => "one",',
    ],
  ]),
  ...mutantsOf('server/ledger/balances.ts', READ, [['nothing is a kobo', "':${of}'), 0)`", "':${of}'), 1)`"]]),
  ...mutantsOf('server/payments/orders/approving/limits.ts', LIMITS, [
    ['a limit reads all orders there are', " and lagos_day >= (${since} at time zone 'Africa/Lagos')::date", ''],
    ['a limit forgets the hours', ' and created_at >= ${since}`', '`'],
  ]),
  ...mutantsOf('server/activity/history/list-transactions.ts', READ, [
    [
      'the oldest lines are the newest',
      'where user_id = ${user} order by id desc limit',
      'where user_id = ${user} order by id limit',
    ],
    ['the newest line is last', 'json_agg(line order by line.id desc)', 'json_agg(line order by line.id)'],
  ]),
]
