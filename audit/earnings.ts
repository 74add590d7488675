import { type Check, type CheckResult, startCheck } from './checks.ts'
import { type Query, type Row, stream, tableExists, whole } from './rows.ts'

/** What an order's transfers add up to on the house accounts. */
const PARTS = ['float', 'elsewhere', 'expense', 'fees', 'duty', 'commission', 'bpc', 'other'] as const
type Parts = Partial<Record<(typeof PARTS)[number], bigint>>

const PURCHASES = ['airtime', 'data', 'electricity', 'tv', 'education']
/** The states in which the provider has the order's money; in any other it has none. */
const DELIVERED = ['settled', 'late_success']

// Entries on kept accounts are the user's side; the rest shows where their money went.
const PARTS_PER_ORDER = `
  select o.id, o.user_id, o.kind, o.state, o.amount_kobo::text, o.fee_kobo::text, o.duty_kobo::text, o.total_kobo::text,
    o.cost_kobo::text, o.provider_fee_kobo::text,
    coalesce(sum(e.amount) filter (where e.account_id = 'provider:' || o.provider || ':float'), 0)::text as float,
    coalesce(sum(abs(e.amount)) filter (
      where e.account_id like 'provider:%:float' and e.account_id <> 'provider:' || o.provider || ':float'
    ), 0)::text as elsewhere,
    coalesce(sum(e.amount) filter (where e.account_id = 'expense:' || o.provider), 0)::text as expense,
    coalesce(sum(e.amount) filter (where e.account_id = 'revenue:fees'), 0)::text as fees,
    coalesce(sum(e.amount) filter (where e.account_id = 'payable:stamp-duty'), 0)::text as duty,
    coalesce(sum(e.amount) filter (where e.account_id = 'revenue:commission'), 0)::text as commission,
    coalesce(sum(e.amount) filter (where e.account_id = 'revenue:bpc'), 0)::text as bpc,
    coalesce(sum(abs(e.amount)) filter (
      where e.account_id not like 'provider:%:float' and e.account_id not in ('expense:' || o.provider,
        'revenue:fees', 'payable:stamp-duty', 'revenue:commission', 'revenue:bpc')
    ), 0)::text as other
  from orders o
  left join ledger_transfers t on t.subject_id = o.id
    and t.kind in ('hold', 'settle', 'release', 'return', 'late-success')
  left join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id and e.seq is null
  group by o.user_id, o.id
  order by o.id`

/** I10, order by order: what left our float, what the provider charged and what we earned match the order. */
export async function auditEarnings(query: Query): Promise<CheckResult[]> {
  const parts = startCheck('I10', "every order's price went where its kind says", 'orders')
  const float = startCheck('I10', "every provider's float is what its orders and deposits make", 'floats')
  if (await tableExists(query, 'orders')) {
    for await (const row of stream(query, 'audit_earnings', PARTS_PER_ORDER)) checkParts(parts, row)
    await checkFloats(query, float)
  } else {
    for (const check of [parts, float]) check.skip('this database has no orders')
  }
  return [parts.result(), float.result()]
}

function checkParts(check: Check, row: Row): void {
  check.examine()
  const due = partsDue(row)
  for (const part of PARTS) {
    const [is, expected] = [whole(row, part), due[part] ?? 0n]
    if (is !== expected)
      check.problem(`order ${row.id}: ${row.kind} ${row.state}, ${part} ${is} where ${expected} is due`)
  }
}

/** Nothing for an order that is open, given back or returned, except what the provider charged on the way. */
function partsDue(row: Row): Parts {
  const { kind = '', state = '' } = row
  const isDelivered = DELIVERED.includes(state ?? '')
  const total = whole(row, 'total_kobo')
  if (kind === 'withdrawal') {
    // A charge comes back with its transfer; if it once stayed, our float is short by exactly our expense.
    if (state === 'returned') return { float: -whole(row, 'expense'), expense: whole(row, 'expense') }
    if (!isDelivered) return {}
    const charged = whole(row, 'provider_fee_kobo')
    const sent = { float: whole(row, 'amount_kobo') + charged, expense: -charged }
    return state === 'late_success' ? sent : { ...sent, fees: whole(row, 'fee_kobo'), duty: whole(row, 'duty_kobo') }
  }
  if (!isDelivered) return {}
  if (kind === 'bpc') return { bpc: total }
  if (!PURCHASES.includes(kind ?? '')) return { other: -1n }
  const cost = whole(row, 'cost_kobo')
  return cost > total ? { float: cost, expense: total - cost } : { float: cost, commission: total - cost }
}

// Money in is taken from the float (we own it, so it is negative); money out adds to it.
const FLOATS = `
  with explained as (
    select 'provider:' || provider || ':float' as account, provider_fee_kobo - case
      when state in ('sent_back', 'recalled') then 0 else amount_kobo end as amount
    from deposits
    union all
    select e.account_id, e.amount from ledger_entries e
    join ledger_transfers t on t.user_id = e.user_id and t.id = e.transfer_id
    where e.account_id like 'provider:%:float'
      and t.kind in ('hold', 'settle', 'release', 'return', 'late-success')
      and exists (select 1 from orders o where o.id = t.subject_id)
  ), books as (
    select account_id as account, sum(amount) as amount from ledger_entries
    where account_id like 'provider:%:float' group by account_id
  ), sums as (
    select account, sum(amount) as amount from explained group by account
  )
  select coalesce(b.account, s.account) as account, coalesce(b.amount, 0)::text as books,
    coalesce(s.amount, 0)::text as explained
  from books b full join sums s on s.account = b.account order by 1`

async function checkFloats(query: Query, check: Check): Promise<void> {
  if (!(await tableExists(query, 'deposits'))) return
  for (const row of await query(FLOATS)) {
    check.examine()
    if (row.books !== row.explained) {
      check.problem(`account ${row.account}: stands at ${row.books}, orders and deposits make ${row.explained}`)
    }
  }
}
