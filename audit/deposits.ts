import { type Check, type CheckResult, startCheck } from './checks.ts'
import { type Query, type Row, stream, tableExists, whole } from './rows.ts'

type Posted = 'deposit' | 'quarantine' | 'recall'
const POSTED: readonly Posted[] = ['deposit', 'quarantine', 'recall']

/** How many transfers of each kind a deposit in each state has, at least and at most. */
const BY_STATE: Readonly<Record<string, Readonly<Record<Posted, readonly [bigint, bigint]>>>> = {
  credited: { deposit: [1n, 1n], quarantine: [0n, 0n], recall: [0n, 0n] },
  quarantined: { deposit: [0n, 0n], quarantine: [1n, 1n], recall: [0n, 0n] },
  credited_by_operators: { deposit: [1n, 1n], quarantine: [1n, 1n], recall: [0n, 0n] },
  sent_back: { deposit: [0n, 0n], quarantine: [1n, 1n], recall: [0n, 1n] },
  recalled: { deposit: [1n, 1n], quarantine: [0n, 1n], recall: [1n, 1n] },
}

// `arrived` is what the first transfer of a deposit put on kept accounts: the user's, or suspense.
const DEPOSITS_WITH_TRANSFERS = `
  with posted as (
    select t.subject_id,
      count(*) filter (where t.kind = 'deposit')::text as deposit,
      count(*) filter (where t.kind = 'quarantine')::text as quarantine,
      count(*) filter (where t.kind = 'recall')::text as recall,
      min(t.user_id) filter (where t.kind = 'deposit') as credited_to,
      sum((
        select sum(e.amount) from ledger_entries e
        where e.transfer_id = t.id and e.seq is not null and e.amount > 0
          and e.user_id in ('house', t.user_id)
      )) filter (where t.kind in ('deposit', 'quarantine'))::text as arrived
    from ledger_transfers t
    where t.kind in ('deposit', 'quarantine', 'recall')
    group by t.subject_id
  )
  select coalesce(d.id, p.subject_id) as id, d.state, d.user_id, d.amount_kobo::text, p.credited_to,
    coalesce(p.deposit, '0') as deposit, coalesce(p.quarantine, '0') as quarantine, coalesce(p.recall, '0') as recall,
    coalesce(p.arrived, '0') as arrived
  from deposits d full join posted p on p.subject_id = d.id
  order by 1`

/** I5 from the other side: every deposit was credited or quarantined once, with its own amount, to its own user. */
export async function auditDeposits(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I5', 'every deposit has exactly the transfers of its state', 'deposits')
  if (await tableExists(query, 'deposits')) {
    for await (const row of stream(query, 'audit_deposits', DEPOSITS_WITH_TRANSFERS)) checkDeposit(check, row)
  } else {
    check.skip('this database has no deposits')
  }
  return [check.result()]
}

function checkDeposit(check: Check, row: Row): void {
  check.examine()
  if (row.state === null || row.state === undefined) {
    check.problem(`deposit ${row.id ?? '(none)'}: has transfers and does not exist`)
    return
  }
  const due = BY_STATE[row.state]
  if (due === undefined) {
    check.problem(`deposit ${row.id}: state ${row.state} is not known to this audit`)
    return
  }
  for (const kind of POSTED) {
    const [least, most] = due[kind]
    const count = whole(row, kind)
    if (count < least || count > most)
      check.problem(`deposit ${row.id}: ${row.state} with ${count} transfers of kind ${kind}`)
  }
  const arrivals = whole(row, 'deposit') + whole(row, 'quarantine')
  if (whole(row, 'arrived') !== arrivals * whole(row, 'amount_kobo')) {
    check.problem(`deposit ${row.id}: of ${row.amount_kobo}, its transfers bring ${row.arrived}`)
  }
  if (row.credited_to !== null && row.credited_to !== row.user_id) {
    check.problem(`deposit ${row.id}: of ${row.user_id}, credited to ${row.credited_to}`)
  }
}
