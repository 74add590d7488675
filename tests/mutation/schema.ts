import { readMigrations } from '#server/platform/db/migrate.ts'
import { PROOFS } from '#tests/schema-constraints/proofs.ts'
import type { Mutant } from './mutant.ts'

const NEWEST = `server/migrations/${readMigrations().at(-1)?.id}.sql`
const TESTS = [['tests/schema-constraints/safeguards.test.ts']]

const constraints = Object.entries(PROOFS).flatMap(([table, { refuses }]) =>
  Object.keys(refuses).map((name) => ({
    name,
    replace: `do $$ begin alter table ${table} drop constraint ${name} cascade;
      exception when undefined_object then drop index ${name}; end $$;`,
  })),
)
const triggers = Object.entries(PROOFS).flatMap(([table, { triggers: rules = {} }]) =>
  Object.keys(rules).map((name) => ({ name, replace: `drop trigger ${name} on ${table};` })),
)

/** Every check, key, unique index and trigger of the schema, dropped one at a time. */
export const schema: readonly Mutant[] = [...constraints, ...triggers].map(({ name, replace }) => ({
  name: `without ${name}`,
  file: NEWEST,
  find: null,
  replace,
  tests: TESTS,
}))
