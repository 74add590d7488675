import fs from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { AREAS } from './areas.ts'
import { here } from './copy.ts'
import { mutate } from './mutant.ts'

/** `npm run mutate` runs them; this only checks that each still applies and parses, so that the list cannot rot. */
const all = Object.entries(AREAS).flatMap(([area, mutants]) => mutants.map((mutant) => ({ area, ...mutant })))

it.each(Object.keys(AREAS))('every mutant of %s changes its file in one place and can still be read', (area) => {
  for (const mutant of AREAS[area] ?? []) {
    const changed = mutate(here, mutant)
    expect(changed).not.toBe(here.read(mutant.file))
    if (mutant.file.endsWith('.ts')) expect(() => stripTypeScriptTypes(changed), mutant.name).not.toThrow()
  }
})

it('every mutant has a name of its own and tests that exist', () => {
  const names = all.map(({ area, file, name }) => `${area} ${file} ${name}`)
  expect(names.length).toBe(new Set(names).size)
  const tests = [...new Set(all.flatMap((mutant) => mutant.tests.flat()))]
  expect(tests.filter((each) => !fs.existsSync(path.join(here.root, each)))).toEqual([])
})
