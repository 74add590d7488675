import type { BpcAnswer } from '#contract/bpc.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { requireKeys } from '#server/platform/crypto/keys.ts'
import { decryptCode } from './code.ts'
import { findReturnable } from './returnable-codes.ts'

/** The codes a user holds or held, oldest first, in the clear. Only for a user who has just proved who they are. */
export async function listCodes(deps: Pick<Deps, 'clock' | 'database' | 'keys'>, userId: UserId): Promise<BpcAnswer> {
  const rows = await deps.database.query<{
    id: BpcId
    kind: 'starter' | 'bought'
    status: 'active' | 'returned'
    order_id: string | null
    created_at: Date
    code_box: Uint8Array
    key_id: string | null
  }>(
    `select id, kind, status, order_id, created_at, code_box, key_id from bpc_codes
     where user_id = $1 order by created_at, id`,
    [userId],
  )
  const returnable = await findReturnable(deps.database, userId, deps.clock.now())
  return {
    codes: rows.map(({ id, kind, status, order_id, created_at, code_box, key_id }) => ({
      id,
      kind,
      status,
      orderId: order_id,
      createdAt: created_at.toISOString(),
      returnableUntil: returnable.get(id)?.toISOString() ?? null,
      code: decryptCode({ keys: requireKeys(deps.keys, key_id) }, { userId, id }, code_box),
    })),
  }
}
