import { type Check, type CheckResult, startCheck } from './checks.ts'
import { type Query, type Row, stream, tableExists, whole } from './rows.ts'

/** The state of a BPC purchase's code in each of its order's states; in other states there is no code. */
const CODE_BY_STATE: Readonly<Record<string, string>> = { settled: 'active', returned: 'returned' }

// The full join keeps an order without a code, and a code without an order.
const PURCHASES_AND_CODES = `
  select coalesce(o.id, c.order_id) as id, o.user_id, o.state, o.kind, c.id as code, c.user_id as holder, c.status,
    (select count(*) from bpc_codes other where other.order_id = o.id)::text as codes
  from (select * from orders where kind = 'bpc') o
  full join (select * from bpc_codes where kind = 'bought') c on c.order_id = o.id
  order by 1, c.id`

// Only orders whose quote still exists: it is deleted some minutes after it expires.
const ORDERS_AND_QUOTES = `
  select o.id, o.kind, o.total_kobo::text, q.cost_kobo::text as quoted_cost,
    (q.kind = o.kind and q.amount_kobo = o.amount_kobo and q.fee_kobo = o.fee_kobo and q.duty_kobo = o.duty_kobo
      and q.discount_kobo = o.discount_kobo and q.total_kobo = o.total_kobo and q.recipient = o.recipient
      and q.provider = o.provider and q.bpc_id is not distinct from o.bpc_id)::text as same,
    (q.terms = o.terms)::text as same_terms
  from orders o join quotes q on q.user_id = o.user_id and q.id = o.quote_id
  order by o.id`

/** I5 for purchases: one code for the price, once; every order matches what was agreed, and never sells below cost. */
export async function auditPurchases(query: Query): Promise<CheckResult[]> {
  const codes = startCheck(
    'I5',
    'every bought code belongs to one settled purchase, every such purchase has one',
    'codes',
  )
  const agreed = startCheck('I5', 'every order is what its quote says, and none is below its cost', 'orders')
  if (await tableExists(query, 'bpc_charges')) {
    for await (const row of stream(query, 'audit_codes', PURCHASES_AND_CODES)) checkCode(codes, row)
    for await (const row of stream(query, 'audit_quotes', ORDERS_AND_QUOTES)) checkAgreement(agreed, row)
  } else {
    for (const check of [codes, agreed]) check.skip('this database has no purchases')
  }
  return [codes.result(), agreed.result()]
}

function checkCode(check: Check, row: Row): void {
  check.examine()
  if (row.user_id === null) {
    check.problem(`code ${row.code}: bought by ${row.id}, which is no BPC purchase`)
    return
  }
  const due = CODE_BY_STATE[row.state ?? ''] ?? null
  if (row.status !== due) {
    check.problem(`order ${row.id}: ${row.state}, its code is ${row.status ?? 'none'} where ${due ?? 'none'} is due`)
  }
  if (row.holder !== null && row.holder !== row.user_id) {
    check.problem(`order ${row.id}: of ${row.user_id}, its code is held by ${row.holder}`)
  }
  if (whole(row, 'codes') > 1n) check.problem(`order ${row.id}: has ${row.codes} codes`)
}

function checkAgreement(check: Check, row: Row): void {
  check.examine()
  if (row.same !== 'true') check.problem(`order ${row.id}: is not what its quote says`)
  if (row.same_terms !== 'true') check.problem(`order ${row.id}: the terms are not those that were shown`)
  const isSold = row.kind !== 'withdrawal' && row.kind !== 'bpc'
  if (isSold && whole(row, 'total_kobo') < whole(row, 'quoted_cost')) {
    check.problem(`order ${row.id}: sold for ${row.total_kobo}, below its cost of ${row.quoted_cost}`)
  }
}
