import { type Mutant, mutantsOf } from './mutant.ts'

const TESTS = [
  ['server/ledger/post.test.ts', 'server/ledger/hashes.test.ts', 'server/ledger/append-only.test.ts'],
  ['server/ledger/house-balance.test.ts', 'server/ledger/time.test.ts', 'server/ledger/random-transfers.test.ts'],
  ['tests/concurrency/ledger-races.test.ts', 'tests/concurrency/ledger-lock-order.test.ts'],
  ['server/ledger/audit-tampering.test.ts', 'server/ledger/audit-deposits.test.ts'],
]

/** The chart of accounts. */
const inChart = mutantsOf('server/migrations/0002_ledger.sql', TESTS, [
  ['a hold may go below zero', ':(available|held)$', ':(available|hold)$'],
  ['escrow is not in the chart', "when account_id ~ '^order:ord_[0-9a-z]{35}:escrow$' then 1", ''],
  ['a debt is never below zero', ":debt$' then -1", ":debt$' then 1"],
  ['suspense is not in the chart', "when account_id = 'suspense:in' then 1", ''],
  ['escrow lies with the house', "when account_id like 'order:%' then transfer_user", ''],
])

/** The function that posts, with its locks and its time. */
const inPost = mutantsOf('server/migrations/0003_ledger_post.sql', TESTS, [
  ['a transfer of 33 movements', 'n > 32', 'n > 33'],
  ['as many senders as liked', ' or cardinality(p_from) <> n', ''],
  ['as many receivers as liked', ' or cardinality(p_to) <> n', ''],
  ['a movement without an amount', 'p_amount[i] is null or ', ''],
  ['a movement of zero', 'p_amount[i] < 1', 'p_amount[i] < 0'],
  ['a movement beyond the largest amount', 'p_amount[i] > 1000000000000', 'p_amount[i] > 1000000000001'],
  ['a movement to itself', ' or p_from[i] = p_to[i]', ''],
  ['the input hash leaves the kind out', 'sha256(convert_to(p_kind || chr(10)', "sha256(convert_to(''"],
  ['the input hash leaves the subject out', "coalesce(p_subject, '') || chr(10)", 'chr(10)'],
  ['the input hash leaves the amount out', "|| ':' || p_amount[i] || ';'", "|| ';'"],
  ['the digest leaves the key out', 'p_user || chr(10) || v_id || chr(10) || p_key', 'p_user || chr(10) || v_id'],
  ['the key finds the transfer of another user', 'where t.user_id = p_user and t.key = p_key', 'where t.key = p_key'],
  ['another input under a key is a repetition', 'if v_first.input_hash <> v_input_hash then', 'if false then'],
  ['a repetition posts again', '    return query select v_first.id, true;\n    return;\n', ''],
  ['a repetition says that it is new', 'return query select v_first.id, true', 'return query select v_first.id, false'],
  ['a transfer among house accounts', 'if v_names is null then', 'if false then'],
  ['an account outside the chart', 'if v_rules[i] is null then', 'if false then'],
  [
    'accounts without a lock',
    'where a.user_id = v_owners[i] and a.id = v_names[i] for update;',
    'where a.user_id = v_owners[i] and a.id = v_names[i];',
  ],
  [
    'accounts locked in the order of the movements',
    'select array_agg(name order by owner, name), array_agg(owner order by owner, name)',
    'select array_agg(name order by array_position(p_from || p_to, name)), array_agg(owner order by array_position(p_from || p_to, name))',
  ],
  [
    'two first entries of an account meet',
    'insert into ledger_accounts (user_id, id, sign_rule) values (v_owners[i], v_names[i], v_rules[i])\n        on conflict do nothing;',
    'insert into ledger_accounts (user_id, id, sign_rule) values (v_owners[i], v_names[i], v_rules[i]);',
  ],
  ['what is taken is given', 'v_amount := -p_amount[v_leg / 2 + 1];', 'v_amount := p_amount[v_leg / 2 + 1];'],
  ['what is given is taken from another', 'v_name := p_to[v_leg / 2 + 1];', 'v_name := p_from[v_leg / 2 + 1];'],
  ['a balance below zero', '(v_rules[i] = 1 and v_balances[i] < 0) or ', ''],
  ['a debt above zero', ' or (v_rules[i] = -1 and v_balances[i] > 0)', ''],
  ['the last kobo is refused', 'v_balances[i] < 0)', 'v_balances[i] <= 0)'],
  ['the refusal names no account', "errcode = 'JL001', detail = v_name", "errcode = 'JL001'"],
  ['entries are not numbered', 'v_counts[i] := v_counts[i] + 1;', 'v_counts[i] := v_counts[i];'],
  [
    'the chain forgets the entry before',
    'v_hashes[i] := sha256(v_hashes[i] || v_digest',
    'v_hashes[i] := sha256(v_digest',
  ],
  [
    'the chain leaves the transfer out',
    'sha256(v_hashes[i] || v_digest || convert_to(',
    'sha256(v_hashes[i] || convert_to(',
  ],
  ['the balance is not kept', 'set balance = w.balance, entry_count', 'set balance = a.balance, entry_count'],
  ['the count is not kept', 'entry_count = w.entries, ', ''],
  ['the last hash is not kept', ', last_hash = w.hash', ''],
])

/** Tests of the joint posting, with an audit after each. */
const TOGETHER = [['server/ledger/post-together.test.ts']]

