import type { UserId } from '#contract/ids.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { hashCode, newCode, sealCode } from './code.ts'

/** Gives an account its one starter BPC, free. Issuing again changes nothing. */
export async function issueStarterBpc(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  { userId }: { userId: UserId },
): Promise<void> {
  const id = deps.newId('bpc')
  const code = newCode(deps.randomBytes)
  await tx.query(
    `insert into bpc_codes (user_id, id, kind, code_hash, code_box, created_at)
     values ($1, $2, 'starter', $3, $4, $5) on conflict (user_id) where kind = 'starter' do nothing`,
    [userId, id, hashCode(deps, code), sealCode(deps, { userId, id }, code), deps.clock.now()],
  )
}
