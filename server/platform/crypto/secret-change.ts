import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { type Keys, keyIds } from './keys.ts'
import { isSecretOf, keepSecretCheck, replaceSecretCheck, secretDueSince, WrongSecretError } from './secret-check.ts'

/** How often a process looks whether its secret is still the installation's. */
const WATCHED_EVERY_MS = 5_000
/** How long a start waits while the secret is being changed: by then every process with the former one alone has ended. */
export const FORMER_ENDS_WITHIN_MS = 3 * WATCHED_EVERY_MS

/** The secret, the one before it while its change lasts, and the keys from both. */
export type Secrets = { readonly secret: Uint8Array; readonly before: Uint8Array | null; readonly keys: Keys }

/**
 * Makes sure that the secret is the installation's, or makes it so in the place of the one before. Returns whether it
 * was changed. The log says when it is due to be.
 *
 * @throws WrongSecretError when neither is the installation's, or something is sealed that neither opens; nothing is
 *   changed then
 */
export async function settleSecret(database: Database, log: Logger, of: Secrets & { now: Date }): Promise<boolean> {
  const changed = await database.transaction(async (tx) => {
    const { secret, before } = of
    const replaced = before !== null && (await replaceSecretCheck(tx, { secret, before, now: of.now }))
    if (replaced) await nameKeys(tx, of.keys.before?.id ?? '')
    else await keepSecretCheck(tx, secret, of.now)
    const closed = await countBoxesOfOthers(tx, keyIds(of.keys))
    if (closed > 0) throw new WrongSecretError(stillSealed(closed))
    return replaced
  })
  if (changed) log.warn({ keys: of.keys.id, before: of.keys.before?.id }, "the installation's secret was changed")
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

/** What was made with the keys of one secret. `keys` null: of a time before keys had names. */
export type MadeWith = {
  readonly keys: string | null
  readonly passwords: number
  readonly pins: number
  readonly recoveryCodes: number
  /** Passphrases of operators who stand. */
  readonly operators: number
  /** BPC codes, authenticator apps and queued emails, which a job re-encrypts. */
  readonly boxes: number
}

/** How much rests on which keys: of open accounts, and what is not used up. */
export async function countByKeys(sql: Sql): Promise<MadeWith[]> {
  return await sql.query<MadeWith>(
    `with made as (
       select 'password' as what, substring(password_hash from ',keyid=([0-9a-f]{8})\\$') as key_id
         from users where closed_at is null
       union all select 'pin', key_id from pins where pin_hash is not null
       union all select 'recovery', key_id from recovery_codes where used_at is null
       union all select 'operator', substring(passphrase_hash from ',keyid=([0-9a-f]{8})\\$') from operators
         where admitted_at is not null and revoked_at is null
       union all select 'box', key_id from (${BOXES}) boxes
     )
     select key_id as keys,
       count(*) filter (where what = 'password')::int as passwords, count(*) filter (where what = 'pin')::int as pins,
       count(*) filter (where what = 'recovery')::int as "recoveryCodes",
       count(*) filter (where what = 'operator')::int as operators, count(*) filter (where what = 'box')::int as boxes
     from made group by key_id order by key_id nulls first`,
  )
}

/** Everything sealed. What was a box of a closed account is none. */
const BOXES = `select key_id from bpc_codes c join users u on u.id = c.user_id where u.closed_at is null
  union all select key_id from authenticators
  union all select key_id from emails where state = 'waiting'`

/** What names no keys was made with the former ones: from here on it says so. Passwords that wait for a second step too. */
async function nameKeys(tx: Transaction, keyId: string): Promise<void> {
  await tx.query('update pins set key_id = $1 where key_id is null and pin_hash is not null', [keyId])
  await tx.query('update recovery_codes set key_id = $1 where key_id is null', [keyId])
  await tx.query('update authenticators set key_id = $1 where key_id is null', [keyId])
  await tx.query("update emails set key_id = $1 where key_id is null and state = 'waiting'", [keyId])
  await tx.query(
    `update bpc_codes set key_id = $1
     where key_id is null and user_id in (select id from users where closed_at is null)`,
    [keyId],
  )
  for (const table of ['users', 'sign_ins']) {
    await tx.query(
      `update ${table} set password_hash = regexp_replace(password_hash, '^(\\$argon2id\\$v=19\\$[^$,]+,[^$,]+,[^$,]+)\\$', $1)
       where password_hash not like '%,keyid=%'`,
      [`\\1,keyid=${keyId}$`],
    )
  }
}

async function countBoxesOfOthers(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (${BOXES}) boxes where key_id <> all($1)`,
    [ids],
  )
  return row?.count ?? 0
}

const stillSealed = (count: number) =>
  `${count} codes, authenticator apps or emails are still sealed with a former secret: set JARA_SECRET_BEFORE to it until "npm run secret" says that nothing is`
