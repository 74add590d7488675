import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sql } from '#server/platform/db/database.ts'

/** The secret is not the one this installation's passwords, PINs and codes were made with, or it is missing. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError'
}

/** A year, after which it should be changed. Nothing is refused. */
const SECRET_GOOD_FOR_MS = 365 * 24 * 60 * 60_000

/**
 * Whether this is the secret of the installation. Null when its database does not say: no start of a version that
 * writes the check has been on it.
 */
export async function isSecretOf(sql: Sql, secret: Uint8Array): Promise<boolean | null> {
  const kept = await readCheck(sql)
  return kept === null ? null : timingSafeEqual(kept, checkOf(secret))
}

/**
 * Makes sure that the secret is the installation's. The first time it is written down; of two starts at once the first
 * one's counts.
 *
 * @throws WrongSecretError when it is another one; nothing is changed then
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

/**
 * Since when the installation has its secret, when that is longer than docs/reference/security/keys.md lets it be;
 * otherwise null.
 */
export async function secretDueSince(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql.query<{ since: Date }>('select kept_at as since from secret_check where kept_at < $1', [
    new Date(now.getTime() - SECRET_GOOD_FOR_MS),
  ])
  return row?.since ?? null
}

/**
 * Before a secret is made: nothing in the database may need another one.
 *
 * @throws WrongSecretError when it holds a check, or people of a time before checks were kept
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

/** Tells the secret from others and, being a keyed hash of 256 bits, nothing about it. */
function checkOf(secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('jara.v1/secret-check').digest()
}
