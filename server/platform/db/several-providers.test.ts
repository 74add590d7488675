import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, featureDatabases } from '#tests/support/databases.ts'
import { migrate, readMigrations } from './migrate.ts'

const OURS = `ord_${'0'.repeat(35)}`

describe.each(featureDatabases)('a database of the time of one provider of each kind on %s', (kind) => {
  let fresh: Awaited<ReturnType<typeof emptyDatabase>>

  beforeEach(async () => {
    fresh = await emptyDatabase(kind)
    await migrate(
      fresh.database,
      readMigrations().filter(({ id }) => id < '0024'),
    )
  })
  afterEach(() => fresh.drop())

  it('has its work on payments at the provider there was, and whom its runs reached', async () => {
    const { database } = fresh
    await database.query(
      `insert into work (kind, subject_id, due_at, created_at)
       values ('payment', 'T 1', now(), now()), ('order', 'ord_1', now(), now())`,
    )
    await database.query(
      `insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
         fresh, gaps) values ('rec_1', now(), now(), now(), now(), 0, 0, 0, 0, 0, '{}')`,
    )
    await migrate(database)
    expect(await database.query('select subject_id as of from jobs order by kind')).toEqual([
      { of: 'ord_1' },
      { of: 'paystack T 1' },
    ])
    expect(await database.query('select reached, not_ours as n, set_aside as lines from reconciliation_runs')).toEqual([
      { reached: ['paystack', 'vtpass'], n: 0, lines: [] },
    ])
  })

  it('calls a transfer that no order of ours can be by its new name, and keeps who closed it', async () => {
    const { database } = fresh
    await database.query(
      `insert into reconciliation_exceptions (provider, kind, reference, number, detail, found_at, seen_at, closed_at, closed_by,
         evidence)
       values ('paystack', 'unknown-transfer', $1, 1, 'x', now(), now(), null, null, null),
         ('paystack', 'unknown-transfer', 'salaries-november', 2, 'x', now(), now(), now(), 'reconciliation', 'over by now'),
         ('paystack', 'missing-transfer', 'salaries-november', 3, 'x', now(), now(), null, null, null)`,
      [OURS],
    )
    await migrate(database)
    const rows = await database.query('select kind, closed_by as by from reconciliation_exceptions order by number')
    expect(rows).toEqual([
      { kind: 'unknown-transfer', by: null },
      { kind: 'not-ours', by: 'reconciliation' },
      { kind: 'missing-transfer', by: null },
    ])
  })
})
