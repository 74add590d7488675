import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { SCHEMA_DOC, SCHEMA_FILE, schemaDoc, schemaText } from '../../scripts/write-schema.ts'

/** The repository contains the output of `npm run schema`, so that a migration's effect can be reviewed. */

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase('pglite')
})
afterAll(() => fresh.drop())

it('server/schema.sql is what the migrations make: run npm run schema', async () => {
  expect(await schemaText(fresh.database)).toBe(fs.readFileSync(SCHEMA_FILE, 'utf8'))
})

it('docs/reference/schema.md has every table with its columns: run npm run schema', async () => {
  expect(await schemaDoc(fresh.database)).toBe(fs.readFileSync(SCHEMA_DOC, 'utf8'))
})
