import { readMigrations } from '#server/db/migrate.ts'
import { MONEY } from '../safeguards/money.ts'
import { PEOPLE } from '../safeguards/people.ts'
import { TRIGGERS } from '../safeguards/triggers.ts'
import type { Mutant } from './mutant.ts'

const NEWEST = `server/migrations/${readMigrations().at(-1)?.id}.sql`
const TESTS = [['tests/safeguards/safeguards.test.ts']]

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
