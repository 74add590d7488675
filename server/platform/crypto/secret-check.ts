import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sql } from '#server/platform/db/database.ts'

/** The secret is missing, or not the one that this installation's passwords, PINs and codes were made with. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError'
}

/** The secret should be changed after a year. Nothing is refused then. */
const SECRET_GOOD_FOR_MS = 365 * 24 * 60 * 60_000

/**
 * Whether this is the installation's secret. Null if the database cannot tell: no version that writes the check has
 * started on it.
 */
export async function isSecretOf(sql: Sql, secret: Uint8Array): Promise<boolean | null> {
  const kept = await readCheck(sql)
  return kept === null ? null : timingSafeEqual(kept, checkOf(secret))
}

/**
 * Makes sure that the secret is the installation's. The first start records its check; of two at once, the first one
 * counts.
 *
 * @throws WrongSecretError when it is another secret; nothing is changed then
 */
export async function keepSecretCheck(sql: Sql, secret: Uint8Array, now: Date): Promise<void> {
  await sql.query('insert into secret_check (check_value, kept_at) values ($1, $2) on conflict do nothing', [
    checkOf(secret),
    now,
  ])
  await refuseOtherSecret(sql, secret)
}

/** @throws WrongSecretError when the database says that another secret is the installation's */
export async function refuseOtherSecret(sql: Sql, secret: Uint8Array): Promise<void> {
  if ((await isSecretOf(sql, secret)) !== false) return
  throw new WrongSecretError(
    'JARA_SECRET or secret.key is not the secret that this database was made with, and with another one no password, PIN or code would be right: put that one back',
  )
}

/** Replaces the old secret with the new one. False if the old one is not, or no longer, the installation's. */
export async function replaceSecretCheck(
  sql: Sql,
  of: { readonly secret: Uint8Array; readonly before: Uint8Array; readonly now: Date },
): Promise<boolean> {
  const rows = await sql.query(
    'update secret_check set check_value = $2, kept_at = $3 where check_value = $1 returning only_row',
    [checkOf(of.before), checkOf(of.secret), of.now],
  )
  return rows.length > 0
}

/** When the secret was set, if that is longer ago than docs/reference/security/keys.md allows; otherwise null. */
export async function secretDueSince(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql.query<{ since: Date }>('select kept_at as since from secret_check where kept_at < $1', [
    new Date(now.getTime() - SECRET_GOOD_FOR_MS),
  ])
  return row?.since ?? null
}

/**
 * Called before a new secret is made: nothing in the database may need an existing one.
 *
 * @throws WrongSecretError when the database holds a check, or users from before checks existed
 */
export async function refuseNewSecret(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ there: boolean }>('select exists (select 1 from users) as there')
  if (row?.there !== true && (await readCheck(sql)) === null) return
  throw new WrongSecretError(
    'the secret of this database is missing, and with a new one no password, PIN or code would be right: put secret.key back into DATA_DIR, or set JARA_SECRET',
  )
}

async function readCheck(sql: Sql): Promise<Uint8Array | null> {
  const [there] = await sql.query<{ there: boolean }>("select to_regclass('secret_check') is not null as there")
  if (there?.there !== true) return null
  const [row] = await sql.query<{ check: Uint8Array }>('select check_value as check from secret_check')
  return row?.check ?? null
}

/** Distinguishes the secret from others and, as a keyed 256-bit hash, reveals nothing about it. */
function checkOf(secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('jara.v1/secret-check').digest()
}
