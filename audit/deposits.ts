import { type Check, type CheckResult, startCheck } from './checks.ts'
import { hasColumn, type Query, type Row, stream, tableExists, whole } from './rows.ts'

type Posted = 'deposit' | 'pay-in' | 'quarantine' | 'recall' | 'restore' | 'repay'
const POSTED: readonly Posted[] = ['deposit', 'pay-in', 'quarantine', 'recall', 'restore', 'repay']

const NONE = [0n, 0n] as const
const ONE = [1n, 1n] as const
const MAYBE = [0n, 1n] as const
/** How many transfers of each kind a deposit in each state has: the least and the most. */
const BY_STATE: Readonly<Record<string, Readonly<Record<Posted, readonly [bigint, bigint]>>>> = {
  credited: { deposit: ONE, 'pay-in': NONE, quarantine: NONE, recall: NONE, restore: NONE, repay: MAYBE },
  quarantined: { deposit: NONE, 'pay-in': NONE, quarantine: ONE, recall: NONE, restore: NONE, repay: NONE },
  credited_by_operators: { deposit: ONE, 'pay-in': NONE, quarantine: ONE, recall: NONE, restore: NONE, repay: MAYBE },
  sent_back: { deposit: NONE, 'pay-in': NONE, quarantine: ONE, recall: ONE, restore: NONE, repay: NONE },
  recalled: { deposit: MAYBE, 'pay-in': MAYBE, quarantine: MAYBE, recall: ONE, restore: NONE, repay: MAYBE },
  // Taken back by the bank, given again, and credited again.
  restored: { deposit: MAYBE, 'pay-in': MAYBE, quarantine: MAYBE, recall: ONE, restore: ONE, repay: MAYBE },
  // Paid for a purchase; the excess is credited separately.
  paid_in: { deposit: MAYBE, 'pay-in': ONE, quarantine: NONE, recall: NONE, restore: NONE, repay: MAYBE },
}

// `arrived` is what a deposit's transfers post to its user's kept accounts or to suspense. `escrowed` is what a pay-in
// posts to the escrow of the order it names.
const depositsWithTransfers = (agreed: string) => `
  with posted as (
    select t.subject_id,
      count(*) filter (where t.kind = 'deposit')::text as deposit,
      count(*) filter (where t.kind = 'pay-in')::text as "pay-in",
      count(*) filter (where t.kind = 'quarantine')::text as quarantine,
      count(*) filter (where t.kind = 'recall')::text as recall,
      count(*) filter (where t.kind = 'restore')::text as restore,
      count(*) filter (where t.kind = 'repay')::text as repay,
      min(t.user_id) filter (where t.kind in ('deposit', 'pay-in')) as credited_to,
      sum((
        select sum(e.amount) from ledger_entries e
        where e.transfer_id = t.id and e.seq is not null and e.amount > 0
          and e.user_id in ('house', t.user_id)
      )) filter (where t.kind in ('deposit', 'quarantine'))::text as arrived,
      sum((
        select sum(e.amount) from ledger_entries e
        where e.transfer_id = t.id and e.amount > 0
          and e.account_id = (select 'order:' || d.order_id || ':escrow' from deposits d where d.id = t.subject_id)
      )) filter (where t.kind = 'pay-in')::text as escrowed,
      min(t.user_id) filter (where t.kind = 'recall') as recalled_from,
      sum((
        select sum(e.amount) from ledger_entries e
        where e.transfer_id = t.id and e.seq is not null and (
          e.account_id = 'suspense:in'
          or e.account_id in ('user:' || t.user_id || ':available', 'user:' || t.user_id || ':debt')
        )
      )) filter (where t.kind = 'recall')::text as taken,
      min(t.user_id) filter (where t.kind = 'restore') as restored_to,
      sum((
        select sum(e.amount) from ledger_entries e
        where e.transfer_id = t.id and e.account_id in ('user:' || t.user_id || ':available', 'user:' || t.user_id || ':debt')
      )) filter (where t.kind = 'restore')::text as given_again
    from ledger_transfers t
    where t.kind in ('deposit', 'pay-in', 'quarantine', 'recall', 'restore')
      -- What repays a debt may also be about an order that gave money back.
      or (t.kind = 'repay' and exists (select 1 from deposits d where d.id = t.subject_id))
    group by t.subject_id
  )
  select coalesce(d.id, p.subject_id) as id, d.state, d.user_id, d.amount_kobo::text, d.order_id, d.stray, p.credited_to,
    coalesce(p.deposit, '0') as deposit, coalesce(p."pay-in", '0') as "pay-in",
    coalesce(p.quarantine, '0') as quarantine, coalesce(p.recall, '0') as recall, coalesce(p.repay, '0') as repay,
    coalesce(p.restore, '0') as restore, (${agreed})::text as agreed, p.restored_to, coalesce(p.given_again, '0') as given_again,
    p.recalled_from, coalesce(p.taken, '0') as taken,
    coalesce(p.arrived, '0') as arrived, coalesce(p.escrowed, '0') as escrowed,
    o.user_id as buyer, o.paid_by, o.total_kobo::text as price
  from deposits d full join posted p on p.subject_id = d.id left join orders o on o.id = d.order_id
  order by 1`

