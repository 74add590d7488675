import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { type Books, type Case, expectAuditToFind, postBooks } from '#tests/support/tampering.ts'

const availableOf = (user: string) => `user:${user}:available`

const IN_BALANCES: readonly Case[] = [
  [
    'one kobo in a balance',
    ({ obi }) => [`update ledger_accounts set balance = balance + 1 where id = '${availableOf(obi)}'`],
    'I2',
    ({ obi }) => `account ${availableOf(obi)}: balance 5001, its entries sum to 5000`,
  ],
  [
    'one kobo from a balance to another',
    ({ ada, obi }) => [
      `update ledger_accounts set balance = balance + 1 where id = '${availableOf(obi)}'`,
      `update ledger_accounts set balance = balance - 1 where id = '${availableOf(ada)}'`,
    ],
    'I2',
    ({ ada }) => `account ${availableOf(ada)}: balance`,
  ],
  [
    'the count of an account',
    ({ obi }) => [`update ledger_accounts set entry_count = 2 where id = '${availableOf(obi)}'`],
    'I2',
    ({ obi }) => `account ${availableOf(obi)}: counts 2 entries, has 1`,
  ],
  [
    'the rule of an account',
    ({ obi }) => [`update ledger_accounts set sign_rule = 0 where id = '${availableOf(obi)}'`],
    'I3',
    ({ obi }) => `account ${availableOf(obi)}: follows rule 0, the chart says 1`,
  ],
  [
    'a balance below zero, with the constraint gone',
    ({ obi }) => [
      'alter table ledger_accounts drop constraint ledger_accounts_sign',
      `update ledger_accounts set balance = -1 where id = '${availableOf(obi)}'`,
    ],
    'I3',
    ({ obi }) => `account ${availableOf(obi)}: stands at -1`,
  ],
  [
    'a balance nobody posted to',
    ({ obi }) => [
      `insert into ledger_accounts (user_id, id, sign_rule, balance) values ('${obi}', 'user:${obi}:held', 1, 5)`,
    ],
    'I2',
    ({ obi }) => `account user:${obi}:held: balance 5, its entries sum to 0`,
  ],
  [
    'a second account of the same name',
    ({ ada, obi }) => [
      `insert into ledger_accounts (user_id, id, sign_rule) values ('${obi}', '${availableOf(ada)}', 1)`,
    ],
    'I2',
    ({ ada }) => `account ${availableOf(ada)}: there are 2 of this name`,
  ],
  [
    'a rolled-up house balance',
    () => [`update ledger_house_balances set balance = balance + 1 where account_id = 'revenue:fees'`],
    'I2',
    () => 'revenue:fees through 2026-11-22: rolled up as 21, its entries sum to 20',
  ],
]

const FORGED: readonly Case[] = [
  [
    'an extra transfer with everything but the hashes',
    ({ obi }) => [
      `insert into ledger_transfers (user_id, id, kind, key, input_hash, posted_at, digest)
       values ('${obi}', 'trf_forged', 'grant', 'forged', sha256('a'), now(), sha256('b'))`,
      `insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at)
       values ('${obi}', 'trf_forged', 0, 'equity:sandbox', -100, now())`,
      `insert into ledger_entries
       values ('${obi}', 'trf_forged', 1, '${availableOf(obi)}', 100, now(), 2, 5100, sha256('c'))`,
      `update ledger_accounts set balance = 5100, entry_count = 2, last_hash = sha256('c') where id = '${availableOf(obi)}'`,
    ],
    'I8',
    () => 'transfer trf_forged: user, key, time or content are not those of its digest',
  ],
  [
    'a transfer without entries',
    ({ obi }) => [
      `insert into ledger_transfers (user_id, id, kind, key, input_hash, posted_at, digest)
       values ('${obi}', 'trf_forged', 'grant', 'forged', sha256('a'), now(), sha256('b'))`,
    ],
    'I1',
    () => 'transfer trf_forged: has 0 entries',
  ],
  [
    'an entry of more than the largest amount, with the constraint gone',
    ({ obi }) => [
      'alter table ledger_entries drop constraint ledger_entries_amount_check',
      `insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at)
       values ('${obi}', 'trf_forged', 0, 'equity:sandbox', 1000000000001, now())`,
    ],
    'I9',
    ({ obi }) => `entry ${obi}/trf_forged/0: amount 1000000000001 is out of range`,
  ],
  [
    'practice money in a live installation',
    () => ["insert into installation (mode, created_at) values ('live', now())"],
    'I9',
    ({ ada, grant }) => `entry ${ada}/${grant}/0: account equity:sandbox is not in the chart`,
  ],
  [
    'a second resolution of an order, with the index gone',
    ({ ada, settle }) => [
      'drop index ledger_transfers_one_resolution',
      `insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
       select '${ada}', 'trf_forged', 'release', 'forged', sha256('a'), subject_id, now(), sha256('b')
       from ledger_transfers where id = '${settle}'`,
    ],
    'I5',
    () => ': 2 resolutions',
  ],
  [
    'a return of an order that is still open',
    ({ ada, open }) => [
      `insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
       values ('${ada}', 'trf_forged', 'return', 'forged', sha256('a'), '${open}', now(), sha256('b'))`,
    ],
    'I5',
    ({ open }) => `order ${open}: a return without a settlement`,
  ],
]

