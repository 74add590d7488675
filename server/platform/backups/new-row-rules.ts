import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { quoted } from './content.ts'

/**
 * A trigger, as PostgreSQL's catalogue describes it. `state`: on, off, or on for replication (`pg_trigger.tgenabled`).
 */
type Trigger = { readonly table: string; readonly name: string; readonly state: 'O' | 'D' | 'R' | 'A' }

const SET_TO = { O: 'enable', D: 'disable', R: 'enable replica', A: 'enable always' } as const
/** The bit of `pg_trigger.tgtype` of triggers that run when a row is inserted. */
const ON_INSERT = 4
const NOT_OWNER = '42501'

/**
 * Runs `work` without the rules about new rows: insert triggers are off, and a row may refer to a later one of its own
 * table. Keys, checks and references still hold. Afterwards each rule is restored; on failure the transaction undoes
 * everything.
 *
 * An insert trigger decides whether something may happen now: two operators agreed this second, or it has not happened
 * yet. A backup's rows happened long ago and were accepted then. Their hash proves that they are the same rows; the
 * audit at the end of a restore proves that the books add up.
 *
 * @throws RefusedError when another role owns the tables
 */
export async function withoutNewRowRules<Result>(tx: Transaction, work: () => Promise<Result>): Promise<Result> {
  const before = await readTriggers(tx)
  const deciding = await readTriggers(tx, ON_INSERT)
  const ownReferences = await readOwnReferences(tx)
  await setTriggers(tx, deciding, () => 'D').catch(refuseOtherOwner)
  await setReferences(tx, ownReferences, 'deferrable initially deferred')
  const result = await work()
  await tx.query('set constraints all immediate')
  await setReferences(tx, ownReferences, 'not deferrable')
  await setTriggers(tx, deciding, ({ state }) => state)
  if (JSON.stringify(await readTriggers(tx)) !== JSON.stringify(before))
    throw new Error('a trigger is not what it was before the rows were written')
  return result
}

/** All triggers that migrations made, or those with this bit in their type. */
async function readTriggers(tx: Transaction, bit = 0): Promise<Trigger[]> {
  return await tx.query<Trigger>(
    `select c.relname as "table", t.tgname as name, t.tgenabled::text as state
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and ($1::int = 0 or t.tgtype & $1::int <> 0)
     order by c.relname collate "C", t.tgname collate "C"`,
    [bit],
  )
}

async function setTriggers(
  tx: Transaction,
  triggers: readonly Trigger[],
  stateOf: (trigger: Trigger) => Trigger['state'],
): Promise<void> {
  for (const trigger of triggers) {
    await tx.query(`alter table ${quoted(trigger.table)} ${SET_TO[stateOf(trigger)]} trigger ${quoted(trigger.name)}`)
  }
}

type Reference = { readonly table: string; readonly name: string }

/** Foreign keys from a table to itself, as from an operator to the operator who invited them. */
async function readOwnReferences(tx: Transaction): Promise<Reference[]> {
  return await tx.query<Reference>(
    `select c.relname as "table", k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace = 'public'::regnamespace and k.contype = 'f' and k.confrelid = k.conrelid and not k.condeferrable`,
  )
}

async function setReferences(tx: Transaction, references: readonly Reference[], how: string): Promise<void> {
  for (const { table, name } of references) {
    await tx.query(`alter table ${quoted(table)} alter constraint ${quoted(name)} ${how}`)
  }
}

function refuseOtherOwner(error: unknown): never {
  if (!isSqlError(error, NOT_OWNER)) throw error
  throw new RefusedError(
    'the tables belong to another role: restore or move as the role that owns them (DATABASE_OWNER_URL)',
  )
}
