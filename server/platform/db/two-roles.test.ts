import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TwoRoles, twoRoles } from '#tests/support/app-role.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase } from '#tests/support/databases.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, type Running, run, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

/** The product with two roles: one owns the tables and only migrates, the other runs the app. */
describe.runIf(databaseKinds.includes('postgres'))('with a role of its own for the work', () => {
  let fresh: FreshDatabase
  let roles: TwoRoles
  let folder: string
  let product: Product
  let ada: Person
  let asApp: Database

  beforeAll(async () => {
    fresh = await emptyDatabase('postgres')
    roles = await twoRoles(fresh.database, fresh.url ?? '')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-two-roles-'))
    const settings = { DATABASE_OWNER_URL: roles.ownerUrl }
    product = await startProduct({ dataFolder: folder, databaseUrl: roles.appUrl, settings })
    asApp = await openPostgres({ url: roles.appUrl, poolMax: 1 })
  })
  afterAll(async () => {
    for (const { child } of others) child.kill('SIGKILL')
    await asApp.close()
    await product.close()
    await roles.drop()
    await fresh.drop()
    fs.rmSync(folder, { recursive: true })
  })

  /** Puts each setting in a file of its own, as operators do. */
  const inFiles = (settings: Record<string, string>) =>
    Object.entries(settings).map(([name, value]) => {
      const file = path.join(fs.mkdtempSync(path.join(folder, 'secret-')), name)
      fs.writeFileSync(file, `${value}\n`, { mode: 0o600 })
      return [`${name}_FILE`, file] as const
    })
  const envWith = (settings: Record<string, string>) => ({
    ...product.env,
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    ...Object.fromEntries(inFiles(settings)),
  })
  const command = (name: string, ...words: string[]) =>
    run(
      `server/commands/${name}.ts`,
      envWith({ DATABASE_URL: roles.appUrl, DATABASE_OWNER_URL: roles.ownerUrl }),
      words,
    )
  const others: Running[] = []
  /** Another app process; it ends with the tests, however they end. */
  function another(env: Record<string, string>): Running {
    others.push(run('server/main.ts', env))
    return others.at(-1) as Running
  }
  /** PostgreSQL's reply to the app's role. */
  const saidTo = async (sql: string) =>
    await asApp.exec(sql).then(
      () => 'done',
      (error: Error) => error.message,
    )

  it('opens an account, takes money in and sends it', async () => {
    ada = await joinAs(product.url, 'Hadiza Sule')
    await expect.poll(async () => (await fundingOf(ada)).account?.accountNumber).toBeDefined()
    const accountNumber = (await fundingOf(ada)).account?.accountNumber ?? ''
    await openSandboxControl(product.sandboxUrl).payIn({ accountNumber, amountKobo: '500000' })
    await expect.poll(async () => (await ada.wallet()).availableKobo).toBe('20500000')
    const order = await ada.withdraw(10_000n)
    await expect.poll(async () => (await ada.order(order.id)).status).toBe('completed')
  })

  it('lets operators audit, compare with the providers, look and back up', async () => {
    for (const of of [
      run('audit/main.ts', envWith({ DATABASE_URL: roles.appUrl })),
      command('reconcile'),
      command('books', 'check'),
      command('cases', 'list'),
      command('secret', 'status'),
      command('backup', '--to', path.join(folder, 'a.backup')),
    ]) {
      expect({ code: await of.ended, said: of.output() }).toMatchObject({ code: 0 })
    }
  })

  it.each([
    ...[
      ['ledger_entries', 'posted_at'],
      ['ledger_transfers', 'posted_at'],
      ['order_steps', 'at'],
      ['alarms', 'raised_at'],
      ['account_events', 'at'],
    ].flatMap(([table, column]) => [
      [`update ${table} set ${column} = now()`, `table ${table}`],
      [`delete from ${table}`, `table ${table}`],
    ]),
    ['truncate ledger_entries', 'table ledger_entries'],
    ['truncate sessions', 'table sessions'],
    ['delete from orders', 'table orders'],
    ['delete from ledger_accounts', 'table ledger_accounts'],
    ["update installation set mode = 'live'", 'table installation'],
    ["insert into schema_migrations (id, checksum) values ('0000', '')", 'table schema_migrations'],
    ['alter table ledger_entries disable trigger all', 'owner of table ledger_entries'],
    ['alter table ledger_entries add column note text', 'owner of table ledger_entries'],
    ['drop trigger ledger_entries_append_only on ledger_entries', 'owner of relation ledger_entries'],
    ['create trigger mine after insert on orders execute function refuse_change()', 'table orders'],
    ['drop table webhook_events', 'owner of table webhook_events'],
    ['create table mine (id int)', 'schema public'],
    ['create temporary table mine (id int)', 'temporary tables'],
    ["create function mine() returns int language sql as 'select 1'", 'schema public'],
    ["create function pg_temp.mine() returns int language sql as 'select 1'", 'temporary tables'],
    [
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'schema public',
    ],
    ['create schema mine', 'database'],
    ['set session_replication_role to replica', 'parameter "session_replication_role"'],
    ['create role mine', 'create role'],
    ["copy users to program 'cat'", 'external program'],
  ])('is refused: %s', async (sql, named) => {
    expect(await saidTo(sql)).toMatch(/permission denied|must be (?:owner|superuser)/)
    expect(await saidTo(sql)).toContain(named)
  })

  it('starts, as every further process, without knowing the owner at all', async () => {
    const { DATABASE_OWNER_URL: _, ...env } = product.env
    const worker = another({ ...env, JARA_ROLE: 'worker' })
    await expect.poll(() => worker.output()).toContain('is ready')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  it('is brought forward by a command as well, which says who may work', async () => {
    await fresh.database.exec(`revoke insert on orders from ${roles.app}; grant truncate on orders to ${roles.app}`)
    const { DATABASE_OWNER_URL: _, ...env } = product.env
    const refused = another({ ...env, JARA_ROLE: 'worker' })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toBe(
      `the role ${roles.app} may not do all that the program needs (insert orders): run npm run migrate, or start with DATABASE_OWNER_URL\n`,
    )
    const migrated = command('migrate')
    expect(await migrated.ended).toBe(0)
    expect(migrated.output()).toContain(`the role ${roles.app} has exactly the rights that the program needs`)
    expect(await saidTo('truncate orders')).toContain('permission denied')
  })

  it('is refused where it may do more than it needs, and says what', async () => {
    await fresh.database.exec(`grant pg_write_all_data to ${roles.app}`)
    const mighty = another({ ...product.env, JARA_ROLE: 'worker' })
    expect(await mighty.ended).toBe(1)
    expect(mighty.output()).toContain(`DATABASE_URL: the role ${roles.app} may do more than the program needs (`)
    await fresh.database.exec(`revoke pg_write_all_data from ${roles.app}`)
    const swapped = { ...product.env, DATABASE_URL: roles.ownerUrl, DATABASE_OWNER_URL: roles.appUrl }
    const wrong = another({ ...swapped, JARA_ROLE: 'worker' })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toBe('DATABASE_OWNER_URL: this role does not own the tables of the database\n')
  })

  it('has no say in a table that a later version brings, until somebody says what it needs', async () => {
    const owner = await openPostgres({ url: roles.ownerUrl, poolMax: 1 })
    await owner.exec('create table later (id int)')
    expect(await saidTo('select * from later')).toContain('permission denied for table later')
    await owner.exec('drop table later')
    await owner.close()
  })

  it('moves and restores as the owner, beside nobody', async () => {
    const target = await emptyDatabase('postgres')
    const other = await twoRoles(target.database, target.url ?? '')
    const beside = command('move', '--to', other.ownerUrl)
    expect(await beside.ended).toBe(1)
    expect(beside.output()).toContain('other connections are open to the old database')
    await product.kill('SIGTERM')
    const file = path.join(folder, 'a.backup')
    const env = envWith({ DATABASE_URL: other.appUrl, DATABASE_OWNER_URL: other.ownerUrl })
    const restored = run('server/commands/restore.ts', env, ['--from', file])
    expect({ code: await restored.ended, said: restored.output() }).toMatchObject({ code: 0 })
    const started = another({ ...env, JARA_ROLE: 'worker' })
    await expect.poll(() => started.output()).toContain('is ready')
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    await other.drop()
    await target.drop()
  })
})
