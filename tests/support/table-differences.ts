import type { Sql } from '#server/platform/db/database.ts'
import type { Table, Tables } from '#server/tables/table.ts'

type Column = { readonly name: string; readonly type: string }
/** A table as it is in the database. */
type Found = {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of each unique index. */
  readonly unique: readonly (readonly string[])[]
  readonly refersTo: readonly string[]
}

/** Each disagreement between descriptors and schema, in a sentence that says what to write. */
export async function differencesOf(sql: Sql, tables: Tables): Promise<string[]> {
  const found = await readSchema(sql)
  const unknown = Object.keys(tables).filter((name) => !found.some((each) => each.name === name))
  return [
    ...unknown.map((name) => `server/tables/ describes ${name}, which the schema does not have: remove it`),
    ...found.flatMap((table) => {
      const descriptor = tables[table.name]
      if (descriptor === undefined)
        return [`the table ${table.name} has no descriptor: add it to the file of its domain in server/tables/`]
      return [
        ...ownerOf(table, descriptor),
        ...exportOf(table, descriptor),
        ...closingOf(table, descriptor),
        ...timesOf(table, descriptor),
        ...keysOf(table, descriptor),
        ...orderOf(table, Object.keys(tables)),
      ]
    }),
  ]
}

async function readSchema(sql: Sql): Promise<Found[]> {
  return await sql.query<Found>(
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', y.typname) order by a.attnum)
        from pg_attribute a join pg_type y on y.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select coalesce(json_agg((select json_agg(a.attname) from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any(i.indkey))), '[]')
        from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null) as unique,
       (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname collate "C"`,
  )
}

function ownerOf({ name, columns }: Found, { owner }: Table): string[] {
  const hasOwner = columns.some((each) => each.name === 'user_id')
  if (hasOwner && owner !== 'user_id')
    return [`${name} has rows of users: its owner is user_id, and it says what the export holds and what closing does`]
  if (!hasOwner && owner === 'user_id') return [`${name} has no column user_id: its owner is null`]
  return []
}

function exportOf({ name, columns, unique }: Found, table: Table): string[] {
  if (table.owner === null || 'nothing' in table.exported) return []
  const { orderedBy, columns: exported, leftOut } = table.exported
  const outside = [...Object.keys(leftOut), ...(table.owner === 'user_id' ? ['user_id'] : [])]
  const key = new Set([table.owner, ...orderedBy])
  return [
    ...columns.flatMap((column) => {
      const times = [...exported, ...outside].filter((each) => each === column.name).length
      if (times === 1) return []
      return times === 0
        ? [`${name}.${column.name} is not in exported.columns: add it, or say in exported.leftOut why not`]
        : [`${name}.${column.name} is exported or left out twice: say it once`]
    }),
    ...missing(name, 'exported', columns, [...exported, ...outside, ...orderedBy]),
    ...(unique.some((index) => index.every((each) => key.has(each)))
      ? []
      : [`exported.orderedBy of ${name} has to tell one person's rows apart: name the columns of a unique index`]),
  ]
}

function closingOf({ name, columns }: Found, table: Table): string[] {
  if (table.owner === null || table.onClosing === 'removed') return []
  const { nameReplaced } = table.onClosing
  return missing(name, 'onClosing', columns, nameReplaced === undefined ? [] : [nameReplaced])
}

const TIMES = /^_?(?:timestamptz|timestamp|timetz|time|date)$/

function timesOf({ name, columns }: Found, { times = {} }: Table): string[] {
  const there = columns.filter(({ type }) => TIMES.test(type))
  return [
    ...there
      .filter((column) => !(column.name in times))
      .map(
        (column) =>
          `${name}.${column.name} is not in times: say whose clock writes it, and what happens to a time that lies ahead`,
      ),
    ...missing(name, 'times', there, Object.keys(times)),
  ]
}

function keysOf({ name, columns }: Found, { keys }: Table): string[] {
  const names = columns.map((column) => column.name)
  const boxes = names.filter((each) => /(?:^|_)box$/.test(each))
  const sealed = keys?.kind === 'box' ? keys.columns : []
  const isNamed = keys !== undefined && keys.kind !== 'password'
  return [
    ...boxes
      .filter((each) => !sealed.includes(each))
      .map((each) => `${name}.${each} is not in keys: name it in keys.columns of kind box, so that it is re-encrypted`),
    ...(names.includes('key_id') === isNamed
      ? []
      : [`key_id and keys of ${name} go together: the column names the keys that keys.columns are made with`]),
    ...missing(name, 'keys', columns, keys?.columns ?? []),
  ]
}

function orderOf({ name, refersTo }: Found, order: readonly string[]): string[] {
  return refersTo
    .filter((other) => order.indexOf(other) > order.indexOf(name))
    .map((other) => `${name} refers to ${other}: in server/tables/ it comes after it`)
}

function missing(name: string, where: string, columns: readonly Column[], named: readonly string[]): string[] {
  return [...new Set(named)]
    .filter((each) => !columns.some((column) => column.name === each))
    .map((each) => `${where} of ${name} names ${each}, which is no such column of it: remove it`)
}
