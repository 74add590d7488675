import type { Check } from './checks.ts'
import { hasColumn, type Query, type Row, stream } from './rows.ts'

/** The step that a request of two operators leaves on an open order or a BPC, by act and outcome. */
const STEP_OF: Readonly<Record<string, readonly [event: string, state: string]>> = {
  'end-review paid': ['paid-by-operators', 'settled'],
  'end-review not-paid': ['not-paid-by-operators', 'released'],
  'refund-bpc': ['refunded-by-operators', 'returned'],
}
/** The same for an order that was proved paid and that its provider later contradicted. */
const UNDOING: Readonly<Record<string, readonly [event: string, state: string]>> = {
  'end-review not-paid': ['not-paid-by-operators', 'returned'],
}

/**
 * An order names the request by which operators ended it, and the one by which they undid it. Each request names two
 * different operators and exactly that act, and one step of the order records it at that moment. Conversely, each such
 * request ended or undid its order.
 */
export async function checkEndedByPeople(query: Query, check: Check): Promise<void> {
  const acts = "('end-review', 'refund-bpc')"
  // Earlier versions never undid an order.
  const undone = (await hasColumn(query, 'orders', 'undone_by_request')) ? 'undone_by_request' : 'null::text'
  const rows = stream(
    query,
    'audit_ended',
    `with ended as (
       select id, total_kobo, ended_by_request as ended, ${undone} as undone from orders
     ), named as (
       select id, ended as request from ended where ended is not null
       union select id, undone from ended where undone is not null
       union select order_id, null from order_steps s where event like '%-by-operators'
         and not exists (select from ended o where o.id = s.order_id and coalesce(o.ended, o.undone) is not null)
       union select subject, id from operator_requests where act in ${acts} and confirmed_at is not null
     )
     select n.id, n.request, o.ended, o.undone, num_nonnulls(o.ended, o.undone)::text as requests, o.total_kobo::text, r.act, r.subject, r.requested_by, r.confirmed_by,
       r.content ->> 'totalKobo' as agreed, trim(r.act || ' ' || coalesce(r.content ->> 'outcome', '')) as does,
       (select count(*)::text from order_steps s where s.order_id = n.id and s.event like '%-by-operators') as steps,
       (select string_agg(s.event || ' ' || s.state, ',') from order_steps s
         where s.order_id = n.id and s.event like '%-by-operators' and s.at = r.confirmed_at) as done
     from named n left join ended o on o.id = n.id left join operator_requests r on r.id = n.request
     order by n.id, n.request`,
  )
  for await (const row of rows) {
    check.examine()
    const problem = wrongEnding(row)
    if (problem !== null) check.problem(`order ${row.id}: ${problem}`)
  }
}

function wrongEnding(row: Row): string | null {
  if (row.request === null) return 'a step says that people ended it, and no request does'
  const isUndoing = row.undone === row.request
  if (!isUndoing && row.ended !== row.request) return `request ${row.request} of two operators did not end it`
  const [event, state] = (isUndoing ? UNDOING : STEP_OF)[row.does ?? ''] ?? []
  if (event === undefined || row.subject !== row.id) return `ended by ${row.request}, which asked for something else`
  if (row.confirmed_by === null) return `ended by ${row.request}, which nobody confirmed`
  if (row.confirmed_by === row.requested_by)
    return `ended by ${row.request}, which one operator asked for and confirmed`
  if (row.agreed !== row.total_kobo) return `ended by ${row.request} over ${row.agreed}, of ${row.total_kobo}`
  return row.steps === row.requests && row.done === `${event} ${state}`
    ? null
    : `ended by ${row.request}, and no step says so`
}
