import { type Check, type CheckResult, startCheck } from './checks.ts'
import { checkEndedByPeople } from './endings.ts'
import { hasColumn, type Query, type Row, stream, tableExists, whole } from './rows.ts'

/** The transfers an order has, by kind. */
type Posted = 'hold' | 'settle' | 'release' | 'return' | 'late-success'
const POSTED: readonly Posted[] = ['hold', 'settle', 'release', 'return', 'late-success']

const OPEN: readonly Posted[] = ['hold']
/** The transfers of an order that the wallet pays, in each state: exactly these, one each. */
const FROM_WALLET: Readonly<Record<string, readonly Posted[]>> = {
  held: OPEN,
  in_flight: OPEN,
  pending: OPEN,
  unknown: OPEN,
  manual_review: OPEN,
  settled: ['hold', 'settle'],
  released: ['hold', 'release'],
  returned: ['hold', 'settle', 'return'],
  late_success: ['hold', 'release', 'late-success'],
}

/** Released, then paid after all, then returned: the money taken again came back. */
const RETURNED_LATE: readonly Posted[] = ['hold', 'release', 'late-success', 'return']

/** The same for a purchase by bank transfer: nothing is held, and it settles what was paid in for it. */
const BY_TRANSFER: Readonly<Record<string, readonly Posted[]>> = {
  awaiting_payment: [],
  expired: [],
  settled: ['settle'],
  returned: ['settle', 'return'],
}
const BY_PAYER: Readonly<Record<string, typeof FROM_WALLET>> = { wallet: FROM_WALLET, transfer: BY_TRANSFER }

// One row per order: how many transfers of each kind are about it, what they leave on its user's held account and take
// from the order's own escrow, and whether it has an escrow.
const POSTED_PER_ORDER = `
  select t.subject_id, min(t.user_id) as posted_for, count(distinct t.user_id)::text as users,
    count(*) filter (where t.kind = 'hold') as hold, count(*) filter (where t.kind = 'settle') as settle,
    count(*) filter (where t.kind = 'release') as release, count(*) filter (where t.kind = 'return') as "return",
    count(*) filter (where t.kind = 'late-success') as "late-success",
    coalesce(sum((
      select sum(e.amount) from ledger_entries e
      where e.user_id = t.user_id and e.transfer_id = t.id
        and e.account_id in ('user:' || t.user_id || ':available', 'user:' || t.user_id || ':debt')
    )) filter (where t.kind in ('late-success', 'return')), 0)::text as taken_again,
    coalesce(sum((
      select sum(e.amount) from ledger_entries e
      where e.user_id = t.user_id and e.transfer_id = t.id and e.account_id = 'user:' || t.user_id || ':held'
    )), 0)::text as held,
    coalesce(-sum((
      select sum(e.amount) from ledger_entries e
      where e.user_id = t.user_id and e.transfer_id = t.id and e.account_id = 'order:' || t.subject_id || ':escrow'
    )), 0)::text as from_escrow,
    bool_or(exists (select 1 from ledger_accounts a where a.id = 'order:' || t.subject_id || ':escrow'))::text as escrow
  from ledger_transfers t
  where t.kind in ('hold', 'settle', 'release', 'return', 'late-success')
  group by t.subject_id`

const COUNTS = POSTED.map((kind) => `coalesce(p."${kind}", 0)::text as "${kind}"`).join(', ')

/**
 * I5 as far as the ledger alone knows: each order has one hold, or an escrow that received its price, and at most one
 * resolution.
 */
export async function auditPostings(query: Query): Promise<CheckResult[]> {
  const once = startCheck('I5', 'every order has one hold, or its price paid in, and at most one resolution', 'orders')
  const rows = stream(
    query,
    'audit_posted',
    `select p.subject_id, p.users, p.held, p.escrow, ${COUNTS} from (${POSTED_PER_ORDER}) p order by p.subject_id`,
  )
  for await (const row of rows) checkOnce(once, row)
  return [once.result()]
}

/** I5 with the orders themselves, I4 for each user, and no money left in an escrow. */
export async function auditOrders(query: Query): Promise<CheckResult[]> {
  const exact = startCheck('I5', 'every order has exactly the transfers of its state', 'orders')
  const held = startCheck('I4', "every user's held balance is the sum of their open orders", 'users')
  const escrow = startCheck('I4', 'nothing stays in the escrow of an order', 'escrows')
  const people = startCheck('I12', 'every order that people ended was agreed to by two operators', 'orders')
  if (await tableExists(query, 'orders')) {
    await checkStates(query, exact)
    await checkHeld(query, held)
    await checkEscrow(query, escrow)
  } else {
    for (const check of [exact, held, escrow]) check.skip('this database has no orders')
  }
  if (await hasColumn(query, 'orders', 'ended_by_request')) await checkEndedByPeople(query, people)
  else people.skip('this database has none yet')
  return [exact.result(), held.result(), escrow.result(), people.result()]
}

