import type { DatabaseKind } from '#tests/support/databases.ts'
import type { Run } from './run.ts'

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, each) => sum + each, 0)

/** One line per seed. */
export function lineOf(run: Run): string {
  const { seed, crashes, faults, audits, orders, violations, ms, traceHash } = run
  const parts = [
    `seed ${seed}`,
    `${sumOf(run.operations)} operations`,
    `${sumOf(orders)} orders`,
    `${crashes} crashes`,
    `${sumOf(faults)} faults`,
    `${audits} audits`,
    `${violations.length} violations`,
    `${ms} ms (${run.cpuMs} ms of this process)`,
    `trace ${traceHash.slice(0, 16)}`,
  ]
  return parts.join(' · ')
}

/** All seeds together, as a table. */
export function summaryOf(runs: readonly Run[]): string {
  const total = (pick: (run: Run) => Readonly<Record<string, number>>) => {
    const sums: Record<string, number> = {}
    for (const run of runs) {
      for (const [name, count] of Object.entries(pick(run))) sums[name] = (sums[name] ?? 0) + count
    }
    return Object.entries(sums).sort(([, one], [, other]) => other - one)
  }
  const section = (title: string, counts: readonly (readonly [string, number])[]) =>
    `| ${title} | ${counts.map(([name, count]) => `${name} ${count}`).join(', ')} |`
  const count = (pick: (run: Run) => number) => runs.reduce((sum, run) => sum + pick(run), 0)
  return [
    '| what | how many |',
    '| --- | --- |',
    `| seeds | ${runs.length} |`,
    `| operations | ${count((run) => sumOf(run.operations))} |`,
    section(
      'by kind',
      total((run) => run.operations),
    ),
    section(
      'orders, by last state',
      total((run) => run.orders),
    ),
    `| crashes | ${count((run) => run.crashes)} |`,
    section(
      'faults',
      total((run) => run.faults),
    ),
    `| audits | ${count((run) => run.audits)} |`,
    `| violations | ${count((run) => run.violations.length)} |`,
  ].join('\n')
}

/** The command that runs this seed again. */
export const replayOf = (of: { seed: number; operations: number; database: DatabaseKind }): string =>
  `npm run simulate -- --seed ${of.seed} --ops ${of.operations} --database ${of.database} --trace`
