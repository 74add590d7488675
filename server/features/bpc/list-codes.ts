import type { BpcAnswer } from '#contract/bpc.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { openCode } from './code.ts'

/** Codes are shown this long after the PIN (or a full sign-in), then it is asked for again. */
const CODES_SHOWN_MS = 5 * 60_000

/**
 * The codes a user holds or held, oldest first, in the clear.
 *
 * @throws AppError session.locked when the last unlock is too long ago
 */
export async function listCodes(
  deps: Pick<Deps, 'clock' | 'database' | 'keys'>,
  session: { readonly userId: UserId; readonly unlockedAt: Date },
): Promise<BpcAnswer> {
  if (deps.clock.now().getTime() - session.unlockedAt.getTime() > CODES_SHOWN_MS) {
    throw new AppError('session.locked', {
      message: 'Enter your PIN again to see your codes. Your money is untouched.',
    })
  }
  const { userId } = session
  const rows = await deps.database.query<{
    id: BpcId
    kind: 'starter' | 'bought'
    status: 'active' | 'returned'
    code_box: Uint8Array
  }>('select id, kind, status, code_box from bpc_codes where user_id = $1 order by created_at, id', [userId])
  return {
    codes: rows.map(({ id, kind, status, code_box }) => ({
      id,
      kind,
      status,
      code: openCode(deps, { userId, id }, code_box),
    })),
  }
}