function checkOnce(check: Check, row: Row): void {
  check.examine()
  const subject = row.subject_id ?? '(none)'
  const count = (kind: Posted) => whole(row, kind)
  const resolutions = count('settle') + count('release')
  if (row.subject_id === null) check.problem('a transfer of an order names no order')
  if (row.users !== '1') check.problem(`order ${subject}: posted for ${row.users} users`)
  const holds = row.escrow === 'true' ? 0n : 1n
  if (count('hold') !== holds) check.problem(`order ${subject}: ${count('hold')} holds where ${holds} is due`)
  if (resolutions > 1n) check.problem(`order ${subject}: ${resolutions} resolutions`)
  if (count('return') > count('settle') + count('late-success'))
    check.problem(`order ${subject}: a return without a settlement or a late success`)
  if (count('late-success') > count('release')) check.problem(`order ${subject}: a late success without a release`)
  if (resolutions === 1n && whole(row, 'held') !== 0n) {
    check.problem(`order ${subject}: resolved, and its transfers leave ${row.held} held`)
  }
}

async function checkStates(query: Query, check: Check): Promise<void> {
  // In earlier versions an order never came back after a late success.
  const returnedLate = (await hasColumn(query, 'orders', 'returned_late')) ? 'o.returned_late' : 'false'
  const rows = stream(
    query,
    'audit_orders',
    `select coalesce(o.id, p.subject_id) as id, o.user_id, o.state, o.paid_by, o.total_kobo::text, p.posted_for,
       ${returnedLate}::text as returned_late, coalesce(p.taken_again, '0') as taken_again,
       coalesce(p.held, '0') as held, coalesce(p.from_escrow, '0') as from_escrow, ${COUNTS}
     from orders o full join (${POSTED_PER_ORDER}) p on p.subject_id = o.id order by 1`,
  )
  for await (const row of rows) {
    check.examine()
    if (row.user_id === null) check.problem(`order ${row.id}: has transfers and does not exist`)
    else checkState(check, row)
  }
}

function checkState(check: Check, row: Row): void {
  const state = row.state ?? ''
  const isLate = row.returned_late === 'true'
  const due = isLate && row.paid_by === 'wallet' ? RETURNED_LATE : BY_PAYER[row.paid_by ?? '']?.[state]
  if (due === undefined || (isLate && state !== 'returned')) {
    check.problem(`order ${row.id}: state ${state}, paid by ${row.paid_by}, is not known to this audit`)
    return
  }
  for (const kind of POSTED) {
    const expected = due.includes(kind) ? 1n : 0n
    if (whole(row, kind) !== expected) {
      check.problem(`order ${row.id}: ${state} with ${whole(row, kind)} transfers of kind ${kind}`)
    }
  }
  if (isLate && whole(row, 'taken_again') !== 0n) {
    check.problem(`order ${row.id}: its return differs by ${row.taken_again} from what its late success had taken`)
  }
  if (row.posted_for !== null && row.posted_for !== row.user_id) {
    check.problem(`order ${row.id}: of ${row.user_id}, posted for ${row.posted_for}`)
  }
  const held = due === OPEN ? whole(row, 'total_kobo') : 0n
  if (whole(row, 'held') !== held) {
    check.problem(`order ${row.id}: ${state}, its transfers leave ${row.held} held where ${held} is due`)
  }
  const fromEscrow = row.paid_by === 'transfer' && due.includes('settle') ? whole(row, 'total_kobo') : 0n
  if (whole(row, 'from_escrow') !== fromEscrow) {
    check.problem(`order ${row.id}: ${state}, ${row.from_escrow} taken from its escrow where ${fromEscrow} is due`)
  }
}

async function checkHeld(query: Query, check: Check): Promise<void> {
  const open = Object.keys(FROM_WALLET).filter((state) => FROM_WALLET[state] === OPEN)
  const rows = stream(
    query,
    'audit_held',
    `select coalesce(a.owner, o.user_id) as owner, coalesce(a.balance, 0)::text as balance, coalesce(o.total, 0)::text as total
     from (
       select user_id as owner, sum(balance) as balance from ledger_accounts
       where id = 'user:' || user_id || ':held' group by user_id
     ) a
     full join (
       select user_id, sum(total_kobo) as total from orders
       where state in (${open.map((state) => `'${state}'`).join(', ')}) group by user_id
     ) o on o.user_id = a.owner
     order by 1`,
  )
  for await (const row of rows) {
    check.examine()
    if (row.balance !== row.total) {
      check.problem(`user ${row.owner}: ${row.balance} held, open orders make ${row.total}`)
    }
  }
}

/** Money paid in for a purchase leaves its escrow in the same transaction: as the price, or to the wallet. */
async function checkEscrow(query: Query, check: Check): Promise<void> {
  const rows = stream(
    query,
    'audit_escrow',
    `select a.id, a.user_id, a.balance::text, o.user_id as owner, o.paid_by
     from ledger_accounts a left join orders o on o.id = split_part(a.id, ':', 2)
     where a.id like 'order:%' order by a.id`,
  )
  for await (const row of rows) {
    check.examine()
    if (row.balance !== '0') check.problem(`account ${row.id}: ${row.balance} is left in it`)
    if (row.paid_by !== 'transfer') check.problem(`account ${row.id}: no purchase by bank transfer is there for it`)
    else if (row.owner !== row.user_id)
      check.problem(`account ${row.id}: of ${row.user_id}, the order is ${row.owner}'s`)
  }
}
