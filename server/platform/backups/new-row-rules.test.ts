import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { id } from '#tests/schema-constraints/specimen.ts'
import { twoRoles } from '#tests/support/app-role.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { withoutNewRowRules } from './new-row-rules.ts'

const NOTICE = `insert into bank_notices (id, bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by)
  values ('${id('bkn')}', 'OPay', 'Transfers are late.', 'Jara', now(), now() + interval '1 hour', now(), 'Ada Obi', 'Bayo Ade')`

const operator = (number: number, createdBy: number) =>
  `insert into operators (id, name, passphrase_hash, created_at, created_by, role, role_since)
   values ('${id('opr', number)}', 'Operator ${number}', '$argon2id$none', now(), '${id('opr', createdBy)}', 'manager', now())`

class Undone extends Error {}

describe.each(databaseKinds)('rows that were accepted before, on %s', (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(() => fresh.drop())

  const load = (...statements: string[]) =>
    fresh.database.transaction((tx) => withoutNewRowRules(tx, () => runAll(tx, statements)))
  const runAll = async (tx: Transaction, statements: readonly string[]) => {
    for (const statement of statements) await tx.query(statement)
  }
  const triggers = () =>
    fresh.database.query<{ name: string; state: string }>(
      `select tgname as name, tgenabled::text as state from pg_trigger where not tgisinternal order by tgname collate "C"`,
    )

  it('are not decided about again by what decides about new ones', async () => {
    await expect(fresh.database.query(NOTICE)).rejects.toThrow('takes what two operators agreed to')
    await load(NOTICE)
    expect(await fresh.database.query('select bank from bank_notices')).toEqual([{ bank: 'OPay' }])
    await expect(fresh.database.query(NOTICE.replace(id('bkn'), id('bkn', 1)))).rejects.toThrow('two operators')
  })

  it('leave each trigger as it was, whatever that is, and also when writing them fails', async () => {
    await fresh.database.exec(`
      create function test_nothing() returns trigger language plpgsql as 'begin return new; end';
      create trigger test_always before insert on alarms for each row execute function test_nothing();
      create trigger test_replica before insert on alarms for each row execute function test_nothing();
      create trigger test_off before insert or update on alarms for each row execute function test_nothing();
      alter table alarms enable always trigger test_always, enable replica trigger test_replica, disable trigger test_off;
      alter table alarms disable trigger alarms_no_truncate`)
    const before = await triggers()
    expect(before.map(({ state }) => state)).toEqual(expect.arrayContaining(['O', 'A', 'R', 'D']))
    await load(NOTICE)
    expect(await triggers()).toEqual(before)
    await expect(load('select 1 / 0')).rejects.toThrow('division by zero')
    expect(await triggers()).toEqual(before)
  })

  it('are not kept when a trigger is another one afterwards', async () => {
    await expect(load('drop trigger alarms_append_only on alarms')).rejects.toThrow('a trigger is not what it was')
    expect((await triggers()).map(({ name }) => name)).toContain('alarms_append_only')
  })

  it('keep what every row obeys: checks, keys, references, and that nothing is changed or removed', async () => {
    await expect(load(NOTICE.replace('OPay', 'x'))).rejects.toThrow('bank_notices_bank_check')
    await expect(load(NOTICE, NOTICE)).rejects.toThrow('bank_notices_pkey')
    await expect(load(NOTICE, "update bank_notices set bank = 'Kuda'")).rejects.toThrow('stays what was agreed to')
    await expect(load(NOTICE, 'delete from bank_notices')).rejects.toThrow('what was written stays')
    await expect(load(operator(1, 2))).rejects.toThrow('operators_created_by_fkey')
  })

  it('may refer to a row of their own table that comes later, and only while they are written', async () => {
    await load(operator(1, 2), operator(2, 1))
    await expect(fresh.database.query(operator(3, 4))).rejects.toThrow('operators_created_by_fkey')
    const late = fresh.database.transaction(async (tx) => {
      await tx.query('set constraints all deferred')
      await tx.query(operator(3, 4))
      throw new Undone()
    })
    await expect(late).rejects.toThrow('operators_created_by_fkey')
  })
})

describe.runIf(databaseKinds.includes('postgres'))('who writes rows that were accepted before, on PostgreSQL', () => {
  it('is the owner of the tables, who need not be a superuser, and nobody else', async () => {
    const fresh = await emptyDatabase('postgres')
    const roles = await twoRoles(fresh.database, fresh.url ?? '')
    const [owner, app] = [await openPostgres({ url: roles.ownerUrl }), await openPostgres({ url: roles.appUrl })]
    try {
      await migrate(owner)
      await owner.exec(`grant all on all tables in schema public to ${roles.app}`)
      const loadAs = (database: typeof owner) =>
        database.transaction((tx) => withoutNewRowRules(tx, async () => await tx.query(NOTICE)))
      await expect(loadAs(app)).rejects.toThrow(
        'the tables belong to another role: restore or move as the role that owns them (DATABASE_OWNER_URL)',
      )
      await loadAs(owner)
      expect(await app.query('select bank from bank_notices')).toEqual([{ bank: 'OPay' }])
    } finally {
      await owner.close()
      await app.close()
      await roles.drop()
      await fresh.drop()
    }
  })
})
