import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/log.ts'
import type { MadeWithKeys } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { type Keys, keyIds } from './keys.ts'
import { isSecretOf, keepSecretCheck, replaceSecretCheck, secretDueSince, WrongSecretError } from './secret-check.ts'

/** How often a process checks that its secret is still the installation's. */
const WATCHED_EVERY_MS = 5_000
/** How long a start waits while the secret is changed: by then every process with only the previous one has ended. */
export const FORMER_ENDS_WITHIN_MS = 3 * WATCHED_EVERY_MS

/** The secret, the previous one while a change is under way, and the keys from both. */
export type Secrets = { readonly secret: Uint8Array; readonly before: Uint8Array | null; readonly keys: Keys }

/**
 * Makes sure that the secret is the installation's, or replaces the previous one with it. Returns whether it was
 * changed. Logs when a change is due.
 *
 * @throws WrongSecretError when neither is the installation's, or sealed data opens with neither; nothing is changed
 *   then
 */
export async function ensureInstallationSecret(
  database: Database,
  log: Logger,
  of: Secrets & { now: Date },
): Promise<boolean> {
  const changed = await database.transaction(async (tx) => {
    const { secret, before } = of
    const replaced = before !== null && (await replaceSecretCheck(tx, { secret, before, now: of.now }))
    if (replaced) await nameKeys(tx, of.keys.previous?.id ?? '')
    else await keepSecretCheck(tx, secret, of.now)
    const closed = await countBoxesOfOthers(tx, keyIds(of.keys))
    if (closed > 0) throw new WrongSecretError(stillSealed(closed))
    return replaced
  })
  if (changed) log.warn({ keys: of.keys.id, before: of.keys.previous?.id }, "the installation's secret was changed")
  const since = await secretDueSince(database, of.now)
  if (since !== null) log.warn({ since }, "the installation's secret is older than a year: change it, see the runbook")
  return changed
}

/** Calls `end` once the secret is no longer the installation's: another process has changed it. */
export function watchSecret(database: Database, log: Logger, secret: Uint8Array, end: () => void): void {
  const timer = setInterval(() => {
    isSecretOf(database, secret).then(
      (isOurs) => {
        if (isOurs !== false) return
        clearInterval(timer)
        log.error("the installation's secret was changed: this process has the former one and ends")
        end()
      },
      (error: unknown) => log.warn({ err: error }, 'the check of the secret could not be read'),
    )
  }, WATCHED_EVERY_MS)
  timer.unref()
}

/** What the keys of one secret protect. `keys` null: it predates key ids. */
export type MadeWith = {
  readonly keys: string | null
  readonly passwords: number
  readonly pins: number
  readonly recoveryCodes: number
  /** Passphrases of active operators. */
  readonly operators: number
  /** BPC codes, exam PINs, authenticator apps and queued emails, which a job re-encrypts. */
  readonly boxes: number
}

/** Counts what each set of keys protects: of open accounts, and only what is not used up. */
export async function countByKeys(sql: Sql): Promise<MadeWith[]> {
  return await sql.query<MadeWith>(
    `select keys, ${COUNTED.map((what) => `count(*) filter (where what = '${what}')::int as "${what}"`).join(', ')}
     from (${MADE}) made group by keys order by keys nulls first`,
  )
}

const KEYED: readonly (MadeWithKeys & { readonly table: string })[] = EVERY_TABLE.flatMap(({ name, keys }) =>
  keys === undefined ? [] : [{ ...keys, table: name }],
)
const COUNTED = [
  'passwords',
  'pins',
  'recoveryCodes',
  'operators',
  'boxes',
] as const satisfies readonly (keyof MadeWith)[]

/** Everything counted, with the id of its keys. */
const MADE = KEYED.flatMap((of) => {
  const what = of.kind === 'box' ? 'boxes' : of.countedAs
  if (what === null) return []
  const keys = of.kind === 'password' ? `substring(${of.columns[0]} from ',keyid=([0-9a-f]{8})\\$')` : 'key_id'
  const inUse = of.kind === 'box' ? 'true' : (of.inUse ?? 'true')
  return [`select '${what}' as what, ${keys} as keys from ${of.table} where ${of.where ?? 'true'} and ${inUse}`]
}).join(' union all ')

/**
 * Data without a key id was made with the previous keys: record that now. Includes passwords that await a second step.
 */
async function nameKeys(tx: Transaction, keyId: string): Promise<void> {
  for (const of of KEYED.filter(({ olderThanKeyNames }) => olderThanKeyNames)) {
    const { table, where = 'true' } = of
    if (of.kind === 'password') await nameInHash(tx, { table, column: of.columns[0], keyId })
    else await tx.query(`update ${table} set key_id = $1 where key_id is null and ${where}`, [keyId])
  }
}

async function nameInHash(
  tx: Transaction,
  { table, column, keyId }: { table: string; column: string; keyId: string },
): Promise<void> {
  await tx.query(
    `update ${table} set ${column} = regexp_replace(${column}, '^(\\$argon2id\\$v=19\\$[^$,]+,[^$,]+,[^$,]+)\\$', $1)
     where ${column} not like '%,keyid=%'`,
    [`\\1,keyid=${keyId}$`],
  )
}

async function countBoxesOfOthers(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (${MADE}) made where what = 'boxes' and keys <> all($1)`,
    [ids],
  )
  return row?.count ?? 0
}

const stillSealed = (count: number) =>
  `${count} codes, deliveries, authenticator apps or emails are still sealed with a former secret: set JARA_SECRET_BEFORE to it until "npm run secret" says that nothing is`