// Two different operators agreed to credit exactly this deposit again, to this customer.
const AGREED = `exists (
  select 1 from operator_requests r
  where r.id = d.restored_by_request and r.act = 'credit-deposit' and r.subject = d.id and r.confirmed_by <> r.requested_by
    and r.content ->> 'customer' = d.user_id and r.content ->> 'amountKobo' = d.amount_kobo::text
)`

// A purchase by bank transfer and the payments that paid for it.
const PURCHASES_WITH_PAYMENTS = `
  select o.id, o.state, (
    select count(*) from deposits d where d.order_id = o.id and (
      d.state = 'paid_in' or (
        d.state in ('recalled', 'restored') and exists (select 1 from ledger_transfers t where t.subject_id = d.id and t.kind = 'pay-in')
      )
    )
  )::text as paid_in
  from orders o where o.paid_by = 'transfer' order by o.id`

/**
 * I5 from the other side: every deposit was credited, paid in or quarantined once, with its own amount, to its own user,
 * and every purchase by bank transfer was paid by exactly one of them.
 */
export async function auditDeposits(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I5', 'every deposit has exactly the transfers of its state', 'deposits')
  const paid = startCheck('I5', 'every purchase by bank transfer was paid for once, if it was delivered', 'purchases')
  if ((await tableExists(query, 'deposits')) && (await tableExists(query, 'orders'))) {
    // Earlier versions never credited a deposit again.
    const agreed = (await hasColumn(query, 'deposits', 'restored_by_request')) ? AGREED : 'false'
    for await (const row of stream(query, 'audit_deposits', depositsWithTransfers(agreed))) checkDeposit(check, row)
    for await (const row of stream(query, 'audit_paid_in', PURCHASES_WITH_PAYMENTS)) checkPaid(paid, row)
  } else {
    for (const each of [check, paid]) each.skip('this database has no deposits')
  }
  return [check.result(), paid.result()]
}

function checkPaid(check: Check, row: Row): void {
  check.examine()
  const due = row.state === 'settled' || row.state === 'returned' ? '1' : '0'
  if (row.paid_in !== due) check.problem(`order ${row.id}: ${row.state}, paid for by ${row.paid_in} deposits`)
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
  if (row.credited_to !== null && row.credited_to !== row.user_id) {
    check.problem(`deposit ${row.id}: of ${row.user_id}, credited to ${row.credited_to}`)
  }
  if (isPaidIn(row)) checkPaidIn(check, row)
  else checkArrived(check, row)
  if (whole(row, 'recall') > 0n) checkRecalled(check, row)
  if (whole(row, 'restore') > 0n) checkRestored(check, row)
  if (row.order_id !== null) checkPurchase(check, row)
}

