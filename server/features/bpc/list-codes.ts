import type { BpcAnswer } from '#contract/bpc.ts'
import { BPC_RETURN_MS } from '#contract/constants.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { openCode } from '../../bpc/code.ts'
import { findUnused } from './unused-codes.ts'

/** The codes a user holds or held, oldest first, in the clear. Only for somebody who has just shown who he is. */
export async function listCodes(deps: Pick<Deps, 'clock' | 'database' | 'keys'>, userId: UserId): Promise<BpcAnswer> {
  const rows = await deps.database.query<{
    id: BpcId
    kind: 'starter' | 'bought'
    status: 'active' | 'returned'
    order_id: string | null
    created_at: Date
    code_box: Uint8Array
  }>(
    `select id, kind, status, order_id, created_at, code_box from bpc_codes where user_id = $1 order by created_at, id`,
    [userId],
  )
  const now = deps.clock.now()
  const unused = await findUnused(deps.database, userId)
  return {
    codes: rows.map(({ id, kind, status, order_id, created_at, code_box }) => {
      const until = new Date(created_at.getTime() + BPC_RETURN_MS)
      return {
        id,
        kind,
        status,
        orderId: order_id,
        createdAt: created_at.toISOString(),
        returnableUntil: unused.has(id) && until >= now ? until.toISOString() : null,
        code: openCode(deps, { userId, id }, code_box),
      }
    }),
  }
}
