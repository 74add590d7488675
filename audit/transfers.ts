import { chartEntry, HOUSE_OWNER, PRACTICE_MONEY, rowOwner } from './chart.ts'
import { type Check, type CheckResult, startCheck } from './checks.ts'
import { type HashedMovement, inputHash, instant, transferDigest } from './hashes.ts'
import { groups, micros, type Query, type Row, stream, text, whole } from './rows.ts'

const AMOUNT_MAX_KOBO = 1_000_000_000_000n
const MOVEMENTS_MAX = 32

// The full join keeps both sides: a transfer without entries and an entry without a transfer are findings.
const TRANSFERS_WITH_ENTRIES = `
  select coalesce(t.id, e.transfer_id) as id, t.user_id, t.kind, t.key, t.subject_id,
    encode(t.input_hash, 'hex') as input_hash, encode(t.digest, 'hex') as digest, ${micros('t.posted_at')} as posted,
    e.user_id as entry_user, e.leg::text, e.account_id, e.amount::text, ${micros('e.posted_at')} as entry_posted,
    (e.seq is not null)::text as kept
  from ledger_transfers t full join ledger_entries e on e.transfer_id = t.id
  order by 1, t.user_id, e.leg, e.user_id`

export type TransfersAudit = { readonly results: CheckResult[]; readonly transfers: bigint; readonly entries: bigint }

/** I1, I8 and I9 for each transfer: its movements are complete, balanced and in the chart, and match its digest. */
export async function auditTransfers(query: Query): Promise<TransfersAudit> {
  const balanced = startCheck('I1', 'every transfer sums to zero, in complete movements', 'transfers')
  const digested = startCheck('I8', 'every transfer is what its digest says', 'transfers')
  const amounts = startCheck('I9', 'amounts are 1 to 1,000,000,000,000 kobo', 'entries')
  const charted = startCheck('I9', 'every account is in the chart, every entry lies with its owner', 'entries')
  const live = await isLive(query)
  let before = ''

  const rows = stream(query, 'audit_transfers', TRANSFERS_WITH_ENTRIES)
  for await (const group of groups(rows, (row) => `${row.id}\n${row.user_id}`)) {
    const [first] = group
    if (first === undefined) continue
    const id = text(first, 'id')
    if (id === before) digested.problem(`transfer ${id}: a second transfer has the same id`)
    before = id
    const legs = group.filter((row) => row.leg !== null)
    for (const leg of legs) {
      checkAmount(amounts, leg)
      checkPlace(charted, leg, live)
    }
    if (first.user_id === null) {
      for (const leg of legs) balanced.problem(`entry ${name(leg)}: there is no such transfer`)
      continue
    }
    balanced.examine()
    const movements = readMovements(balanced, id, legs)
    checkDigest(digested, first, legs, movements)
  }
  const results = [balanced, digested, amounts, charted].map((each) => each.result())
  return { results, transfers: results[0]?.examined ?? 0n, entries: results[2]?.examined ?? 0n }
}

async function isLive(query: Query): Promise<boolean> {
  const [row] = await query('select mode from installation')
  return row?.mode === 'live'
}

function checkAmount(check: Check, leg: Row): void {
  check.examine()
  const amount = whole(leg, 'amount')
  const size = amount < 0n ? -amount : amount
  if (size < 1n || size > AMOUNT_MAX_KOBO) check.problem(`entry ${name(leg)}: amount ${amount} is out of range`)
}

function checkPlace(check: Check, leg: Row, live: boolean): void {
  check.examine()
  const account = text(leg, 'account_id')
  const entry = chartEntry(account)
  if (entry === null || (live && account === PRACTICE_MONEY)) {
    check.problem(`entry ${name(leg)}: account ${account} is not in the chart`)
    return
  }
  if (entry.kept !== (leg.kept === 'true')) {
    check.problem(
      `entry ${name(leg)}: ${account} is ${entry.kept ? 'kept, without' : 'a house account, with'} a number`,
    )
  }
  const owner = rowOwner(account, leg.user_id ?? HOUSE_OWNER)
  if (leg.user_id !== null && leg.entry_user !== owner) {
    check.problem(`entry ${name(leg)}: lies with ${leg.entry_user}, belongs to ${owner}`)
  }
}

/** The movements behind the legs, or null if the legs are not complete pairs. */
function readMovements(check: Check, id: string, legs: readonly Row[]): HashedMovement[] | null {
  const sum = legs.reduce((total, leg) => total + whole(leg, 'amount'), 0n)
  if (sum !== 0n) check.problem(`transfer ${id}: its entries sum to ${sum}`)
  if (legs.length === 0 || legs.length % 2 === 1 || legs.length > 2 * MOVEMENTS_MAX) {
    check.problem(`transfer ${id}: has ${legs.length} entries`)
    return null
  }
  const misnumbered = legs.findIndex((leg, index) => whole(leg, 'leg') !== BigInt(index))
  if (misnumbered >= 0) {
    check.problem(`transfer ${id}: leg ${misnumbered} is missing or there twice`)
    return null
  }
  const movements: HashedMovement[] = []
  for (let index = 0; index < legs.length; index += 2) {
    const [from, to] = [legs[index], legs[index + 1]]
    if (from === undefined || to === undefined) continue
    const amount = whole(to, 'amount')
    if (amount <= 0n || whole(from, 'amount') !== -amount || from.account_id === to.account_id) {
      check.problem(`transfer ${id}: legs ${index} and ${index + 1} are not one movement`)
      return null
    }
    movements.push({ from: text(from, 'account_id'), to: text(to, 'account_id'), amount })
  }
  return movements
}

function checkDigest(check: Check, transfer: Row, legs: readonly Row[], movements: HashedMovement[] | null): void {
  check.examine()
  const id = text(transfer, 'id')
  const postedAt = instant(transfer.posted === null ? null : whole(transfer, 'posted'))
  for (const leg of legs) {
    if (leg.entry_posted !== transfer.posted) check.problem(`entry ${name(leg)}: not posted when its transfer was`)
  }
  if (postedAt === null) check.problem(`transfer ${id}: posted at no instant of the calendar`)
  // Incomplete legs are a finding of their own; without movements there is nothing to hash.
  if (movements === null || postedAt === null) return
  const input = inputHash(text(transfer, 'kind'), transfer.subject_id ?? null, movements)
  if (input !== transfer.input_hash) {
    check.problem(`transfer ${id}: kind, subject or movements are not those of its input hash`)
  }
  const key = text(transfer, 'key')
  const digest = transferDigest({ user: text(transfer, 'user_id'), id, key, postedAt, inputHash: input })
  if (digest !== transfer.digest) {
    check.problem(`transfer ${id}: user, key, time or content are not those of its digest`)
  }
}

function name(leg: Row): string {
  return `${leg.entry_user}/${leg.id}/${leg.leg}`
}
