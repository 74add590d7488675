import { readMigrations } from '#server/platform/db/migrate.ts'
import { AT, id, transfer } from './old-rows.ts'

/** The first schema that this migration made. */
const since = (name: string) => readMigrations().findIndex((each) => each.id.includes(name)) + 1

const [SETTINGS, PAUSES, CREDITS, ENDINGS, LIMITS] = [
  since('dated_settings'),
  since('_pauses'),
  since('credited_by_people'),
  since('ended_by_people'),
  since('_limits'),
]
const LATER = `${AT} + interval '1 hour'`

/** What two operators decided under a schema, each as its triggers want it. `user` and `order` are of that schema's person. */
export function decisionsOf(n: number, of: { readonly user: string; readonly inReview: string }): string[] {
  if (n < SETTINGS) return []
  return [
    ...team(n),
    ...decided(n, 'set-bank-notice', id('bkn', n)),
    `insert into bank_notices (id, bank, meaning, source, starts_at, expires_at, ${SET})
     values ('${id('bkn', n)}', 'OPay', 'Transfers are late.', 'Jara', ${AT}, ${LATER}, ${by(n)})`,
    ...decided(n, 'end-bank-notice', id('bkn', n)),
    `update bank_notices set ended_at = set_at, ended_by = set_by, end_confirmed_by = confirmed_by where id = '${id('bkn', n)}'`,
    ...decided(n, 'set-channels', id('chv', n)),
    `insert into channel_versions (id, number, starts_at, support_email, support_always, ${SET})
     values ('${id('chv', n)}', ${n}, ${AT}, 'help@jara.ng', true, ${by(n)})`,
    ...decided(n, 'set-prices', id('prv', n)),
    `insert into price_versions (id, number, starts_at, list, ${SET})
     values ('${id('prv', n)}', ${n}, ${AT}, '{"discounts": {}, "commissions": {}, "transferFees": {}}', ${by(n)})`,
    ...(n >= PAUSES ? pause(n) : []),
    ...(n >= CREDITS ? credit(n, of.user) : []),
    ...(n >= ENDINGS ? end(n, of) : []),
    ...(n >= LIMITS ? limits(n, of.user) : []),
  ]
}

const SET = 'set_at, set_by, confirmed_by'
const by = (n: number) => `${AT}, 'Ada ${n}', 'Bayo ${n}'`

function team(n: number): string[] {
  return ['Ada', 'Bayo'].map(
    (name) => `insert into operators (id, name, passphrase_hash, created_at, admitted_at, role, role_since)
     values ('${id('opr', n, name.toLowerCase())}', '${name} ${n}', '$argon2id$none', ${AT}, ${AT}, 'manager', ${AT})`,
  )
}

/** A request that one asked for and the other confirmed. */
function decided(n: number, act: string, subject: string, content: object = {}): string[] {
  const request = id('orq', n, act.replaceAll('-', ''))
  return [
    `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, confirmed_by, confirmed_at)
     values ('${request}', '${act}', '${subject}', '${JSON.stringify(content)}', '${id('opr', n, 'ada')}', ${AT}, ${LATER},
       '${id('opr', n, 'bayo')}', ${AT})`,
  ]
}

function pause(n: number): string[] {
  const name = id('pau', n)
  return [
    ...decided(n, 'pause-kind', name),
    `insert into kind_pauses (id, kind, service, service_name, reason, ends_at, ${SET})
     values ('${name}', 'airtime', 'mtn', 'MTN', 'The network does not answer.', ${LATER}, ${by(n)})`,
    ...decided(n, 'resume-kind', name),
    `update kind_pauses set lifted_at = set_at, lifted_by = set_by, lift_confirmed_by = confirmed_by where id = '${name}'`,
  ]
}

/** Set aside, then credited to this person. */
function credit(n: number, user: string): string[] {
  const deposit = id('dep', n, 'aside')
  return [
    `insert into deposits (provider, provider_transaction_id, id, reference, state, amount_kobo, provider_fee_kobo, paid_at, created_at)
     values ('paystack', 'aside${n}', '${deposit}', 'aside${n}', 'quarantined', 200000, 2000, ${AT}, ${AT})`,
    transfer('house', 'quarantine', deposit, [
      ['provider:paystack:float', 'suspense:in', 200_000],
      ['expense:paystack', 'provider:paystack:float', 2_000],
    ]),
    ...decided(n, 'credit-deposit', deposit, { customer: user, amountKobo: '200000' }),
    `update deposits set state = 'credited_by_operators', user_id = '${user}', credited_at = ${AT},
       credited_by = 'Ada ${n}', confirmed_by = 'Bayo ${n}' where id = '${deposit}'`,
    transfer(user, 'deposit', deposit, [['suspense:in', `user:${user}:available`, 200_000]]),
  ]
}

/** A manual review of ₦1, ended as paid. */
function end(n: number, { user, inReview }: { readonly user: string; readonly inReview: string }): string[] {
  return [
    ...decided(n, 'end-review', inReview, { outcome: 'paid', totalKobo: '100' }),
    `update orders set state = 'settled', updated_at = ${AT}, ended_by_request = '${id('orq', n, 'endreview')}'
     where id = '${inReview}'`,
    `insert into order_steps (user_id, order_id, seq, state, event, at)
     values ('${user}', '${inReview}', 2, 'settled', 'paid-by-operators', ${AT})`,
    `update transactions set status = 'completed' where order_id = '${inReview}'`,
    transfer(user, 'settle', inReview, [[`user:${user}:held`, 'provider:paystack:float', 100]]),
  ]
}

function limits(n: number, user: string): string[] {
  return [
    ...decided(n, 'set-limits', id('lmv', n)),
    `insert into limit_versions (id, number, starts_at, daily_kobo, per_bpc_kobo, max_kobo, ${SET})
     values ('${id('lmv', n)}', ${n}, ${AT}, 30000000, 20000000, 200000000, ${by(n)})`,
    ...decided(n, 'set-customer-limit', id('clm', n)),
    `insert into customer_limits (id, user_id, number, daily_kobo, reason, ${SET})
     values ('${id('clm', n)}', '${user}', 1, 5000000, 'Used for several scams.', ${by(n)})`,
  ]
}
