import type { Database, Transaction } from '#server/platform/db/database.ts'

/** How PostgreSQL plans: for each statement's values, or once for all values, as for a driver's prepared statements. */
export const PLANS = ['force_custom_plan', 'force_generic_plan'] as const
export type Plans = (typeof PLANS)[number]

/**
 * Does something in a PostgreSQL transaction, and returns how many rows of a table were read for it, by index or by
 * scan, including rows that a condition filtered out.
 */
export async function rowsRead<Answer>(
  database: Database,
  of: { plans: Plans; table: string },
  work: (tx: Transaction) => Promise<Answer>,
): Promise<{ answer: Answer; rows: number }> {
  return await database.transaction(async (tx) => {
    await tx.query(`set local plan_cache_mode = ${of.plans}`)
    const before = await readSoFar(tx, of.table)
    const answer = await work(tx)
    return { answer, rows: (await readSoFar(tx, of.table)) - before }
  })
}

type PlanNode = {
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/**
 * Reads something in a PostgreSQL transaction, planned for its values, and returns how much its statements looked at:
 * page accesses plus rows that a condition filtered out.
 */
export async function lookedAt(database: Database, read: (tx: Transaction) => Promise<unknown>): Promise<number> {
  return await database.transaction(async (tx) => {
    let sum = 0
    await read({
      ...tx,
      async query<Row>(text: string, params: readonly unknown[] = []) {
        const [row] = await tx.query<Record<string, [{ Plan: PlanNode }]>>(
          `explain (analyze, buffers, format json) ${text}`,
          params,
        )
        for (const [{ Plan: plan }] of Object.values(row ?? {})) {
          sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + leftOut(plan)
        }
        return await tx.query<Row>(text, params)
      },
    })
    return sum
  })
}

const leftOut = (node: PlanNode): number =>
  (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + leftOut(plan), 0)

async function readSoFar(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
     where relname = $1`,
    [table],
  )
  return row?.rows ?? 0
}
