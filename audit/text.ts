import type { Report } from './audit.ts'
import type { CheckResult } from './checks.ts'

/** The report as lines: one per check, its findings below it, and the verdict last. */
export function reportLines({ results, transfers, entries, problems }: Report): string[] {
  const width = Math.max(...results.map((each) => each.check.length))
  const verdict =
    problems === 0
      ? `audit: clean, ${grouped(transfers)} transfers, ${grouped(entries)} entries`
      : `audit: ${grouped(problems)} ${problems === 1 ? 'problem' : 'problems'}`
  return [...results.flatMap((each) => checkLines(each, width)), verdict]
}

function checkLines(result: CheckResult, width: number): string[] {
  const { invariant, check, examined, unit, problems, findings, skipped } = result
  const outcome = problems === 0 ? (skipped === null ? 'ok' : `not applied: ${skipped}`) : `${grouped(problems)} WRONG`
  const lines = [`${invariant}  ${check.padEnd(width)}  ${`${grouped(examined)} ${unit}`.padEnd(20)}  ${outcome}`]
  lines.push(...findings.map((each) => `      ${each.detail}`))
  if (problems > findings.length) lines.push(`      … and ${grouped(problems - findings.length)} more`)
  return lines
}

function grouped(count: bigint | number): string {
  return count.toLocaleString('en')
}
