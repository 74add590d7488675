import fs from 'node:fs'
import path from 'node:path'
import { CLOCK_FIXES } from '#server/controls/clock/times-ahead.ts'
import { PURGED_TABLES } from '#server/privacy/purge-expired.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { sourcesOfTheProgram } from './sql-texts.ts'

const cutBy = (verb: 'delete' | 'update') =>
  CLOCK_FIXES.filter(({ statement }) => statement.startsWith(verb)).map(({ table }) => table)

/** The tables whose rows are deleted or changed when an account is closed. */
const onClosing = (verb: 'delete' | 'update') =>
  EVERY_TABLE.filter((table) => {
    if (table.owner !== 'user_id') return false
    if (table.onClosing === 'removed') return verb === 'delete'
    return (verb === 'delete' ? table.onClosing.if : table.onClosing.nameReplaced) !== undefined
  }).map(({ name }) => name)

const server = path.join(import.meta.dirname, '..', '..', 'server')

/** Statements that take their table from a list. */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'delete privacy/remove-personal-rows.ts': onClosing('delete'),
  'update privacy/remove-personal-rows.ts': onClosing('update'),
  'delete identity/recovery/carry-out-recovery.ts': EVERY_TABLE.filter(
    (table) => table.owner !== null && table.onRecovery === 'removed',
  ).map(({ name }) => name),
  'delete privacy/purge-expired.ts': PURGED_TABLES,
  'delete controls/clock/times-ahead.ts': cutBy('delete'),
  'update controls/clock/times-ahead.ts': cutBy('update'),
  'update platform/crypto/secret-change.ts': EVERY_TABLE.filter(({ keys }) => keys?.olderThanKeyNames).map(
    ({ name }) => name,
  ),
}

/** `update orders`, for every statement of the running program, including `for update` and similar locks. */
export function statementsOfTheProgram(): Set<string> {
  const found = sourcesOfTheProgram().flatMap(({ file, source }) => statementsIn(file, source))
  const posting = ['0003_ledger_post', '0004_ledger_post_together'].map((name) =>
    fs.readFileSync(path.join(server, `migrations/${name}.sql`), 'utf8'),
  )
  return new Set([...found, ...posting.flatMap((sql) => statementsIn('ledger_post', `\`${sql}\``))])
}

function statementsIn(file: string, text: string): string[] {
  const simple = [
    ...text.matchAll(
      /\b(insert into|delete from|update) (?!set\b)(\w+|\$\{[\w.]+\})(?<=into \w+|from \S+|(?= (?:\w+ )?set\b))/g,
    ),
  ]
  return [
    ...simple.flatMap(([, verb = '', table = '']) => {
      const kind = verb.split(' ')[0] ?? ''
      return table.startsWith('$') ? named(kind, file) : [`${kind} ${table}`]
    }),
    ...textsOf(text).flatMap((sql) => [...upserted(sql), ...locked(sql)]),
  ]
}

function named(kind: string, file: string): string[] {
  const tables = NAMED_ELSEWHERE[`${kind} ${file}`]
  if (tables === undefined) throw new Error(`${file}: which tables does its ${kind} name?`)
  return tables.map((table) => `${kind} ${table}`)
}

/** Quoted texts, each with one or more statements. */
function textsOf(text: string): string[] {
  return [...text.matchAll(/`(?:[^`\\]|\\.)*`|'[^'\n]*'|"[^"\n]*"/g)].map(([each]) => each)
}

function upserted(sql: string): string[] {
  return [...sql.matchAll(/insert into (\w+)[^;]*?on conflict[^;]*?do update/g)].map(([, table]) => `update ${table}`)
}

/** `select … from orders where … for update`: PostgreSQL requires the update privilege. */
function locked(sql: string): string[] {
  return [
    ...sql.matchAll(
      /\bfrom (?!unnest\b)(\w+)(?:(?!\bfrom \w)[^;])*?\bfor (?:no key )?(?:update|share)\b(?: of (\w+))?/g,
    ),
  ].map(([, table]) => `update ${table}`)
}
