import type { Database } from '#server/platform/db/database.ts'
import type { Plans } from './rows-read.ts'

export type PlanNode = {
  'Node Type': string
  'Index Cond'?: string
  'Relation Name'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** PostgreSQL's plan for a statement, provided that an index can find its rows. */
export async function planOf(
  database: Database,
  of: { statement: string; params: readonly unknown[]; plans: Plans },
): Promise<PlanNode> {
  const plan = await database.transaction(async (tx) => {
    await tx.query(`set local plan_cache_mode = ${of.plans}`)
    // The tables are empty, so the planner would scan them: this makes it use an index if one fits.
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

/**
 * The tables that a plan scans, empty if an index finds every row. Looking up a provider's first index entry reads one
 * row and does not count.
 */
export function wholeReads(plan: PlanNode): string[] {
  if (!nodesOf(plan).some((node) => node['Index Cond'] !== undefined)) return ['no index at all']
  return unbounded(plan, null)
}

/** The tables whose rows a plan reads through an index and then partly discards. */
export function filtered(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name']
    return table !== undefined && node.Filter !== undefined ? [table] : []
  })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const isBounded = (node: PlanNode, parent: PlanNode | null) =>
  node['Index Cond'] !== undefined || parent?.['Node Type'] === 'Limit'

function unbounded(node: PlanNode, parent: PlanNode | null): string[] {
  const isScan = node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan'
  const isWhole =
    isScan && node['Node Type'] !== 'Bitmap Heap Scan' && (node['Node Type'] === 'Seq Scan' || !isBounded(node, parent))
  return [
    ...(isWhole ? [`${node['Node Type']} of ${node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap((plan) => unbounded(plan, node)),
  ]
}
