import type { UserId } from '#contract/ids.ts'
import { EXPORT_FORMAT, KEPT_AFTER_CLOSING } from '#contract/privacy.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Exported } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'

/** Rows in memory at once: a page is read once the previous one was sent. */
export const EXPORT_PAGE_ROWS = 500

type ExportedTable = Exported & { readonly name: string; readonly owner: string }

/** In the order of the file. */
export const EXPORTED_TABLES: readonly ExportedTable[] = EVERY_TABLE.flatMap((table) =>
  table.owner === null || 'nothing' in table.exported
    ? []
    : [{ ...table.exported, name: table.name, owner: table.owner }],
)

/**
 * Records the export before any data is sent, and emails the owner: an export by somebody else is noticed.
 *
 * @throws AppError session.not-fresh
 */
export async function beginExport(deps: Deps, session: Session): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  await deps.database.transaction((tx) => notifyOwner(tx, deps, { userId, kind: 'data-exported', deviceId }))
  deps.wakeWorker()
  deps.log.info({ userId, deviceId }, 'data exported')
}

type Exporting = Pick<Deps, 'clock'> & {
  readonly config: Pick<Config, 'brand' | 'mode' | 'emailProof'>
  readonly database: Sql
}

/**
 * Everything stored about a person as one JSON document, in pieces of at most EXPORT_PAGE_ROWS rows. Amounts are kobo
 * as text. Pages are read one after another, so a change meanwhile may be in one and not yet in another.
 */
export async function* exportData({ clock, config, database }: Exporting, userId: UserId): AsyncGenerator<string> {
  const head = {
    format: EXPORT_FORMAT,
    madeAt: clock.now(),
    installation: { name: config.brand, mode: config.mode },
    keptAfterClosing: KEPT_AFTER_CLOSING,
  }
  yield JSON.stringify(head).slice(0, -1)
  for (const table of EXPORTED_TABLES) {
    yield `,\n${JSON.stringify(camel(table.name))}:[`
    yield* exportTable(database, { userId, emailProof: config.emailProof }, table)
    yield ']'
  }
  yield '}\n'
}

/** The file's owner, and whether their email is proved. */
type Owner = { readonly userId: UserId; readonly emailProof: boolean }

async function* exportTable(sql: Sql, owner: Owner, table: ExportedTable): AsyncGenerator<string> {
  for (let after: readonly unknown[] | null = null, isFirst = true; ; isFirst = false) {
    const rows = await readPage(sql, owner, table, after)
    const lines = rows.map((row) => `\n${JSON.stringify(outward(table, row), bigintAsText)}`)
    if (lines.length > 0) yield `${isFirst ? '' : ','}${lines.join(',')}`
    const last = rows.at(-1)
    if (last === undefined || rows.length < EXPORT_PAGE_ROWS) return
    after = table.orderedBy.map((_, index) => last[`key_${index}`])
  }
}

type Row = Readonly<Record<string, unknown>>

/** The page of a person's rows after a key, or the first page. */
async function readPage(sql: Sql, owner: Owner, of: ExportedTable, after: readonly unknown[] | null): Promise<Row[]> {
  const names = of.orderedBy
  const selected = [
    ...of.columns,
    ...Object.entries(of.computed ?? {}).map(([name, expression]) => `${expression} as ${name}`),
    ...names.map((name, index) => `${name} as key_${index}`),
  ]
  const conditions = [whoseRows(of, owner), ...(of.where === undefined ? [] : [of.where])]
  if (after !== null) {
    const values = names.map((_, index) => `$${index + 2}`)
    conditions.push(`(${names.join(', ')}) > (${values.join(', ')})`)
  }
  return await sql.query<Row>(
    `select ${selected.join(', ')} from ${of.name} where ${conditions.join(' and ')}
     order by ${names.join(', ')} limit ${EXPORT_PAGE_ROWS}`,
    [owner.userId, ...(after ?? [])],
  )
}

/** Where emails are proved, the export includes what the person wrote without signing in. */
function whoseRows({ owner, ofVisitor }: ExportedTable, { emailProof }: Owner): string {
  const own = owner === 'visitor' ? '$1::text is null' : `${owner} = $1`
  return emailProof && ofVisitor !== undefined ? `(${own} or ${ofVisitor})` : own
}

function outward(table: ExportedTable, row: Row): Row {
  const names = [...table.columns, ...Object.keys(table.computed ?? {})]
  return Object.fromEntries(names.map((name) => [camel(name), row[name]]))
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
