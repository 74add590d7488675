import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { ageDays, lockedPackages, publishedAt, tooYoung } from '../../scripts/lib/package-ages.ts'

/** The parts of `npm run packages` that need no registry. */

const NOW = new Date('2026-11-22T12:00:00Z')
const one = (at: string | null) => ({ name: 'left-pad', version: '1.0.0', at: at === null ? null : new Date(at) })

it.each([
  ['2026-11-15T12:00:00.000Z', 7, true],
  ['2026-11-15T12:00:00.001Z', 6, false],
  ['2026-11-22T11:59:59.999Z', 0, false],
  ['2026-11-23T12:00:00.000Z', -1, false],
  ['2020-01-01T00:00:00.000Z', 2517, true],
  [null, null, false],
])('a version published at %s is %s days old; it has waited long enough: %s', (at, days, waited) => {
  expect(ageDays(one(at), NOW)).toBe(days)
  expect(tooYoung([one(at)], NOW)).toEqual(waited ? [] : [one(at)])
})

it("reads a version's time from what a registry says, and nothing from what is no answer", () => {
  const answer = '{"created": "2020-01-01T00:00:00Z", "1.0.0": "2026-11-15T12:00:00.400000+00:00"}'
  expect(publishedAt(answer, '1.0.0')).toEqual(new Date('2026-11-15T12:00:00.400Z'))
  for (const other of ['', 'null', '{}', '{"1.0.0": 7, "2.0.0": "soon"}'])
    expect(publishedAt(other, '2.0.0')).toBeNull()
})

it('asks about the direct packages, or about all of them once', () => {
  const lock = {
    packages: {
      '': { dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' }, optionalDependencies: { c: '1.0.0' } },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/b/node_modules/@x/d': { version: '4.0.0' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/@x/d': { version: '4.0.0' },
    },
  }
  const names = (all: boolean) => lockedPackages(lock, { all }).map(({ name, version }) => `${name}@${version}`)
  expect(names(false)).toEqual(['a@1.0.0', 'b@1.0.0', 'c@1.0.0'])
  expect(names(true)).toEqual(['@x/d@4.0.0', 'a@1.0.0', 'b@1.0.0', 'b@2.0.0', 'c@1.0.0'])
})

it('names no registry of its own: npm knows which one is used', () => {
  expect(readFromRoot('scripts/check-packages.ts')).not.toMatch(/https?:|registry\./)
})
