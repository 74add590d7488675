import { LINE_SOURCE_MAX } from '#contract/console/limits.ts'

/*
 * Every statement of the order and deposit screens, by name. Each finds its rows by an index: statements.test.ts runs `explain`
 * on every one in PostgreSQL. Each list is read newest first, one row more than is shown.
 */

const LIMIT = `limit ${LINE_SOURCE_MAX + 1}`

const CASES = (
  about: string,
) => `select c.tracking_number as "trackingNumber", c.topic, c.status, c.created_at as "createdAt"
  from cases c join transactions t on t.user_id = c.user_id and t.id = c.transaction_id
  where c.user_id = $1 and t.${about} = $2 order by c.id desc ${LIMIT}`

/** Each kind of transfer by itself: each has its own index by subject, and both resolutions share one. */
const TRANSFERS = (kinds: readonly string[]) =>
  `${kinds
    .map(
      (kind) => `select t.user_id as "userId", t.id, t.kind, t.posted_at as "postedAt" from ledger_transfers t
      where t.user_id = any($1::text[]) and t.subject_id = $2 and t.kind ${kind}`,
    )
    .join(' union all ')} ${LIMIT}`

const ORDER_STATEMENTS = {
  owner: `select o.user_id as "userId", u.full_name as name from orders o join users u on u.id = o.user_id where o.id = $1 limit 1`,
  agreed: `select terms, approval, provider_word as "providerWord", sent_at as "sentAt" from orders where id = $1`,
  quote: `select created_at as "createdAt", expires_at as "expiresAt" from quotes where user_id = $1 and id = $2`,
  steps: `select seq, state, event, evidence, at from order_steps where user_id = $1 and order_id = $2 order by seq desc ${LIMIT}`,
  requests: `select number, provider, reference, at, cardinality(earlier_absent_at) as absences, found_by_people as "foundByPeople"
    from order_attempts where user_id = $1 and order_id = $2 order by number desc ${LIMIT}`,
  transfers: TRANSFERS(["= 'hold'", "in ('settle', 'release')", "= 'return'", "= 'late-success'", "= 'repay'"]),
  charges: `select reference, provider, account_number as "accountNumber", bank_name as "bankName", expires_at as "expiresAt",
      created_at as "createdAt"
    from bpc_charges where user_id = $1 and order_id = $2 order by created_at desc ${LIMIT}`,
  payments: `select id, amount_kobo as "amountKobo", state, stray, coalesce(paid_at, created_at) as "paidAt",
      created_at as "createdAt"
    from deposits where order_id = $1 order by created_at desc ${LIMIT}`,
  code: `select created_at as "createdAt", returned_at as "returnedAt" from bpc_codes where user_id = $1 and order_id = $2`,
  cases: CASES('order_id'),
  endedBy: `select asked.name as asked, confirmed.name as confirmed,
      coalesce(r.content ->> 'evidence', r.content ->> 'reason') as why
    from operator_requests r join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by where r.id = $1`,
} as const

const DEPOSIT_STATEMENTS = {
  deposit: `select d.id, d.user_id as "userId", u.full_name as name, d.provider, d.provider_transaction_id as "providerTransactionId",
      d.reference, d.state, d.reason, d.amount_kobo as "amountKobo", d.provider_fee_kobo as "providerFeeKobo",
      d.sender_name as sender, d.account_number as "accountNumber", d.transaction_id as "transactionId",
      d.order_id as "orderId", d.stray, d.paid_at as "paidAt", d.created_at as "createdAt",
      d.credited_at as "creditedAt", d.credited_by as "creditedBy", d.confirmed_by as "confirmedBy",
      d.given_again_at as "givenAgainAt", asked.name as "restoredBy", confirmed.name as "restoreConfirmedBy",
      r.confirmed_at as "restoredAt"
    from deposits d left join users u on u.id = d.user_id
    left join operator_requests r on r.id = d.restored_by_request
    left join operators asked on asked.id = r.requested_by left join operators confirmed on confirmed.id = r.confirmed_by
    where d.id = $1`,
  transfersOfDeposit: TRANSFERS([
    "= 'deposit'",
    "= 'pay-in'",
    "= 'quarantine'",
    "= 'recall'",
    "= 'restore'",
    "= 'repay'",
  ]),
  casesOfDeposit: CASES('deposit_id'),
} as const

/** For both screens. */
const SHARED_STATEMENTS = {
  entries: `select transfer_id as "transferId", leg, account_id as "accountId", amount, balance_after as "balanceAfter"
    from ledger_entries where user_id = any($1::text[]) and transfer_id = any($2::text[])`,
  webhooks: `select event_key as "eventKey", about, reference, received_at as "receivedAt", times from webhook_events
    where provider = $1 and reference = any($2::text[]) order by received_at desc ${LIMIT}`,
  alarms: `select kind, detail, raised_at as "raisedAt" from alarms
    where kind = any($1::text[]) and subject_id = any($2::text[]) order by raised_at desc ${LIMIT}`,
  // Found by key first, sorted afterwards: reading in the order of numbers would scan every difference.
  differences: `select found.* from unnest($2::text[]) as asked (kind) cross join unnest($3::text[]) as named (reference)
    cross join lateral (
      select e.number, e.provider, e.kind, e.reference, e.detail, e.difference_kobo as "differenceKobo",
        e.found_at as "foundAt", e.closed_at as "closedAt", e.closed_by as "closedBy", e.confirmed_by as "confirmedBy", e.evidence
      from reconciliation_exceptions e
      where e.provider = $1 and e.kind = asked.kind and e.reference = named.reference limit 1
    ) as found order by found.number desc ${LIMIT}`,
  messages: `select c.tracking_number as "trackingNumber", m.seq, m.author, m.text, m.at
    from cases c join case_messages m on m.case_id = c.id
    where c.tracking_number = any($1::text[]) order by m.at desc ${LIMIT}`,
  // One subject after another, by the index that has each in order.
  alerts: `select found.* from unnest($2::text[]) as about (id) cross join lateral (
      select id, kind, at, seen_at as "seenAt", email_state as email, push_state as push, sms_state as sms from alerts
      where user_id = $1 and subject_id = about.id order by seq desc ${LIMIT}
    ) as found order by found.at desc ${LIMIT}`,
  receipt: 'select created_at as "createdAt" from receipts where user_id = $1 and transaction_id = $2',
  job: `select due_at as "dueAt", lease_until as "leaseUntil", attempts, created_at as "createdAt" from jobs
    where kind = $1 and subject_id = $2`,
} as const

export const ALL_STATEMENTS = { ...ORDER_STATEMENTS, ...DEPOSIT_STATEMENTS, ...SHARED_STATEMENTS } as const
export type StatementName = keyof typeof ALL_STATEMENTS
