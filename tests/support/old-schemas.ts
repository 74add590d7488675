import type { Database } from '#server/platform/db/database.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { decisionsOf } from './old-decisions.ts'
import { AT, id, type Leg, transfer } from './old-rows.ts'

/** A database as of the first `count` migrations, with rows from each of those versions. */
export async function makeOldDatabase(database: Database, schema: number): Promise<void> {
  for (let at = 1; at <= schema; at++) await addOneSchema(database, at)
}

/** Brings a database from one schema to the next and writes into it what the product of that time would have. */
export async function addOneSchema(database: Database, schema: number): Promise<void> {
  await migrate(database, readMigrations().slice(0, schema))
  await database.exec(rowsOf(schema))
}

/** From this schema on, an open report has a deadline. */
const CASE_CLOCKS = readMigrations().findIndex(({ id: name }) => name.includes('case_clocks')) + 1

/** What people and the worker leave behind under a schema, for one person of that time. Only columns it has are named. */
function rowsOf(schema: number): string {
  const user = id('usr', schema)
  const available = `user:${user}:available`
  const parts = [
    `insert into installation (mode, created_at) values ('sandbox', ${AT}) on conflict do nothing`,
    transfer(user, 'grant', null, [['equity:sandbox', available, 1_000_000]]),
    ...(schema >= 2 ? accountOf(user, schema) : []),
    ...(schema >= 3 ? [...withdrawal(user, schema, 'held'), ...withdrawal(user, schema, 'settled')] : []),
    ...(schema >= 4 ? deposit(user, schema) : []),
    ...(schema >= 5 ? airtime(user, schema) : []),
    ...(schema >= 6
      ? [
          `insert into customers (user_id, id, name, phone, network, created_at)
           values ('${user}', '${id('cus', schema)}', 'Bola', '08031234567', 'mtn', ${AT})`,
        ]
      : []),
    ...(schema >= 9
      ? [
          `insert into receipts (user_id, transaction_id, code, created_at)
           values ('${user}', '${id('txn', schema, 'held')}', lpad('${schema}', 24, '0'), ${AT})`,
        ]
      : []),
    ...(schema >= 10
      ? [
          `insert into cases (user_id, id, tracking_number, request_key, topic, status_at, created_at${schema >= CASE_CLOCKS ? ', answer_by' : ''})
           values ('${user}', '${id('cas', schema)}', 'JR-0000-00${schema}', '0123456789abcdef', 'other', ${AT}, ${AT}${schema >= CASE_CLOCKS ? `, ${AT}` : ''})`,
        ]
      : []),
    ...(schema >= 27 ? openOrders(user, schema) : []),
    ...decisionsOf(schema, { user, inReview: id('ord', schema, 'k0s4') }),
    ...(schema >= 13
      ? [
          `insert into account_events (user_id, id, kind, device_id, browser, at)
           values ('${user}', '${id('aev', schema)}', 'signed-in', '${id('dev', schema)}', 'Firefox on Android', ${AT})`,
          `insert into recovery_codes (user_id, code_hash, created_at) values ('${user}', sha256('code'), ${AT})`,
        ]
      : []),
  ]
  return `${parts.join(';\n')};`
}

function accountOf(user: string, n: number): string[] {
  return [
    n < 13
      ? `insert into users (id, email, full_name, password_hash, created_at)
         values ('${user}', 'ada${n}@example.ng', 'Ada Obi', '$argon2id$old', ${AT})`
      : `insert into users (id, email, full_name, password_hash, created_at, new_since)
         values ('${user}', 'ada${n}@example.ng', 'Ada Obi', '$argon2id$old', ${AT}, ${AT})`,
    `insert into devices (user_id, id, key_x, key_y, created_at)
     values ('${user}', '${id('dev', n)}', '${'x'.repeat(43)}', '${'y'.repeat(43)}', ${AT})`,
    `insert into pins (user_id, device_id, pin_hash, wrong_at)
     values ('${user}', '${id('dev', n)}', sha256('pin'), array[${AT}])`,
  ]
}

function withdrawal(user: string, n: number, state: 'held' | 'settled'): string[] {
  const order = id('ord', n, state)
  const available = `user:${user}:available`
  const held = `user:${user}:held`
  const settle: Leg[] = [
    [held, 'provider:paystack:float', 10_000],
    [held, 'revenue:fees', 1_000],
  ]
  return [
    ...orderRow(user, order, { kind: 'withdrawal', provider: 'paystack', state, amount: 10_000, fee: 1_000, n }),
    transfer(user, 'hold', order, [[available, held, 11_000]]),
    ...(state === 'settled' ? [...attempt(user, order, { provider: 'paystack', reference: order, n })] : []),
    ...(state === 'settled' ? [transfer(user, 'settle', order, settle)] : []),
    ...(state === 'held'
      ? [
          `insert into ${n >= 27 ? 'jobs' : 'work'} (kind, subject_id, user_id, due_at, created_at) values ('order', '${order}', '${user}', ${AT}, ${AT})`,
        ]
      : []),
  ]
}

