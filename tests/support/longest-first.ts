import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './durations.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** The order of test files: the longest first, because one that begins last would keep one worker busy alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const seconds = ({ moduleId }: TestSpecification) =>
      secondsOf(path.relative(root, moduleId).replaceAll(path.sep, '/'))
    return usual.toSorted((a, b) => seconds(b) - seconds(a))
  }
}