const together = mutantsOf('server/migrations/0004_ledger_post_together.sql', TOGETHER, [
  ['accounts without a lock', '      for update of a\n', ''],
  ['what is taken is given', 'case leg when 0 then -p_amount[i] else', 'case leg when 0 then p_amount[i] else'],
  ['a balance below zero', '(k_rules[v_from_kept[i]] = 1 and v_balance_from < 0) or ', ''],
  ['a debt above zero', ' or (k_rules[v_to_kept[i]] = -1 and v_balance_to > 0)', ''],
  ['the last kobo is refused', 'v_balance_from < 0)', 'v_balance_from <= 0)'],
  ['a key is used twice', 'if v_first_ids[i] is not null then', 'if false then'],
  ['a key is used for another transfer', "case when v_first_hashes[i] <> v_input_hash then 'JL002' end", 'null::text'],
  [
    'an account that was never opened is passed over',
    "return query select i, p_id[i], false, 'JL004';\n      continue;",
    '',
  ],
  ['the house moves its own money', 'if v_from_house[i] and v_to_house[i] then', 'if false then'],
  ['entries are not numbered', 'k_counts[k] := k_counts[k] + 1;', 'k_counts[k] := k_counts[k];'],
  [
    'the chain forgets the entry before',
    'k_hashes[k] := sha256(k_hashes[k] || v_digest',
    'k_hashes[k] := sha256(v_digest',
  ],
  [
    'the chain leaves the transfer out',
    'sha256(k_hashes[k] || v_digest || convert_to(',
    'sha256(k_hashes[k] || convert_to(',
  ],
  ['the balance is not kept', 'set balance = w.balance, entry_count', 'set balance = a.balance, entry_count'],
  ['the last hash is not kept', ', last_hash = w.hash, last', ', last'],
])

const inProgram = [
  ...mutantsOf('server/ledger/post.ts', TESTS, [
    ['zeros are posted', 'command.movements.filter((each) => each.amountKobo !== 0n)', 'command.movements'],
    [
      'senders and receivers change places',
      'movements.map((each) => each.from),\n        movements.map((each) => each.to),',
      'movements.map((each) => each.to),\n        movements.map((each) => each.from),',
    ],
    ['too little money is an unknown error', "if (isSqlError(error, 'JL001'))", 'if (false)'],
    ['a reused key is an unknown error', "if (isSqlError(error, 'JL002'))", 'if (false)'],
  ]),
  ...mutantsOf('server/ledger/balances.ts', TESTS, [
    ['an unknown account has a kobo', '?.balance ?? 0n)\n  return {', '?.balance ?? 1n)\n  return {'],
    [
      'the held balance is the available one',
      'heldKobo: balanceOf(account.held(userId))',
      'heldKobo: balanceOf(account.available(userId))',
    ],
    [
      'a house balance forgets what was rolled up',
      '(coalesce((select balance from closed), 0) + coalesce(sum(amount), 0))::bigint',
      'coalesce(sum(amount), 0)::bigint',
    ],
  ]),
]

/** The ledger's own time, and the days it closes. */
const TIME = [
  ['server/ledger/time.test.ts', 'server/ledger/house-balance.test.ts'],
  ['tests/concurrency/closing-days.test.ts'],
]

const inTime = [
  ...mutantsOf('server/migrations/0003_ledger_post.sql', TIME, [
    ['time runs backwards in an account', 'v_at := greatest(v_at, v_account.last_posted_at);', ''],
    ['an account forgets its newest entry', ', last_hash = w.hash, last_posted_at = v_at', ', last_hash = w.hash'],
    ['a closed day takes an entry', 'v_at := greatest(v_at, ledger_open_from());', ''],
  ]),
  ...mutantsOf('server/migrations/0002_ledger.sql', TIME, [
    ['an id keeps the time of a clock', "when p_at - p_clock > interval '30 minutes'", 'when false'],
    ['a day is closed at its midnight', "((newest - interval '1 hour') at time zone", '((newest) at time zone'],
    ['a day is closed while it lasts', "at time zone 'Africa/Lagos')::date - 1", "at time zone 'Africa/Lagos')::date"],
    [
      'the first open day is the last closed one',
      '(max(through_day) + 1)::timestamp at',
      '(max(through_day))::timestamp at',
    ],
  ]),
  ...mutantsOf('server/migrations/0004_ledger_post_together.sql', TIME, [
    ['together: a closed day takes an entry', 'v_open_from := ledger_open_from();', 'v_open_from := null;'],
    [
      'together: time runs backwards in an account',
      'greatest(p_at[i], k_lasts[v_from_kept[i]], k_lasts[v_to_kept[i]], v_open_from)',
      'greatest(p_at[i], v_open_from)',
    ],
    [
      'together: an account forgets its newest entry',
      ', last_hash = w.hash, last_posted_at = w.last',
      ', last_hash = w.hash',
    ],
  ]),
  ...mutantsOf('server/ledger/close-days.ts', TIME, [
    [
      'a day is closed beside who posts into it',
      "      await tx.query('lock table ledger_accounts in exclusive mode')\n",
      '',
    ],
    [
      'a roll-up counts the day after',
      'and e.posted_at < (day.through_day + 1)::timestamp at',
      'and e.posted_at < (day.through_day + 2)::timestamp at',
    ],
    ['a roll-up forgets the one before', '(coalesce(before.balance, 0) + coalesce((', '(coalesce(('],
    ['two roll-ups meet', '     on conflict do nothing`', '     `'],
    [
      'who posts waits for a closing as long as it takes',
      '      await tx.query(`set local lock_timeout = ${CLOSING_WAITS_MS}`)\n',
      '',
    ],
  ]),
]

export const ledger: readonly Mutant[] = [...inChart, ...inPost, ...together, ...inTime, ...inProgram]
