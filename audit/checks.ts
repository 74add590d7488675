export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I8' | 'I9' | 'I10' | 'I12' | 'I13'

/** One thing that is wrong, naming the row at fault. */
export type Finding = { readonly invariant: Invariant; readonly check: string; readonly detail: string }

export type CheckResult = {
  readonly invariant: Invariant
  readonly check: string
  /** How many items were checked, and their noun. */
  readonly examined: bigint
  readonly unit: string
  /** All of them; `findings` holds the first FINDINGS_MAX. */
  readonly problems: number
  readonly findings: readonly Finding[]
  /** Why the check did not apply, or null. */
  readonly skipped: string | null
}

/** Findings kept per check: enough to see what happened, bounded however much is wrong. */
const FINDINGS_MAX = 20

export type Check = {
  examine(count?: bigint): void
  problem(detail: string): void
  skip(reason: string): void
  result(): CheckResult
}

/** Starts one check: counts what it sees and keeps what is wrong. */
export function startCheck(invariant: Invariant, check: string, unit: string): Check {
  const findings: Finding[] = []
  let examined = 0n
  let problems = 0
  let skipped: string | null = null
  return {
    examine(count = 1n) {
      examined += count
    },
    problem(detail) {
      problems++
      if (findings.length < FINDINGS_MAX) findings.push({ invariant, check, detail })
    },
    skip(reason) {
      skipped = reason
    },
    result: () => ({ invariant, check, examined, unit, problems, findings, skipped }),
  }
}
