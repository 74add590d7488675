import type { OrderId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { encryptCode, hashCode, newCode } from './code.ts'
import { scheduleReturnAlert } from './return-alert.ts'

type IssueDeps = Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>

/** Gives an account its one starter BPC, free. Issuing again changes nothing. */
export async function issueStarterBpc(tx: Transaction, deps: IssueDeps, { userId }: { userId: UserId }): Promise<void> {
  await insertCode(tx, deps, { userId, orderId: null })
}

/**
 * Issues the code that a purchase pays for, in the transaction that settles it, and schedules the return reminder. One
 * per order.
 */
export async function issueBpc(
  tx: Transaction,
  deps: IssueDeps,
  of: { userId: UserId; orderId: OrderId },
): Promise<void> {
  const isNew = await insertCode(tx, deps, of)
  if (!isNew) throw new Error(`order ${of.orderId} has its code already`)
  await scheduleReturnAlert(tx, { ...of, boughtAt: deps.clock.now() })
}

async function insertCode(
  tx: Transaction,
  deps: IssueDeps,
  { userId, orderId }: { userId: UserId; orderId: OrderId | null },
): Promise<boolean> {
  const id = deps.newId('bpc')
  const code = newCode(deps.randomBytes)
  const rows = await tx.query(
    `insert into bpc_codes (user_id, id, kind, order_id, code_hash, code_box, created_at, key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [
      userId,
      id,
      orderId === null ? 'starter' : 'bought',
      orderId,
      hashCode(deps, code),
      encryptCode(deps, { userId, id }, code),
      deps.clock.now(),
      deps.keys.id,
    ],
  )
  return rows.length > 0
}
