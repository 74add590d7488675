import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files and folders whose tests take long, the longest first. Begun last, one of them would keep one worker busy for long alone. */
const LONG = [
  'tests/crash/',
  'tests/simulation/',
  'tests/concurrency/two-nodes',
  'server/payments/kinds/withdrawal/',
  'server/payments/kinds/purchase/',
  'server/deposits/funding',
  'server/commands/',
  'tests/attacks/text-from-outside',
  'server/platform/backups/',
  'server/payments/orders/limits',
  'server/payments/bills/changed-plans',
  'tests/repo-checks/',
  'tests/concurrency/',
  'server/payments/bpc/',
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
