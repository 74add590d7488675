import { readMigrations } from '#server/platform/db/migrate.ts'
import { MONEY } from '#tests/schema-constraints/money.ts'
import { PEOPLE } from '#tests/schema-constraints/people.ts'
import { TRIGGERS } from '#tests/schema-constraints/triggers.ts'
import type { Mutant } from './mutant.ts'

const NEWEST = `server/migrations/${readMigrations().at(-1)?.id}.sql`
const TESTS = [['tests/schema-constraints/safeguards.test.ts']]

const constraints = Object.entries({ ...PEOPLE, ...MONEY }).flatMap(([table, rules]) =>
  Object.keys(rules).map((name) => ({
    name,
    replace: `do $$ begin alter table ${table} drop constraint ${name} cascade;
      exception when undefined_object then drop index ${name}; end $$;`,
  })),
)
const triggers = Object.entries(TRIGGERS).map(([name, { table }]) => ({
  name,
  replace: `drop trigger ${name} on ${table};`,
}))

/** Every check, key, unique index and trigger of the schema, each gone in turn. */
export const schema: readonly Mutant[] = [...constraints, ...triggers].map(({ name, replace }) => ({
  name: `without ${name}`,
  file: NEWEST,
  find: null,
  replace,
  tests: TESTS,
}))