function airtime(user: string, n: number): string[] {
  const order = id('ord', n, 'air')
  const held = `user:${user}:held`
  return [
    ...orderRow(user, order, { kind: 'airtime', provider: 'vtpass', state: 'settled', amount: 5_000, fee: 0, n }),
    `update orders set cost_kobo = 4800, recipient_key = 'phone:08031234567', send_count = 1, sent_at = ${AT},
       reference = '202611211200${n}' where id = '${order}'`,
    ...attempt(user, order, { provider: 'vtpass', reference: `202611211200${n}`, n }),
    transfer(user, 'hold', order, [[`user:${user}:available`, held, 5_000]]),
    transfer(user, 'settle', order, [
      [held, 'provider:vtpass:float', 4_800],
      [held, 'revenue:commission', 200],
    ]),
  ]
}

const PROVIDERS: Readonly<Record<string, string>> = { withdrawal: 'paystack', bpc: 'jara' }
const OPEN_STATES = ['held', 'in_flight', 'pending', 'unknown', 'manual_review'] as const

/** An order of each kind of that time in each state that money is reserved in. A BPC is never sent anywhere. */
function openOrders(user: string, n: number): string[] {
  const sent = ['withdrawal', 'airtime', 'data', 'electricity', 'tv', ...(n >= 28 ? ['education'] : [])]
  return [
    ...openOrder(user, { kind: 'bpc', state: 'held', n, what: 'bpc' }),
    ...sent.flatMap((kind, place) =>
      OPEN_STATES.flatMap((state, at) => openOrder(user, { kind, state, n, what: `k${place}s${at}` })),
    ),
  ]
}

function openOrder(
  user: string,
  { kind, state, n, what }: { kind: string; state: (typeof OPEN_STATES)[number]; n: number; what: string },
): string[] {
  const order = id('ord', n, what)
  const provider = PROVIDERS[kind] ?? 'vtpass'
  const reference = kind === 'withdrawal' ? order : `202611211200${n}${what}`
  return [
    ...orderRow(user, order, { kind, provider, state, amount: 100, fee: 0, n, line: id('txn', n, what) }),
    transfer(user, 'hold', order, [[`user:${user}:available`, `user:${user}:held`, 100]]),
    `insert into jobs (kind, subject_id, user_id, due_at, created_at) values ('order', '${order}', '${user}', ${AT}, ${AT})`,
    ...(state === 'held'
      ? []
      : [
          `update orders set reference = '${reference}', sent_at = ${AT} where id = '${order}'`,
          ...attempt(user, order, { provider, reference, n }),
        ]),
  ]
}

/** Since schema 26 every reference an order went out under is written down. */
function attempt(user: string, order: string, of: { provider: string; reference: string; n: number }): string[] {
  if (of.n < 26) return []
  return [
    `insert into order_attempts (user_id, order_id, number, provider, reference, at)
     values ('${user}', '${order}', 1, '${of.provider}', '${of.reference}', ${AT})`,
  ]
}

function orderRow(
  user: string,
  order: string,
  of: {
    kind: string
    provider: string
    state: (typeof OPEN_STATES)[number] | 'settled'
    amount: number
    fee: number
    n: number
    line?: string
  },
): string[] {
  const line = of.line ?? id('txn', of.n, of.kind === 'airtime' ? 'air' : of.state)
  return [
    `insert into orders (user_id, id, kind, quote_id, state, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo,
       recipient, terms, approval, provider, reference, transaction_id, lagos_day, send_count, created_at, updated_at)
     values ('${user}', '${order}', '${of.kind}', 'quo_${order}', '${of.state}', ${of.amount}, ${of.fee}, 0, 0,
       ${of.amount + of.fee}, '{"accountName": "BOLA", "n": 1.50}', 'You send', '{}', '${of.provider}', '${order}',
       '${line}', '2026-11-21', ${of.state === 'held' ? 0 : 1}, ${AT}, ${AT})`,
    `insert into order_steps (user_id, order_id, seq, state, event, at)
     values ('${user}', '${order}', 1, '${of.state}', 'old', ${AT})`,
    `insert into transactions (user_id, id, kind, title, amount_kobo, fee_kobo, status, order_id, search, created_at, updated_at)
     values ('${user}', '${line}', '${of.kind}', 'Old', ${-of.amount}, ${of.fee},
       '${of.state === 'settled' ? 'completed' : 'pending'}', '${order}', 'old', ${AT}, ${AT})`,
  ]
}

function deposit(user: string, n: number): string[] {
  const name = id('dep', n)
  return [
    `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, amount_kobo, provider_fee_kobo,
       paid_at, created_at)
     values ('paystack', '${n}', '${name}', '${user}', 'ref${n}', 'credited', 200000, 2000, ${AT}, ${AT})`,
    transfer(user, 'deposit', name, [
      ['provider:paystack:float', `user:${user}:available`, 200_000],
      ['expense:paystack', 'provider:paystack:float', 2_000],
    ]),
  ]
}
