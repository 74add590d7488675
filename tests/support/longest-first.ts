import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './durations.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** Orders test files longest first: a long one started last would keep a single worker busy. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const seconds = ({ moduleId }: TestSpecification) =>
      secondsOf(path.relative(root, moduleId).replaceAll(path.sep, '/'))
    return usual.toSorted((a, b) => seconds(b) - seconds(a))
  }
}
