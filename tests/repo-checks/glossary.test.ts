import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'

const root = path.join(import.meta.dirname, '../..')
const glossary = readFromRoot('docs/reference/glossary.md')

it('leads only to files and folders that are there', () => {
  const places = [...glossary.matchAll(/`((?:contract|server|sandbox|tests|audit|bench)\/[^`]*)`/g)].map(
    ([, place = '']) => place,
  )
  expect(places.length).toBeGreaterThan(40)
  expect(places.filter((place) => fs.globSync(place, { cwd: root }).length === 0)).toEqual([])
})

it('explains each word once, in one sentence or two', () => {
  const rows = [...glossary.matchAll(/^\| (?!word |---)([^|]+) \| ([^|]+) \|/gm)]
  const words = rows.map(([, word = '']) => word)
  expect(words.length).toBeGreaterThan(40)
  expect(words).toEqual([...new Set(words)])
  expect(rows.filter(([, , meaning = '']) => (meaning.match(/\.(?= |$)/g) ?? []).length > 2)).toEqual([])
})