const GUARDS: readonly Case[] = [
  ...(
    [
      ['ledger_entries', 'ledger_entries_append_only'],
      ['ledger_entries', 'ledger_entries_no_truncate'],
      ['ledger_transfers', 'ledger_transfers_append_only'],
      ['ledger_accounts', 'ledger_accounts_no_delete'],
      ['ledger_house_balances', 'ledger_house_balances_append_only'],
      ['installation', 'installation_fixed'],
      ['order_steps', 'order_steps_append_only'],
      ['order_steps', 'order_steps_no_truncate'],
      ['alarms', 'alarms_append_only'],
      ['alarms', 'alarms_no_truncate'],
      ['operator_proofs', 'operator_proofs_append_only'],
    ] as const
  ).flatMap(([table, trigger]): Case[] => [
    [
      `trigger ${trigger}: disabled`,
      () => [`alter table ${table} disable trigger ${trigger}`],
      'I8',
      () => `trigger ${trigger} is disabled`,
    ],
    [
      `trigger ${trigger}: dropped`,
      () => [`drop trigger ${trigger} on ${table}`],
      'I8',
      () => `trigger ${trigger} is missing`,
    ],
  ]),
  [
    'a trigger that decides about new rows, as it is while a backup is loaded',
    () => ['alter table bank_notices disable trigger bank_notices_take_two'],
    'I8',
    () => 'trigger bank_notices_take_two of bank_notices is disabled',
  ],
  [
    'a trigger replaced by one that stands before updates alone',
    () => [
      'drop trigger ledger_entries_append_only on ledger_entries',
      'create trigger ledger_entries_append_only before update on ledger_entries for each row execute function refuse_change()',
    ],
    'I8',
    () => 'trigger ledger_entries_append_only does not stand before every change',
  ],
  [
    'a trigger that fires only sometimes',
    () => [
      'drop trigger ledger_entries_append_only on ledger_entries',
      'create trigger ledger_entries_append_only before update or delete on ledger_entries for each row when (old.amount > 5) execute function refuse_change()',
    ],
    'I8',
    () => 'trigger ledger_entries_append_only is missing',
  ],
  [
    'the function of the triggers made to agree',
    () => [
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    ],
    'I8',
    () => 'trigger ledger_transfers_append_only does not refuse',
  ],
  [
    'the index behind one resolution per order dropped',
    () => ['drop index ledger_transfers_one_resolution'],
    'I8',
    () => 'unique index ledger_transfers_one_resolution is missing',
  ],
  [
    'the rule against negative balances dropped',
    () => ['alter table ledger_accounts drop constraint ledger_accounts_sign'],
    'I8',
    () => 'constraint ledger_accounts_sign is missing',
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

  it.each(IN_BALANCES)('changed in balances: %s', (...each) => expectAuditToFind(fresh.database, books, 'off', each))
  it.each(FORGED)('forged: %s', (...each) => expectAuditToFind(fresh.database, books, 'off', each))
  it.each(GUARDS)('weakened: %s', (...each) => expectAuditToFind(fresh.database, books, 'on', each))
})
