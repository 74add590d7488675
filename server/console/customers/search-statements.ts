import { SEARCH_GROUP_MAX } from '#contract/console/search-limits.ts'

/*
 * All statements of a search by name, each with one parameter. Each finds its rows by an equality or a range of an
 * index: search.test.ts checks every plan on PostgreSQL. None uses a pattern, so the value has no wildcards.
 */

/** One row more than is shown, to learn whether there are more. */
const LIMIT = `limit ${SEARCH_GROUP_MAX + 1}`

/** U+10FFFF is the last character: whatever starts with $1 sorts between $1 and $1 followed by it. */
const PREFIX = (column: string) =>
  `lower(${column}) collate "C" >= lower($1::text) collate "C"
   and lower(${column}) collate "C" < (lower($1::text) || U&'\\+10FFFF') collate "C"`

/** The providers in a table, found one after another in its index, so that each can be looked up: also former ones. */
const PROVIDERS_IN = (table: string) => `(
  with recursive each (provider) as (
    (select provider from ${table} order by provider limit 1)
    union all
    select (select t.provider from ${table} t where t.provider > each.provider order by t.provider limit 1)
    from each where each.provider is not null
  )
  select provider from each where provider is not null
)`

const CUSTOMER = `select u.id, u.full_name as name, u.email, u.closed_at is not null as closed from users u`

const ORDER = `select o.id, o.user_id as "customerId", u.full_name as customer, o.kind, o.state, o.amount_kobo as "amountKobo",
  o.reference, o.created_at as at from orders o join users u on u.id = o.user_id`

const DEPOSIT = `select d.id, d.user_id as "customerId", u.full_name as customer, d.state, d.amount_kobo as "amountKobo",
  d.reference, coalesce(d.paid_at, d.created_at) as at from deposits d left join users u on u.id = d.user_id`

const CASE = `select c.id, c.user_id as "customerId", c.tracking_number as "trackingNumber", c.topic, c.status, c.created_at as at
  from cases c`

export const CUSTOMER_STATEMENTS = {
  customerById: `${CUSTOMER} where u.id = $1`,
  customersByEmail: `${CUSTOMER} where ${PREFIX('u.email')} order by lower(u.email) collate "C" ${LIMIT}`,
  customersByName: `${CUSTOMER} where ${PREFIX('u.full_name')} order by lower(u.full_name) collate "C" ${LIMIT}`,
  customersByAccount: `${CUSTOMER} join funding_accounts f on f.user_id = u.id where f.account_number = $1 ${LIMIT}`,
  customersByCharge: `${CUSTOMER} join bpc_charges b on b.user_id = u.id where b.account_number = $1 ${LIMIT}`,
} as const

export const ORDER_STATEMENTS = {
  orderById: `${ORDER} where o.id = $1`,
  ordersByReference: `${ORDER} join ${PROVIDERS_IN('orders')} p on p.provider = o.provider where o.reference = $1 ${LIMIT}`,
  ordersByAttempt: `${ORDER} join order_attempts a on a.user_id = o.user_id and a.order_id = o.id
    join ${PROVIDERS_IN('order_attempts')} p on p.provider = a.provider where a.reference = $1 ${LIMIT}`,
  orderByReceipt: `${ORDER} join transactions t on t.user_id = o.user_id and t.order_id = o.id
    join receipts r on r.user_id = t.user_id and r.transaction_id = t.id where r.code = $1 ${LIMIT}`,
  ordersByNumber: `${ORDER} where split_part(o.recipient_key, ':', 3) = $1 and o.recipient_key <> '' order by o.id desc ${LIMIT}`,
  ordersByAmount: `${ORDER} where o.amount_kobo = $1::bigint order by o.id desc ${LIMIT}`,
} as const

export const DEPOSIT_STATEMENTS = {
  depositById: `${DEPOSIT} where d.id = $1`,
  depositsByReference: `${DEPOSIT} join ${PROVIDERS_IN('deposits')} p on p.provider = d.provider where d.reference = $1 ${LIMIT}`,
  depositsByProviderId: `${DEPOSIT} join ${PROVIDERS_IN('deposits')} p on p.provider = d.provider
    where d.provider_transaction_id = $1 ${LIMIT}`,
  depositsByAmount: `${DEPOSIT} where d.amount_kobo = $1::bigint order by d.id desc ${LIMIT}`,
} as const

export const CASE_STATEMENTS = {
  caseById: `${CASE} where c.id = $1`,
  caseByTrackingNumber: `${CASE} where c.tracking_number = $1`,
} as const

export const SEARCH_STATEMENTS = {
  ...CUSTOMER_STATEMENTS,
  ...ORDER_STATEMENTS,
  ...DEPOSIT_STATEMENTS,
  ...CASE_STATEMENTS,
} as const
export type StatementName = keyof typeof SEARCH_STATEMENTS
