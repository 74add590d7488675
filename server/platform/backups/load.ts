import type { Database, Transaction } from '#server/platform/db/database.ts'
import {
  BEFORE_FIRST_VERSION,
  isBeforeFirstVersion,
  type Migration,
  migrate,
  readMigrations,
} from '#server/platform/db/migrate.ts'
import { readStartupBlock, writeStartupBlock } from '#server/platform/db/startup-block.ts'
import { RefusedError } from '#server/platform/errors.ts'
import {
  type ContentFacts,
  contentDigest,
  contentFacts,
  prepareSession,
  quoted,
  type Table,
  tablesOf,
} from './content.ts'
import { withoutNewRowRules } from './new-row-rules.ts'

/** A migration as a backup names it. */
export type AppliedMigration = Pick<Migration, 'id' | 'checksum'>

const BATCH_ROWS = 1_000
const BATCH_CHARACTERS = 4_000_000

/**
 * Fills an empty database: the backup's schema, every row, then this program's newer migrations. Before the commit the
 * rows are read back and must match to the last byte. A startup block (`moveId`) closes the database from the first row
 * on; the caller opens it once all else is done.
 *
 * @throws RefusedError when the database is not empty, its content would differ, or another role owns its tables
 */
export async function loadContent(
  database: Database,
  of: {
    readonly lines: () => AsyncIterable<string[]>
    readonly migrations: readonly AppliedMigration[]
    readonly moveId: string
    /** This program's migrations. */
    readonly known?: readonly Migration[]
  },
): Promise<ContentFacts> {
  const { known = readMigrations() } = of
  await refuseUsed(database)
  await migrate(database, migrationsOf(of.migrations, known))
  const facts = await database.transaction(async (tx) => {
    await prepareSession(tx)
    await writeStartupBlock(tx, {
      why: 'filling',
      moveId: of.moveId,
      sentence:
        'this database was being filled from another one or from a backup, and that did not finish: empty it and begin again',
    })
    const digest = contentDigest()
    const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
    await withoutNewRowRules(tx, async () => {
      const insert = inserter(tx, tables)
      for await (const lines of of.lines()) {
        digest.add(lines)
        for (const line of lines) await insert.line(line)
      }
      await insert.end()
    })
    const [wanted, there] = [digest.facts(), await contentFacts(tx)]
    if (wanted.sha256 !== there.sha256)
      throw new RefusedError('what was written is not what was read: nothing was kept')
    return there
  })
  await migrate(database, known, { closed: 'allowed' })
  if (database.kind === 'postgres') await database.exec("select set_config('statement_timeout', '0', true); analyze")
  return facts
}

/** Reads which migrations made this database's schema. */
export async function readApplied(tx: Transaction): Promise<AppliedMigration[]> {
  return await tx.query<AppliedMigration>(
    `select id, checksum from schema_migrations where id !~ '_closed$' order by id collate "C"`,
  )
}

/**
 * This program's migrations that produce the same schema.
 *
 * @throws RefusedError when this program never had that schema
 */
function migrationsOf(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  const same = known.slice(0, applied.length)
  const other = applied.find(({ id, checksum }, at) => same[at]?.id !== id || same[at].checksum !== checksum)
  if (other === undefined) return same
  if (isBeforeFirstVersion(applied.map(({ id }) => id))) throw new RefusedError(BEFORE_FIRST_VERSION)
  throw new RefusedError(`this was written by another version of Jara (${other.id}): use that version, or a newer one`)
}

/** @throws RefusedError when the database holds a row */
async function refuseUsed(database: Database): Promise<void> {
  const closed = await readStartupBlock(database)
  const tables = await tablesOf(database)
  const full = tables.map(({ name }) => `exists (select 1 from ${quoted(name)})`)
  const [row] = await database.query<{ used: boolean }>(`select ${['false', ...full].join(' or ')} as used`)
  if (row?.used === true || closed !== null) {
    throw new RefusedError('the database is not empty: nothing is ever restored or moved over something else')
  }
}

/** Writes rows in batches, table by table. */
function inserter(tx: Transaction, tables: ReadonlyMap<string, Table>) {
  let table: Table | undefined
  let batch: string[] = []
  let characters = 0

  async function write(): Promise<void> {
    if (table === undefined || batch.length === 0) return
    const names = table.columns.map(([name]) => quoted(name)).join(', ')
    const values = table.columns.map(([, type], at) => `(line ->> ${at})::${type}`).join(', ')
    await tx.query(
      `insert into ${quoted(table.name)} (${names}) select ${values} from jsonb_array_elements($1::text::jsonb) as line`,
      [`[${batch.join(',')}]`],
    )
    batch = []
    characters = 0
  }

  return {
    async line(line: string): Promise<void> {
      if (line.startsWith('{')) {
        await write()
        table = sameTable(tables, line)
        return
      }
      batch.push(line)
      characters += line.length
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await write()
    },
    end: write,
  }
}

function sameTable(tables: ReadonlyMap<string, Table>, line: string): Table {
  const { table: name, columns } = JSON.parse(line) as { table: string; columns: Table['columns'] }
  const table = tables.get(name)
  if (table === undefined || JSON.stringify(table.columns) !== JSON.stringify(columns)) {
    throw new RefusedError(`the table ${name} has other columns here: use an empty database`)
  }
  return table
}
