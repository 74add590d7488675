import { auditAccounts } from './accounts.ts'
import { auditAgreements } from './agreements.ts'
import { auditAttempts } from './attempts.ts'
import type { CheckResult, Finding } from './checks.ts'
import { auditDeposits } from './deposits.ts'
import { auditEarnings } from './earnings.ts'
import { auditGuards } from './guards.ts'
import { auditHouse } from './house.ts'
import { auditOperators } from './operators.ts'
import { auditOrders, auditPostings } from './orders.ts'
import { auditPurchases } from './purchases.ts'
import type { Query } from './rows.ts'
import { auditSms } from './sms.ts'
import { auditTransfers } from './transfers.ts'

/** `ledger`: the books alone. `all`: also that orders and deposits agree with them. */
export type Scope = 'all' | 'ledger'

export type Report = {
  readonly results: readonly CheckResult[]
  readonly transfers: bigint
  readonly entries: bigint
  readonly problems: number
}

const BESIDE_THE_LEDGER = [
  auditOrders,
  auditDeposits,
  auditPurchases,
  auditEarnings,
  auditAttempts,
  auditSms,
  auditOperators,
  auditAgreements,
] as const

/**
 * Derives every invariant of the books again and reports what does not hold. Reads only.
 *
 * `query` must run all statements in one transaction: repeatable read on a database that others write to.
 *
 * @throws when the database cannot be read: never reports "clean" for something it did not read
 */
export async function runAudit(query: Query, scope: Scope = 'all'): Promise<Report> {
  // The cursors are read to their end: plan for all rows, not for the first ones.
  await query('set local cursor_tuple_fraction = 1')
  const audits = [auditAccounts, auditHouse, auditPostings, auditGuards, ...(scope === 'all' ? BESIDE_THE_LEDGER : [])]
  // All at once: the database receives the next statement while this process still handles an earlier one.
  const [transfers, ...others] = await Promise.all([auditTransfers(query), ...audits.map((each) => each(query))])
  const results = [...transfers.results, ...others.flat()]
  results.sort((one, other) => one.invariant.localeCompare(other.invariant, 'en', { numeric: true }))
  const problems = results.reduce((sum, each) => sum + each.problems, 0)
  return { results, transfers: transfers.transfers, entries: transfers.entries, problems }
}

/** Like runAudit, but returns only the findings: an empty list means the books are clean. */
export async function audit(query: Query, scope: Scope = 'all'): Promise<Finding[]> {
  return (await runAudit(query, scope)).results.flatMap((each) => each.findings)
}
