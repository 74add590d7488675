/** Statements on the specimens that a trigger must refuse, and the SQLSTATE of the refusal. */
export type Refused = { readonly code: string; readonly message: RegExp; readonly statements: readonly string[] }

export const REMOVED = ['delete from', 'delete']
export const EMPTIED = ['truncate', 'truncate']

/** A trigger that protects written rows: the table refuses these kinds of statement. */
export function keeps(table: string, ...kinds: readonly string[][]): Refused[] {
  return kinds.map(([statement = '', verb]) => ({
    code: 'JL009',
    message: new RegExp(`^${table} refuses ${verb}: what was written stays`),
    // Otherwise rows that reference it would cause a refusal before the trigger does.
    statements: [statement === 'truncate' ? `truncate ${table} cascade` : `${statement} ${table}`],
  }))
}

export function changed(table: string, column: string): Refused {
  return {
    code: 'JL009',
    message: new RegExp(`^${table} refuses update`),
    statements: [`update ${table} set ${column} = ${column}`],
  }
}

/** Refuses a change without an agreement of two operators at that time. */
export function takesTwo(table: string, change: string): Refused[] {
  return refusesAlone(table, `update ${table} set ${change}`)
}

/** The same for a new row with this id: `columns` are copied from the specimen, `others` given here. */
export function takesTwoToAdd(
  table: string,
  of: { id: string; columns: string; others?: Readonly<Record<string, string>> },
): Refused[] {
  const others = Object.entries(of.others ?? {})
  const names = ['id', ...others.map(([name]) => name), of.columns].join(', ')
  const values = [`'${of.id}'`, ...others.map(([, value]) => value), of.columns].join(', ')
  return refusesAlone(table, `insert into ${table} (${names}) select ${values} from ${table}`)
}

function refusesAlone(table: string, statement: string): Refused[] {
  const message = new RegExp(`^${table} takes what two operators agreed to`)
  return [{ code: 'JO006', message, statements: [statement] }]
}

/** The triggers of a table whose rows are never changed or removed. */
export function appendOnly(table: string, column: string): Record<string, readonly Refused[]> {
  return {
    [`${table}_append_only`]: [changed(table, column), ...keeps(table, REMOVED)],
    [`${table}_no_truncate`]: keeps(table, EMPTIED),
  }
}

/** The triggers of a table whose rows may change but are never removed. */
export function neverRemoved(table: string): Record<string, readonly Refused[]> {
  return { [`${table}_no_delete`]: keeps(table, REMOVED), [`${table}_no_truncate`]: keeps(table, EMPTIED) }
}
