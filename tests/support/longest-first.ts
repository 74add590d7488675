import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files and folders whose tests take long, the longest first: one that begins last would keep one worker busy alone. */
const LONG = [
  'tests/crash/grid',
  'tests/crash/wrong-clock',
  'tests/attacks/console-matrix',
  'tests/crash/',
  'tests/concurrency/two-nodes',
  'server/payments/kinds/',
  'tests/repo-checks/start',
  'server/controls/restore/restored',
  'server/commands/',
  'tests/simulation/',
  'tests/attacks/',
  'server/payments/bpc/',
  'server/controls/reconciliation/',
  'tests/repo-checks/',
  'tests/concurrency/',
  'server/payments/',
  'server/deposits/',
]

/** The order of test files: the long ones, then as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((folder) => moduleId.includes(`/${folder}`))
      return at < 0 ? LONG.length : at
    }
    return usual.toSorted((a, b) => rank(a) - rank(b))
  }
}
