import { type Check, type CheckResult, startCheck } from './checks.ts'
import { type Query, type Row, stream, tableExists, whole } from './rows.ts'

/** An order has one reference at its provider, or a second once the first is proved absent. */
const REFERENCES_MAX = 2n
/** How often the provider must have said that it does not know the first reference. */
const ABSENCES_MIN = 3n

// The full join keeps an order without a reference, and a reference without an order.
const ORDERS_AND_REFERENCES = `
  select coalesce(o.id, a.id) as id, o.kind, coalesce(o.send_count, 0)::text as sends,
    coalesce(o.earlier_sends, 0)::text as earlier, coalesce(a.count, 0)::text as count, (o.id is not null)::text as there,
    coalesce(a.first = 1 and a.last = a.count, true)::text as numbered,
    coalesce(o.reference = any(a.refs), false)::text as own, coalesce(o.reference = o.id, false)::text as nameless
  from (select * from orders where provider <> 'jara') o
  full join (
    select user_id, order_id as id, count(*) as count, min(number) as first, max(number) as last,
      array_agg(reference) as refs
    from order_attempts group by 1, 2
  ) a on a.user_id = o.user_id and a.id = o.id
  where o.id is null or o.send_count > 0 or a.id is not null
  order by 1`

// A bills provider's reference begins with its day in Lagos (UTC+1 all year). It counts as over 65 minutes after that
// day ends: an hour for late arrivals, five minutes for clocks that disagree.
const FURTHER_REFERENCES = `
  select a.order_id as id, a.reference, cardinality(a.earlier_absent_at)::text as absences,
    coalesce((select min(said) from unnest(a.earlier_absent_at) said) < case when b.reference ~ '^[0-9]{12}' then
      (to_date(left(b.reference, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC' - interval '1 hour' + interval '65 minutes'
    end, true)::text as early,
    (select coalesce(bool_or(gap < interval '10 minutes'), false)::text from (
       select said - lag(said) over (order by n) as gap from unnest(a.earlier_absent_at) with ordinality as u (said, n)
     ) as gaps) as close,
    coalesce((select max(said) from unnest(a.earlier_absent_at) said) > a.at + interval '5 minutes', true)::text as late
  from order_attempts a
  left join order_attempts b on b.user_id = a.user_id and b.order_id = a.order_id and b.number = a.number - 1
  where a.number > 1 and not a.found_by_people
  order by 1, a.number`

/** I5 before an order is resolved: every order sent has its references, and a second one follows proof. */
export async function auditAttempts(query: Query): Promise<CheckResult[]> {
  const known = startCheck('I5', 'every order that was sent has its references, one of them its own', 'orders')
  const proved = startCheck('I5', 'a second reference follows proof that the first is over and nowhere', 'references')
  if (await tableExists(query, 'order_attempts')) {
    for await (const row of stream(query, 'audit_attempts', ORDERS_AND_REFERENCES)) checkOrder(known, row)
    for await (const row of stream(query, 'audit_further', FURTHER_REFERENCES)) checkFurther(proved, row)
  } else {
    for (const check of [known, proved]) check.skip('this database stores no references of its own')
  }
  return [known.result(), proved.result()]
}

function checkOrder(check: Check, row: Row): void {
  check.examine()
  const count = whole(row, 'count')
  if (row.there !== 'true') {
    check.problem(`order ${row.id}: has references and is not there`)
    return
  }
  if (count === 0n) {
    // An order sent after a restored backup was made went out under a reference that this database does not know.
    const isLost = row.nameless === 'true' && row.kind !== 'withdrawal'
    if (!isLost) check.problem(`order ${row.id}: was sent and has no reference`)
    return
  }
  if (whole(row, 'sends') === 0n) check.problem(`order ${row.id}: has a reference and was never sent`)
  if (row.own !== 'true') check.problem(`order ${row.id}: its reference is none of those it went out under`)
  if (row.numbered !== 'true') check.problem(`order ${row.id}: one of its references is missing`)
  if (count > REFERENCES_MAX) check.problem(`order ${row.id}: has ${count} references`)
  if (count > 1n !== whole(row, 'earlier') > 0n)
    check.problem(`order ${row.id}: has ${count} references and counts others`)
}

function checkFurther(check: Check, row: Row): void {
  check.examine()
  const about = `order ${row.id}: ${row.reference}`
  if (whole(row, 'absences') < ABSENCES_MIN) check.problem(`${about} follows ${row.absences} looks for the one before`)
  if (row.early !== 'false') check.problem(`${about} follows a look while the one before could still arrive`)
  if (row.close !== 'false') check.problem(`${about} follows looks that are no ten minutes apart`)
  if (row.late !== 'false') check.problem(`${about} went out before it was proved`)
}
