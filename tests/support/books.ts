import { expect } from 'vitest'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { audit, type Scope } from '../../audit/audit.ts'
import type { Finding } from '../../audit/checks.ts'
import type { Row } from '../../audit/rows.ts'

/** The findings of the independent audit program inside this transaction. */
export async function auditInside(tx: Transaction, scope: Scope = 'all'): Promise<Finding[]> {
  return await audit((text, params) => tx.query<Row>(text, params), scope)
}

/** The findings of the independent audit program in this database, in one snapshot. Changes nothing. */
export async function auditBooks(database: Database, scope: Scope = 'all'): Promise<Finding[]> {
  return await database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return await auditInside(tx, scope)
  })
}

/**
 * Runs the whole audit and fails with its findings. Call it after every test. `ledger` leaves out orders and deposits,
 * for tests that post about orders which do not exist.
 */
export async function expectBooksToBalance(database: Database, scope: Scope = 'all'): Promise<void> {
  const findings = await auditBooks(database, scope)
  expect(findings.map((each) => `${each.invariant} ${each.detail}`)).toEqual([])
}
