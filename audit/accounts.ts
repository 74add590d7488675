import { chartEntry } from './chart.ts'
import { type Check, type CheckResult, startCheck } from './checks.ts'
import { entryHash } from './hashes.ts'
import { micros, type Query, type Row, stream, text, whole } from './rows.ts'

// The full join keeps an account without entries, and entries without an account.
const ACCOUNTS_WITH_ENTRIES = `
  select coalesce(a.user_id, e.user_id) as owner, coalesce(a.id, e.account_id) as account,
    a.sign_rule::text, a.balance::text, a.entry_count::text, encode(a.last_hash, 'hex') as last_hash,
    a.ordered_from_seq::text, ${micros('a.last_posted_at')} as last_posted, ${micros('e.posted_at')} as posted,
    e.transfer_id, e.leg::text, e.seq::text, e.amount::text, e.balance_after::text, encode(e.hash, 'hex') as hash,
    encode(t.digest, 'hex') as digest
  from ledger_accounts a
  full join (select * from ledger_entries where seq is not null) e on e.user_id = a.user_id and e.account_id = a.id
  left join ledger_transfers t on t.id = e.transfer_id
  order by 1, 2, e.seq, e.transfer_id, e.leg`

type AccountChecks = { balances: Check; signs: Check; chains: Check; times: Check }

/** I2, I3, I8 and I13 for each kept account, entry by entry: balance, sign, numbering, hash chain and order of time. */
export async function auditAccounts(query: Query): Promise<CheckResult[]> {
  const checks: AccountChecks = {
    balances: startCheck('I2', 'every kept balance is the sum of its entries, without a gap', 'accounts'),
    signs: startCheck('I3', 'no balance is or was on the wrong side of zero', 'accounts'),
    chains: startCheck('I8', "every account's hash chain verifies to its end", 'entries'),
    times: startCheck('I13', "no account's time runs backwards", 'entries'),
  }
  await refuseSharedNames(query, checks.balances)
  const rows = stream(query, 'audit_accounts', ACCOUNTS_WITH_ENTRIES)
  let running: Running | null = null
  // Row by row, not account by account: one account may have millions of entries.
  for await (const row of rows) {
    if (running === null || running.row.owner !== row.owner || running.name !== row.account) {
      if (running !== null) finish(checks, running)
      running = start(row)
    }
    if (row.seq !== null) readEntry(checks, running, row)
  }
  if (running !== null) finish(checks, running)
  return [checks.balances, checks.signs, checks.chains, checks.times].map((each) => each.result())
}

/** The account being read: its own row, and its entries so far. */
type Running = {
  readonly name: string
  readonly row: Row
  sum: bigint
  count: bigint
  /** Of the previous entry, as stored: each link is checked alone, so that a finding names the row at fault. */
  balanceAfter: bigint
  hash: string
  /** The latest posting time of all entries so far, microseconds; null before the first. */
  newestPosted: bigint | null
}

function start(row: Row): Running {
  return { name: text(row, 'account'), row, sum: 0n, count: 0n, balanceAfter: 0n, hash: '', newestPosted: null }
}

function readEntry({ balances, signs, chains, times }: AccountChecks, running: Running, row: Row): void {
  chains.examine()
  const entry = `entry ${row.owner}/${row.transfer_id}/${row.leg}`
  const [seq, amount, balanceAfter] = [whole(row, 'seq'), whole(row, 'amount'), whole(row, 'balance_after')]
  running.sum += amount
  running.count++
  if (seq !== running.count)
    balances.problem(`${entry}: number ${seq} in ${running.name}, where ${running.count} is due`)
  if (balanceAfter !== running.balanceAfter + amount) {
    balances.problem(`${entry}: leaves ${balanceAfter} where ${running.balanceAfter} and ${amount} make another sum`)
  }
  const sign = signOf(running.name)
  if (sign !== null && balanceAfter * sign < 0n) signs.problem(`${entry}: leaves ${running.name} at ${balanceAfter}`)
  const hash = entryHash({
    previous: running.hash,
    digest: row.digest ?? '',
    account: running.name,
    leg: whole(row, 'leg'),
    seq,
    amount,
    balanceAfter,
  })
  if (hash !== row.hash) chains.problem(`${entry}: is not what its hash says, or not after the entry before it`)
  running.balanceAfter = balanceAfter
  running.hash = text(row, 'hash')
  readTime(times, running, { entry, seq, posted: row.posted ?? null })
}

function readTime(
  times: Check,
  running: Running,
  { entry, seq, posted }: { entry: string; seq: bigint; posted: string | null },
): void {
  times.examine()
  if (posted === null) {
    times.problem(`${entry}: posted at no instant`)
    return
  }
  const at = BigInt(posted)
  const newest = running.newestPosted
  // Before the ledger assigned its own time, a clock running backwards could date an entry.
  const isOrdered = running.row.ordered_from_seq === null || seq >= whole(running.row, 'ordered_from_seq')
  if (newest !== null && at < newest && isOrdered) {
    times.problem(`${entry}: posted ${newest - at} microseconds before the entry before it in ${running.name}`)
  }
  running.newestPosted = newest === null || at > newest ? at : newest
}

function finish({ balances, signs, chains, times }: AccountChecks, running: Running): void {
  balances.examine()
  signs.examine()
  const { name, row, sum, count } = running
  if (row.balance === null) {
    balances.problem(`account ${name}: has ${count} entries and no balance`)
    return
  }
  const balance = whole(row, 'balance')
  if (balance !== sum) balances.problem(`account ${name}: balance ${balance}, its entries sum to ${sum}`)
  if (balance !== running.balanceAfter) {
    balances.problem(`account ${name}: balance ${balance}, its last entry leaves ${running.balanceAfter}`)
  }
  if (whole(row, 'entry_count') !== count) {
    balances.problem(`account ${name}: counts ${row.entry_count} entries, has ${count}`)
  }
  if (row.last_hash !== running.hash) chains.problem(`account ${name}: its chain does not end where the account says`)
  if ((row.last_posted ?? null) !== (running.newestPosted?.toString() ?? null)) {
    times.problem(`account ${name}: does not say when its newest entry was posted`)
  }
  const sign = signOf(name)
  if (sign === null) signs.problem(`account ${name}: is not a kept account of the chart`)
  else if (balance * sign < 0n) signs.problem(`account ${name}: stands at ${balance}`)
  if (sign !== null && whole(row, 'sign_rule') !== sign) {
    signs.problem(`account ${name}: follows rule ${row.sign_rule}, the chart says ${sign}`)
  }
}

function signOf(account: string): bigint | null {
  const entry = chartEntry(account)
  return entry?.kept === true ? BigInt(entry.sign) : null
}

/** One account is one row: with two owners, one name would hold two balances. */
async function refuseSharedNames(query: Query, check: Check): Promise<void> {
  const rows = await query(
    'select id, count(*)::text as owners from ledger_accounts group by id having count(*) > 1 order by id limit 100',
  )
  for (const row of rows) check.problem(`account ${row.id}: there are ${row.owners} of this name`)
}
