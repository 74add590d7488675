import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { requireKeys } from '#server/platform/crypto/keys.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { decryptCode, encryptCode, hashCode } from './code.ts'

/**
 * Re-encrypts up to `limit` codes that use former keys, and recomputes their hashes. Returns how many. Codes of closed
 * accounts are already gone.
 */
export async function reEncryptCodes(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'randomBytes'>,
  limit: number,
): Promise<number> {
  const rows = await tx.query<{ user_id: UserId; id: BpcId; code_box: Uint8Array; key_id: string }>(
    `select user_id, id, code_box, key_id from bpc_codes where key_id <> $1
     order by user_id, id limit $2 for update`,
    [deps.keys.id, limit],
  )
  for (const { user_id: userId, id, code_box, key_id } of rows) {
    const code = decryptCode({ keys: requireKeys(deps.keys, key_id) }, { userId, id }, code_box)
    await tx.query('update bpc_codes set code_hash = $3, code_box = $4, key_id = $5 where user_id = $1 and id = $2', [
      userId,
      id,
      hashCode(deps, code),
      encryptCode(deps, { userId, id }, code),
      deps.keys.id,
    ])
  }
  return rows.length
}
