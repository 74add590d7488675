import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { type Books, type Case, expectAuditToFind, postBooks } from '#tests/support/tampering.ts'

const leg = (transfer: string, number: number) => `transfer_id = '${transfer}' and leg = ${number}`
const availableOf = (user: string) => `user:${user}:available`

const IN_ENTRIES: readonly Case[] = [
  [
    'one kobo in an entry of a user',
    ({ settle }) => [`update ledger_entries set amount = amount - 1 where ${leg(settle, 0)}`],
    'I1',
    ({ settle }) => `transfer ${settle}: its entries sum to -1`,
  ],
  [
    'one kobo in an entry, its balance and the other end of the movement',
    ({ ada, grant }) => [
      `update ledger_entries set amount = amount + 1 where ${leg(grant, 1)}`,
      `update ledger_entries set amount = amount - 1 where ${leg(grant, 0)}`,
      `update ledger_entries set balance_after = balance_after + 1 where account_id = '${availableOf(ada)}'`,
      `update ledger_accounts set balance = balance + 1 where id = '${availableOf(ada)}'`,
    ],
    'I8',
    ({ grant }) => `transfer ${grant}: kind, subject or movements are not those of its input hash`,
  ],
  [
    'one kobo in a balance after an entry',
    ({ settle }) => [`update ledger_entries set balance_after = balance_after + 1 where ${leg(settle, 0)}`],
    'I2',
    ({ ada, settle }) => `entry ${ada}/${settle}/0: leaves`,
  ],
  [
    'a house entry by one kobo',
    ({ settle }) => [`update ledger_entries set amount = amount + 1 where ${leg(settle, 3)}`],
    'I1',
    ({ settle }) => `transfer ${settle}: its entries sum to 1`,
  ],
  [
    'two house entries so that they still sum to zero',
    ({ settle }) => [
      `update ledger_entries set amount = amount - 1 where ${leg(settle, 4)}`,
      `update ledger_entries set amount = amount + 1 where ${leg(settle, 5)}`,
    ],
    'I8',
    ({ settle }) => `transfer ${settle}: kind, subject or movements`,
  ],
  [
    'the house account an entry is on',
    ({ settle }) => [`update ledger_entries set account_id = 'revenue:bpc' where ${leg(settle, 3)}`],
    'I8',
    ({ settle }) => `transfer ${settle}: kind, subject or movements`,
  ],
  [
    'the day of a house entry',
    ({ settle }) => [`update ledger_entries set posted_at = posted_at - interval '1 day' where ${leg(settle, 3)}`],
    'I8',
    ({ ada, settle }) => `entry ${ada}/${settle}/3: not posted when its transfer was`,
  ],
  [
    'the owner an entry lies with',
    ({ obi, settle }) => [`update ledger_entries set user_id = '${obi}' where ${leg(settle, 0)}`],
    'I9',
    ({ obi, settle, ada }) => `entry ${obi}/${settle}/0: lies with ${obi}, belongs to ${ada}`,
  ],
  [
    'the order of two entries of an account',
    ({ ada }) => [
      `update ledger_entries set seq = 99 where account_id = '${availableOf(ada)}' and seq = 2`,
      `update ledger_entries set seq = 2 where account_id = '${availableOf(ada)}' and seq = 3`,
      `update ledger_entries set seq = 3 where account_id = '${availableOf(ada)}' and seq = 99`,
    ],
    'I8',
    ({ ada, lastHold }) => `entry ${ada}/${lastHold}/0: is not what its hash says`,
  ],
  [
    'which transfer two equal entries belong to',
    ({ ada, grant, lastHold }) => [
      `update ledger_entries set leg = 98 where ${leg(lastHold, 0)}`,
      `update ledger_entries set leg = 0, transfer_id = '${lastHold}' where ${leg(grant, 1)}`,
      `update ledger_entries set leg = 1, transfer_id = '${grant}' where ${leg(lastHold, 98)} and user_id = '${ada}'`,
    ],
    'I8',
    ({ ada, grant }) => `entry ${ada}/${grant}/1: is not what its hash says`,
  ],
  [
    'the hash of an entry',
    ({ settle }) => [`update ledger_entries set hash = sha256('x') where ${leg(settle, 0)}`],
    'I8',
    ({ ada, settle }) => `entry ${ada}/${settle}/0: is not what its hash says`,
  ],
  [
    'an account name to one outside the chart',
    ({ settle }) => [`update ledger_entries set account_id = 'revenue:mine' where ${leg(settle, 3)}`],
    'I9',
    ({ ada, settle }) => `entry ${ada}/${settle}/3: account revenue:mine is not in the chart`,
  ],
]

