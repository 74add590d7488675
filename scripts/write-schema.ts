import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { type Migration, migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { openPgliteInMemory } from '#server/platform/db/pglite.ts'
import { helpFor } from './lib/help.js'

/** The schema after all migrations, as text: `npm run schema` writes it, and a test compares it. */

const root = path.join(import.meta.dirname, '..')
export const SCHEMA_FILE = path.join(root, 'server', 'schema.sql')
export const SCHEMA_DOC = path.join(root, 'docs', 'reference', 'schema.md')

type Column = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly preset: string | null
}
type Table = {
  readonly name: string
  readonly options: string | null
  readonly columns: readonly Column[]
  /** Named, as in a table definition. */
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
  /** The tables it references. */
  readonly refersTo: readonly string[]
}

const TABLES = `
  select c.relname as name, array_to_string(c.reloptions, ', ') as options,
    (select json_agg(json_build_object('name', a.attname, 'type', replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'), 'required', a.attnotnull,
       'preset', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg('CONSTRAINT ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
       order by position(k.contype::text in 'pufc'), k.conname collate "C"), '[]')
     from pg_constraint k where k.conrelid = c.oid and k.contype::text in ('p', 'u', 'f', 'c')) as constraints,
    (select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by x.relname collate "C"), '[]')
     from pg_index i join pg_class x on x.oid = i.indexrelid
     where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
    ) as indexes,
    (select coalesce(json_agg(pg_get_triggerdef(t.oid) order by t.tgname collate "C"), '[]')
     from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(distinct k.confrelid::regclass::text), '[]')
     from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "refersTo"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  order by c.relname collate "C"`

const FUNCTIONS = `
  select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace
  order by proname collate "C"`

/** Every table and function of the schema, by name. */
export async function schemaText(database: Database): Promise<string> {
  const functions = await database.query<{ text: string }>(FUNCTIONS)
  const parts = [
    '-- Made from server/migrations by npm run schema: what all of them together make. Nothing runs it.',
    ...(await readTables(database)).map(textOf),
    ...functions.map(({ text }) => `${text.trim().replace('CREATE OR REPLACE FUNCTION public.', 'CREATE FUNCTION ')};`),
  ]
  return `${parts.join('\n\n')}\n`
}

async function readTables(database: Database): Promise<Table[]> {
  return await database.query<Table>(TABLES)
}

function textOf({ name, options, columns, constraints, indexes, triggers }: Table): string {
  const lines = [...columns.map(columnText), ...constraints].map((line) => `  ${line}`)
  return [
    `CREATE TABLE ${name} (\n${lines.join(',\n')}\n)${options === null ? '' : ` WITH (${options})`};`,
    ...[...indexes, ...triggers].map((each) => `${each.replaceAll('public.', '')};`),
  ].join('\n')
}

function columnText({ name, type, required, preset }: Column): string {
  return [name, type, ...(required ? ['NOT NULL'] : []), ...(preset === null ? [] : [`DEFAULT ${preset}`])].join(' ')
}

/** What the migrations say about a table: the sentence above it, and those above its columns. */
type Words = { readonly subject: string; readonly table: string; readonly columns: ReadonlyMap<string, string> }

/** The description of each table, by its name. Its subject is the file that created it. */
function wordsOf(migrations: readonly Migration[]): Map<string, Words> {
  const words = new Map<string, Words>()
  for (const { id, sql } of migrations)
    for (const [, above = '', name = '', body = ''] of sql.matchAll(
      /((?:^--.*\n)*)^create table (\w+) \(\n([\s\S]*?)^\)/gm,
    ))
      words.set(name, { subject: id, table: sentence(above), columns: columnWords(body) })
  return words
}

function columnWords(body: string): Map<string, string> {
  const columns = body.matchAll(/((?:^ {2}--.*\n)+)^ {2}(?!constraint|primary|unique|foreign|check)(\w+)/gm)
  return new Map([...columns].map(([, above = '', name = '']) => [name, sentence(above)]))
}

const sentence = (comment: string) => comment.replaceAll(/^ *--/gm, '').replaceAll(/\s+/g, ' ').trim()

/** docs/reference/schema.md. */
export async function schemaDoc(database: Database): Promise<string> {
  const [tables, migrations] = [await readTables(database), readMigrations()]
  const words = wordsOf(migrations)
  const subjects = [...new Set([...words.values()].map(({ subject }) => subject))]
  return `${[
    '# Tables',
    '',
    '<!-- Made from server/migrations by npm run schema. -->',
    '',
    'Every table, by the migration that made it. [server/schema.sql](../../server/schema.sql) has the same with constraints,',
    'indexes, triggers and functions; `server/tables/` says of each who may change it, how long a row stays, and what a',
    "person's export holds of it. Amounts are kobo. An arrow leads to the table that a row refers to.",
    ...subjects.flatMap((subject) => {
      const made = tables.filter(({ name }) => words.get(name)?.subject === subject)
      return ['', `## ${titleOf(subject)}`, '', ...drawing(made), ...made.flatMap((table) => listing(table, words))]
    }),
  ].join('\n')}\n`
}

const titleOf = (subject: string) => {
  const name = subject.replace(/^\d+_/, '').replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A diagram of one subject's tables and the tables they reference. */
function drawing(tables: readonly Table[]): string[] {
  const arrows = tables.flatMap(({ name, refersTo }) => refersTo.map((other) => `  ${other} ||--o{ ${name} : ""`))
  if (arrows.length === 0) return []
  return ['```mermaid', 'erDiagram', ...arrows, '```', '']
}

function listing({ name, columns }: Table, words: ReadonlyMap<string, Words>): string[] {
  const said = words.get(name)
  return [
    `### ${name}`,
    '',
    ...(said === undefined || said.table === '' ? [] : [said.table, '']),
    '| column | type | meaning |',
    '| --- | --- | --- |',
    ...columns.map((column) => {
      const { name: of, type, required } = column
      const about = (said?.columns.get(of) ?? '').replaceAll('|', '\\|')
      return `| \`${of}\` | ${type}${required ? '' : ', may be null'} | ${about} |`
    }),
    '',
  ]
}

if (process.argv[1] === import.meta.filename) {
  helpFor(`npm run schema: writes the schema that all migrations produce.

server/schema.sql shows each table and function in its current form; docs/reference/schema.md draws the tables by subject.`)
  const database = await openPgliteInMemory()
  await migrate(database)
  fs.writeFileSync(SCHEMA_FILE, await schemaText(database))
  fs.writeFileSync(SCHEMA_DOC, await schemaDoc(database))
  await database.close()
}
