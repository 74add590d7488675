import { type CheckResult, startCheck } from './checks.ts'
import { type Query, type Row, stream, tableExists } from './rows.ts'

// What SMS cost their recipients by their own rows, and what the ledger and the history say about each.
const CHARGES = `
  with charged as (
    select * from sms_messages where coalesce(charged_kobo, 0) > 0
  ), posted as (
    select t.user_id, t.subject_id, t.key, count(*)::text as legs,
      coalesce(sum(e.amount) filter (where e.account_id = 'revenue:sms'), 0)::text as earned,
      coalesce(-sum(e.amount) filter (where e.account_id = 'user:' || t.user_id || ':available'), 0)::text as taken
    from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
    where t.kind = 'sms' or e.account_id = 'revenue:sms'
    group by t.user_id, t.id
  )
  select coalesce(m.alert_id, p.subject_id) as alert, m.alert_id, m.state, m.charged_kobo::text as charged,
    m.price_kobo::text as price, m.provider_message_id, p.key, p.legs, p.earned, p.taken,
    h.kind as line, h.amount_kobo::text as told
  from charged m
  full join posted p on p.user_id = m.user_id and p.subject_id = m.alert_id
  left join transactions h on h.user_id = m.user_id and h.id = m.transaction_id
  order by 1`

/** I10 for SMS: each charge is for one message a provider provably accepted, at its price, once, and in the history. */
export async function auditSms(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I10', 'every SMS that was charged was taken by a provider, and charged once', 'charges')
  if (!(await tableExists(query, 'sms_messages'))) {
    check.skip('this database has no SMS')
    return [check.result()]
  }
  for await (const row of stream(query, 'audit_sms', CHARGES)) {
    check.examine()
    const problem = wrongCharge(row)
    if (problem !== null) check.problem(`alert ${row.alert}: ${problem}`)
  }
  return [check.result()]
}

function wrongCharge(row: Row): string | null {
  const { charged } = row
  if (row.alert_id === null) return `${row.earned} earned for an SMS that was not charged`
  if (row.state !== 'sent' || row.provider_message_id === null) return `charged, and no provider has taken it`
  if (charged !== row.price) return `charged ${charged} at a price of ${row.price}`
  if (row.key === null) return `charged ${charged}, and nothing is in the ledger`
  const isOne = row.key === `sms:${row.alert}` && row.legs === '2'
  if (!isOne || row.earned !== charged || row.taken !== charged)
    return `charged ${charged}, of which ${row.taken} was taken and ${row.earned} earned`
  if (row.line !== 'sms' || row.told !== `-${charged}`) return `charged ${charged}, and the history says ${row.told}`
  return null
}