const IN_TRANSFERS: readonly Case[] = [
  ...(
    [
      ['posted_at', "posted_at + interval '1 microsecond'", 'user, key, time or content'],
      ['key', "'another'", 'user, key, time or content'],
      ['subject_id', "'another'", 'kind, subject or movements'],
      ['kind', "'release'", 'kind, subject or movements'],
      ['input_hash', "sha256('x')", 'kind, subject or movements'],
      ['digest', "sha256('x')", 'user, key, time or content'],
      ['posted_at', "'infinity'", 'posted at no instant'],
    ] as const
  ).map(
    ([column, value, detail]): Case => [
      `the ${column} of a transfer, to ${value}`,
      ({ settle }) => [`update ledger_transfers set ${column} = ${value} where id = '${settle}'`],
      'I8',
      ({ settle }) => `transfer ${settle}: ${detail}`,
    ],
  ),
  [
    'whose transfer it is',
    ({ obi, settle }) => [`update ledger_transfers set user_id = '${obi}' where id = '${settle}'`],
    'I8',
    ({ settle }) => `transfer ${settle}: user, key, time or content`,
  ],
  [
    'the id of a transfer into that of another',
    ({ obi, settle, grant }) => [
      `update ledger_transfers set user_id = '${obi}', id = '${grant}' where id = '${settle}'`,
    ],
    'I8',
    ({ grant }) => `transfer ${grant}: a second transfer has the same id`,
  ],
]

const REMOVED: readonly Case[] = [
  [
    'an entry',
    ({ settle }) => [`delete from ledger_entries where ${leg(settle, 0)}`],
    'I1',
    ({ settle }) => `transfer ${settle}: has 5 entries`,
  ],
  [
    'both ends of a movement',
    ({ settle }) => [`delete from ledger_entries where transfer_id = '${settle}' and leg in (4, 5)`],
    'I8',
    ({ settle }) => `transfer ${settle}: kind, subject or movements`,
  ],
  [
    'a transfer, leaving its entries',
    ({ settle }) => [`delete from ledger_transfers where id = '${settle}'`],
    'I1',
    ({ ada, settle }) => `entry ${ada}/${settle}/0: there is no such transfer`,
  ],
  [
    'a whole transfer in the middle',
    ({ settle }) => [
      `delete from ledger_entries where transfer_id = '${settle}'`,
      `delete from ledger_transfers where id = '${settle}'`,
    ],
    'I2',
    ({ ada, lastHold }) => `entry ${ada}/${lastHold}/1: number 4 in user:${ada}:held, where 2 is due`,
  ],
  [
    'a whole last transfer, with the balances set back',
    ({ ada, lastHold }) => [
      `delete from ledger_entries where transfer_id = '${lastHold}'`,
      `delete from ledger_transfers where id = '${lastHold}'`,
      `update ledger_accounts set balance = balance + 700, entry_count = entry_count - 1 where id = '${availableOf(ada)}'`,
      `update ledger_accounts set balance = balance - 700, entry_count = entry_count - 1 where id = 'user:${ada}:held'`,
    ],
    'I8',
    ({ ada }) => `account ${availableOf(ada)}: its chain does not end where the account says`,
  ],
  [
    'an account',
    ({ obi }) => [`delete from ledger_accounts where id = '${availableOf(obi)}'`],
    'I2',
    ({ obi }) => `account ${availableOf(obi)}: has 1 entries and no balance`,
  ],
]

describe.each(databaseKinds)('what the audit on %s finds', (kind) => {
  let fresh: FreshDatabase
  let books: Books
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    books = await postBooks(fresh.database)
  })
  afterEach(() => expectBooksToBalance(fresh.database, 'ledger'))
  afterAll(() => fresh.drop())

  it.each(IN_ENTRIES)('changed in entries: %s', (...each) => expectAuditToFind(fresh.database, books, 'off', each))
  it.each(IN_TRANSFERS)('changed: %s', (...each) => expectAuditToFind(fresh.database, books, 'off', each))
  it.each(REMOVED)('removed: %s', (...each) => expectAuditToFind(fresh.database, books, 'off', each))
})
