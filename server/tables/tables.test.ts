import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '#server/platform/db/database.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { differencesOf } from '#tests/support/table-differences.ts'
import { activity } from './activity.ts'
import { platform } from './platform.ts'
import type { Tables } from './table.ts'
import { EVERY_TABLE, TABLES } from './tables.ts'

const ofNobody = platform.alarms
const { receipts } = activity
const { exported } = receipts

describe.each(databaseKinds)('the descriptors of tables and the schema on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  class Undone extends Error {}
  /** The findings after the schema has changed. */
  async function differencesAfter(change: string): Promise<string[]> {
    let found: string[] = []
    const changed = fresh.database.transaction(async (tx: Transaction) => {
      await tx.query(change)
      found = await differencesOf(tx, TABLES)
      throw new Undone()
    })
    await expect(changed).rejects.toThrow(Undone)
    return found
  }

  it('agree about every table, every column and every time', async () => {
    expect(await differencesOf(fresh.database, TABLES)).toEqual([])
  })

  it.each([
    [
      'create table unheard_of (id text primary key, user_id text)',
      'the table unheard_of has no descriptor: add it to the file of its domain in server/tables/',
    ],
    [
      'alter table users add nickname text',
      'users.nickname is not in exported.columns: add it, or say in exported.leftOut why not',
    ],
    [
      'alter table alarms add seen_on date',
      'alarms.seen_on is not in times: say whose clock writes it, and what happens to a time that lies ahead',
    ],
    [
      'alter table alarms add user_id text',
      'alarms has rows of users: its owner is user_id, and it says what the export holds and what closing does',
    ],
    [
      'alter table alarms add note_box bytea',
      'alarms.note_box is not in keys: name it in keys.columns of kind box, so that it is re-encrypted',
    ],
    [
      'alter table alarms add key_id text',
      'key_id and keys of alarms go together: the column names the keys that keys.columns are made with',
    ],
    ['alter table pins drop wait_until', 'times of pins names wait_until, which is no such column of it: remove it'],
    [
      'alter table pins drop wrong_in_row',
      'exported of pins names wrong_in_row, which is no such column of it: remove it',
    ],
    [
      'alter table order_steps drop constraint order_steps_pkey',
      "exported.orderedBy of order_steps has to tell one person's rows apart: name the columns of a unique index",
    ],
    [
      'alter table devices add stopped_by text references payment_suspensions',
      'devices refers to payment_suspensions: in server/tables/ it comes after it',
    ],
  ])('differ after %s', async (change, sentence) => {
    expect(await differencesAfter(change)).toContain(sentence)
  })

  it.each<[string, Tables, string]>([
    [
      'a table that is not there',
      { unheard_of: ofNobody },
      'server/tables/ describes unheard_of, which the schema does not have: remove it',
    ],
    ['an owner that is not there', { alarms: receipts }, 'alarms has no column user_id: its owner is null'],
    [
      'a column twice',
      { receipts: { ...receipts, exported: { ...exported, leftOut: { code: 'a code' } } } },
      'receipts.code is exported or left out twice: say it once',
    ],
    [
      'a name that is not there',
      { receipts: { ...receipts, onClosing: { stays: 'a name', nameReplaced: 'holder' } } },
      'onClosing of receipts names holder, which is no such column of it: remove it',
    ],
  ])('differ where the descriptors have %s', async (_, tables, sentence) => {
    expect(await differencesOf(fresh.database, { ...TABLES, ...tables })).toContain(sentence)
  })
})

it('a hash and a sealed box are in no export', () => {
  const exported = EVERY_TABLE.flatMap((table) =>
    table.owner === null || 'nothing' in table.exported
      ? []
      : table.exported.columns.map((column) => `${table.name}.${column}`),
  )
  expect(exported.length).toBeGreaterThan(200)
  expect(exported.filter((name) => /hash|box|secret|digest|credential/.test(name))).toEqual([])
})

it('a restore changes the tables that say so, and empties no other way', () => {
  const program = readFromRoot('server/controls/restore/after-restore.ts')
  const changed = [...program.matchAll(/\bupdate (\w+) set/g)].map(([, table]) => table ?? '')
  const reconsidered = EVERY_TABLE.filter(({ afterRestore }) => afterRestore === 'reconsidered')
  expect([...new Set(changed)].sort()).toEqual(reconsidered.map(({ name }) => name).sort())
  expect([...program.matchAll(/\bdelete from \w+/g)]).toEqual([])
})
