import { createHmac } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { ID_ALPHABET } from '#contract/ids.ts'
import { plainCode } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { keyIds, keyRing } from '#server/platform/crypto/keys.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'

/** 26 characters of Crockford's base32: 130 random bits, too many to guess, so a fast hash is enough. */
const CODE_LENGTH = 26
/** Older codes with 120 random bits stay valid. */
const OLDER_CODE_LENGTH = 24
const GROUP_LENGTH = 4

/** Makes ten new recovery codes; earlier ones stop working. They are shown once and stored as hashes. */
export async function makeRecoveryCodes(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'randomBytes'>,
  userId: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(deps.randomBytes))
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  for (const code of codes) {
    await tx.query('insert into recovery_codes (user_id, code_hash, created_at, key_id) values ($1, $2, $3, $4)', [
      userId,
      hashRecoveryCode(deps, userId, code),
      deps.clock.now(),
      deps.keys.id,
    ])
  }
  return codes
}

/** The number of an account's recovery codes that are unused and whose keys are available. */
export async function countRecoveryCodes(sql: Sql, { keys }: Pick<Deps, 'keys'>, userId: UserId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from recovery_codes
     where user_id = $1 and used_at is null and (key_id is null or key_id = any($2))`,
    [userId, keyIds(keys)],
  )
  return row?.count ?? 0
}

/** Uses a recovery code up. False when it is not the account's or was used already. */
export async function spendRecoveryCode(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys'>,
  of: { userId: UserId; code: string },
): Promise<boolean> {
  const typed = readRecoveryCode(of.code)
  if (typed === null) return false
  const used = await tx.query(
    `update recovery_codes set used_at = $3 where user_id = $1 and code_hash = any($2) and used_at is null
     returning user_id`,
    [of.userId, keyRing(deps.keys).map((keys) => hashRecoveryCode({ keys }, of.userId, typed)), deps.clock.now()],
  )
  return used.length > 0
}

function newRecoveryCode(randomBytes: Deps['randomBytes']): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ID_ALPHABET.charAt(byte & 31))
  return grouped(letters.join('').toUpperCase())
}

/**
 * Reads a code as people type it: any case, other or missing hyphens, and letters that look like digits. Null: not a
 * code.
 */
function readRecoveryCode(unchecked: string): string | null {
  const text = plainCode(unchecked).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1')
  const isLong = text.length === CODE_LENGTH || text.length === OLDER_CODE_LENGTH
  return isLong && [...text].every((letter) => ID_ALPHABET.includes(letter)) ? grouped(text.toUpperCase()) : null
}

function hashRecoveryCode({ keys }: Pick<Deps, 'keys'>, userId: UserId, code: string): Uint8Array {
  return createHmac('sha256', keys.oncePepper).update(`recovery-code\n${userId}\n${code}`).digest()
}

const grouped = (text: string) => text.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join('-') ?? text
