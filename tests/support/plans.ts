import type { Database } from '#server/platform/db/database.ts'
import type { Plans } from './rows-read.ts'

/** A step of a plan, as `explain (format json)` has it. */
export type PlanNode = {
  readonly 'Node Type': string
  readonly 'Index Cond'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** How PostgreSQL would run a statement over empty tables that it may not read whole: what is left is what an index can do. */
export async function planOf(
  database: Database,
  of: { plans: Plans; statement: string; params: readonly unknown[] },
): Promise<PlanNode> {
  const plan = await database.transaction(async (tx) => {
    await tx.query(`set local plan_cache_mode = ${of.plans}`)
    await tx.query('set local enable_seqscan = off')
    const [row] = await tx.query<Record<string, [{ Plan: PlanNode }]>>(
      `explain (format json) ${of.statement}`,
      of.params,
    )
    return Object.values(row ?? {})[0]?.[0].Plan
  })
  if (plan === undefined) throw new Error('no plan')
  return plan
}

/** Whether some step goes to where an index says. */
export function usesIndex(node: PlanNode): boolean {
  return node['Index Cond'] !== undefined || (node.Plans ?? []).some(usesIndex)
}

/** The steps that read a whole table or a whole index. One row of the beginning of an index, under a limit, is no such step. */
export function wholeScansIn(node: PlanNode, parent: PlanNode | null = null): string[] {
  const isScan = node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan'
  const isBounded = node['Index Cond'] !== undefined || parent?.['Node Type'] === 'Limit'
  const isWhole = isScan && node['Node Type'] !== 'Bitmap Heap Scan' && (node['Node Type'] === 'Seq Scan' || !isBounded)
  return [
    ...(isWhole ? [`${node['Node Type']} of ${node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap((plan) => wholeScansIn(plan, node)),
  ]
}
