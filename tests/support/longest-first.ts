import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose tests take minutes, the longest first. Begun last, one of them would keep one worker busy for long alone. */
const LONG = ['tests/simulation/', 'tests/crash/', 'server/commands/', 'server/payments/kinds/purchase/']

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
