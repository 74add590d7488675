import { createHash } from 'node:crypto'

/** A person with money, made by SQL alone: for tests with a database and no program running on it. */

const AT = `timestamptz '2026-11-21 11:00:00.123456+00'`
const id = (prefix: string, n: number, what = '') => `${prefix}_${`${what}${n}`.padStart(35, '0')}`

type Leg = readonly [from: string, to: string, kobo: number]

/** A grant, a deposit, a held transfer, a settled one, and airtime. `n` distinguishes people. */
export function exampleRows(n = 1): string {
  const user = id('usr', n)
  return [
    `insert into installation (mode, created_at) values ('sandbox', ${AT}) on conflict do nothing`,
    transfer(user, 'grant', null, [['equity:sandbox', `user:${user}:available`, 1_000_000]]),
    `insert into users (id, email, full_name, password_hash, created_at, new_since)
     values ('${user}', 'ada${n}@example.ng', 'Ada Obi', '$argon2id$old', ${AT}, ${AT})`,
    `insert into devices (user_id, id, key_x, key_y, created_at)
     values ('${user}', '${id('dev', n)}', '${'x'.repeat(43)}', '${'y'.repeat(43)}', ${AT})`,
    `insert into pins (user_id, device_id, pin_hash, wrong_at)
     values ('${user}', '${id('dev', n)}', sha256('pin'), array[${AT}])`,
    ...deposit(user, n),
    ...withdrawal(user, n, 'held'),
    ...withdrawal(user, n, 'settled'),
    ...airtime(user, n),
    '',
  ].join(';\n')
}

function transfer(user: string, kind: string, subject: string | null, legs: readonly Leg[]): string {
  const list = (at: 0 | 1 | 2) => `array[${legs.map((leg) => (at === 2 ? leg[2] : `'${leg[at]}'`)).join(', ')}]`
  const key = subject === null ? kind : `${kind}:${subject}`
  // Always the same id, so that rows made twice are identical.
  const name = `trf_${createHash('sha256').update(`${user} ${key}`).digest('hex').slice(0, 35)}`
  return `select ledger_post('${user}', '${name}', '${kind}', '${key}', ${subject === null ? 'null' : `'${subject}'`}, ${AT},
    ${list(0)}, ${list(1)}, ${list(2)}::bigint[])`
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

function withdrawal(user: string, n: number, state: 'held' | 'settled'): string[] {
  const order = id('ord', n, state)
  const held = `user:${user}:held`
  const hold = transfer(user, 'hold', order, [[`user:${user}:available`, held, 11_000]])
  const row = orderRow(user, order, { kind: 'withdrawal', provider: 'paystack', state, amount: 10_000, fee: 1_000, n })
  if (state === 'held') {
    const job = `insert into jobs (kind, subject_id, user_id, due_at, created_at) values ('order', '${order}', '${user}', ${AT}, ${AT})`
    return [...row, hold, job]
  }
  const settle: Leg[] = [
    [held, 'provider:paystack:float', 10_000],
    [held, 'revenue:fees', 1_000],
  ]
  return [...row, hold, attempt(user, order, 'paystack', order), transfer(user, 'settle', order, settle)]
}

function airtime(user: string, n: number): string[] {
  const order = id('ord', n, 'air')
  const held = `user:${user}:held`
  const reference = `202611211200${n}`
  return [
    ...orderRow(user, order, { kind: 'airtime', provider: 'vtpass', state: 'settled', amount: 5_000, fee: 0, n }),
    `update orders set cost_kobo = 4800, recipient_key = 'phone:08031234567', sent_at = ${AT}, reference = '${reference}'
     where id = '${order}'`,
    attempt(user, order, 'vtpass', reference),
    transfer(user, 'hold', order, [[`user:${user}:available`, held, 5_000]]),
    transfer(user, 'settle', order, [
      [held, 'provider:vtpass:float', 4_800],
      [held, 'revenue:commission', 200],
    ]),
  ]
}

function attempt(user: string, order: string, provider: string, reference: string): string {
  return `insert into order_attempts (user_id, order_id, number, provider, reference, at)
    values ('${user}', '${order}', 1, '${provider}', '${reference}', ${AT})`
}

function orderRow(
  user: string,
  order: string,
  of: { kind: string; provider: string; state: 'held' | 'settled'; amount: number; fee: number; n: number },
): string[] {
  const line = id('txn', of.n, of.kind === 'airtime' ? 'air' : of.state)
  return [
    `insert into orders (user_id, id, kind, quote_id, state, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo,
       recipient, terms, approval, provider, reference, transaction_id, lagos_day, send_count, created_at, updated_at)
     values ('${user}', '${order}', '${of.kind}', 'quo_${order}', '${of.state}', ${of.amount}, ${of.fee}, 0, 0,
       ${of.amount + of.fee}, '{"accountName": "BOLA", "n": 1.50}', 'You send', '{}', '${of.provider}', '${order}',
       '${line}', '2026-11-21', ${of.state === 'held' ? 0 : 1}, ${AT}, ${AT})`,
    `insert into order_steps (user_id, order_id, seq, state, event, at)
     values ('${user}', '${order}', 1, '${of.state}', 'test', ${AT})`,
    `insert into transactions (user_id, id, kind, title, amount_kobo, fee_kobo, status, order_id, search, created_at, updated_at)
     values ('${user}', '${line}', '${of.kind}', 'Test', ${-of.amount}, ${of.fee},
       '${of.state === 'settled' ? 'completed' : 'pending'}', '${order}', 'test', ${AT}, ${AT})`,
  ]
}