/** The deposit paid for a purchase, whatever happened to it since. */
function isPaidIn(row: Row): boolean {
  const wasTakenBack = row.state === 'recalled' || row.state === 'restored'
  return row.state === 'paid_in' || (wasTakenBack && whole(row, 'pay-in') > 0n)
}

/** The whole deposit went back, taken from whoever was credited: a user, or suspense. */
function checkRecalled(check: Check, row: Row): void {
  const [from, taken] = [row.credited_to ?? 'house', -whole(row, 'taken')]
  if (row.recalled_from !== from)
    check.problem(`deposit ${row.id}: recalled from ${row.recalled_from}, not from ${from}`)
  if (taken !== whole(row, 'amount_kobo')) {
    check.problem(`deposit ${row.id}: of ${row.amount_kobo}, its recall took ${taken}`)
  }
  if (row.state === 'recalled' && whole(row, 'pay-in') === 0n && whole(row, 'deposit') === 0n) {
    check.problem(`deposit ${row.id}: recalled and was never credited`)
  }
}

/** The whole amount was credited again: to whom it was taken from, or to its owner if nobody had been credited. */
function checkRestored(check: Check, row: Row): void {
  if (row.restored_to !== row.user_id)
    check.problem(`deposit ${row.id}: of ${row.user_id}, credited once more to ${row.restored_to}`)
  if (row.given_again !== row.amount_kobo)
    check.problem(`deposit ${row.id}: of ${row.amount_kobo}, ${row.given_again} credited once more`)
  if (row.agreed !== 'true') check.problem(`deposit ${row.id}: no two operators agreed to credit it once more`)
}

function checkArrived(check: Check, row: Row): void {
  const arrivals = whole(row, 'deposit') + whole(row, 'quarantine')
  if (whole(row, 'arrived') !== arrivals * whole(row, 'amount_kobo')) {
    check.problem(`deposit ${row.id}: of ${row.amount_kobo}, its transfers bring ${row.arrived}`)
  }
}

/** The whole amount came in for the order, and exactly the excess over the price went on to the wallet. */
function checkPaidIn(check: Check, row: Row): void {
  if (row.escrowed !== row.amount_kobo) {
    check.problem(`deposit ${row.id}: of ${row.amount_kobo}, ${row.escrowed} came in for its order`)
  }
  if (row.price === null) return
  const rest = whole(row, 'amount_kobo') - whole(row, 'price')
  if (rest < 0n) check.problem(`deposit ${row.id}: paid ${row.amount_kobo} for what costs ${row.price}`)
  else if (whole(row, 'arrived') !== rest) {
    check.problem(`deposit ${row.id}: ${row.arrived} went to the wallet where ${rest} is due`)
  }
  if ((row.stray === 'more') !== rest > 0n || (row.stray !== 'more' && row.stray !== null)) {
    check.problem(`deposit ${row.id}: paid in with ${rest} too much, and says ${row.stray ?? 'nothing'}`)
  }
}

/** A payment for a purchase belongs to its buyer, and states the reason if it did not pay for it. */
function checkPurchase(check: Check, row: Row): void {
  if (row.paid_by !== 'transfer') {
    check.problem(`deposit ${row.id}: for ${row.order_id}, which is no purchase by bank transfer`)
    return
  }
  if (row.buyer !== row.user_id) check.problem(`deposit ${row.id}: of ${row.user_id}, for an order of ${row.buyer}`)
  if (isPaidIn(row)) return
  const isLess = whole(row, 'amount_kobo') < whole(row, 'price')
  if (row.stray === null || row.stray === 'more' || (row.stray === 'less' && !isLess)) {
    check.problem(`deposit ${row.id}: in the wallet and not in its purchase, and says ${row.stray ?? 'nothing'}`)
  }
}
