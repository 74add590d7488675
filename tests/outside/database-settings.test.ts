import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { WrongSettingsError } from '#server/platform/db/session-settings.ts'
import { runCommand } from '#tests/support/commands.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { joinAs } from '#tests/support/person.ts'
import { startProduct } from '#tests/support/processes.ts'

/** Settings that somebody chose for another program on their PostgreSQL. */
const OF_OTHERS = {
  datestyle: 'German',
  timezone: 'America/New_York',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  row_security: 'off',
  lock_timeout: '1ms',
  statement_timeout: '5ms',
  client_encoding: 'LATIN1',
} as const
const TOLD_TO = [
  'DateStyle',
  'IntervalStyle',
  'array_nulls',
  'bytea_output',
  'default_transaction_isolation',
  'default_transaction_read_only',
  'lock_timeout',
  'row_security',
  'standard_conforming_strings',
  'transform_null_equals',
]

describe.runIf(databaseKinds.includes('postgres'))('a PostgreSQL set up for another program', () => {
  let fresh: FreshDatabase
  let folder: string
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-settings-'))
    fresh = await freshDatabase('postgres')
  })
  afterEach(async () => {
    await fresh.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const url = () => fresh.url ?? ''
  /** Applies to connections that begin from now on. */
  async function set(settings: Readonly<Record<string, string>>, whom: 'database' | 'role' = 'database') {
    const [row] = await fresh.database.query<{ name: string; role: string }>(
      'select current_database() as name, current_user as role',
    )
    const what = whom === 'database' ? `database "${row?.name}"` : `role "${row?.role}" in database "${row?.name}"`
    for (const [name, value] of Object.entries(settings)) {
      await fresh.database.query(`alter ${what} set ${name} = ${value.includes(',') ? value : `'${value}'`}`)
    }
  }

  it.each(['database', 'role'] as const)('by its %s runs the product as any other does', async (whom) => {
    await set(OF_OTHERS, whom)
    const product = await startProduct({ dataFolder: folder, databaseUrl: url() })
    try {
      const ada = await joinAs(product.url, 'Adaeze Ọbí')
      const order = await ada.withdraw(100_000n)
      await expect.poll(async () => (await ada.order(order.id)).status).toBe('completed')
      const { createdAt } = await ada.order(order.id)
      expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000)
      expect((await ada.wallet()).spentTodayKobo).toBe('100000')
    } finally {
      await product.close()
    }
    const { code, said } = await runCommand('books', { DATABASE_URL: url(), DATA_DIR: folder }, ['check'])
    expect({ code, said }).toMatchObject({ code: 0 })
  })

  it('behind a pooler, where a connection is lent, is refused with the statements that set it right', async () => {
    // A timeout of 5 ms may cancel the query that reads the settings.
    await set({ ...OF_OTHERS, statement_timeout: '1min' })
    const open = () => openPostgres({ url: url(), listenUrl: url() })
    const refused = await open().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(WrongSettingsError)
    const { message } = refused as Error
    expect(message).toMatch(
      /^PostgreSQL is set up so that Jara would read or write something else than it means: DateStyle is German/,
    )
    const [, ...statements] = message.split('\n')
    expect(statements.map((each) => / set (\w+) = /.exec(each)?.[1])).toEqual(TOLD_TO)
    for (const statement of statements) {
      await fresh.database.query(statement)
    }
    const database = await open()
    const [row] = await database.query<{ at: Date; day: string; texts: (string | null)[]; bytes: Buffer }>(
      `select $1::timestamptz as at, date '2026-11-21' as day, $2::text[] as texts, '\\x0aff'::bytea as bytes`,
      [new Date('2026-11-21T11:00:00.123Z'), ['a', null]],
    )
    expect(row).toEqual({
      at: new Date('2026-11-21T11:00:00.123Z'),
      day: '2026-11-21',
      texts: ['a', null],
      bytes: Buffer.from([0x0a, 0xff]),
    })
    await database.close()
  })

  it('whose tables would lie where no backup looks, or whose triggers do not fire, is refused', async () => {
    await fresh.database.query('create schema elsewhere')
    await set({ search_path: 'elsewhere, public', session_replication_role: 'replica' })
    await expect(openPostgres({ url: url() })).rejects.toThrow(
      /search_path is elsewhere first[\s\S]* set session_replication_role = 'origin';\n.* set search_path = 'public';$/,
    )
    const { code, err } = await runCommand('backup', { DATABASE_URL: url(), JARA_SECRET: 'ab'.repeat(32) }, [
      '--to',
      folder,
    ])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('search_path is elsewhere first') })
  })
})
