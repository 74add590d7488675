import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/** After this many wrong passwords in a row, a right one is reported to the owner. The email states the number. */
const WRONG_TOLD = 5

type Guessed = { readonly userId: UserId; readonly deviceId: DeviceId | null; readonly browser: string | null }

/** Notifies the owner that a right password followed many wrong ones: once, because the right one resets the count. */
export async function notifyFailedSignIns(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  of: Guessed & { readonly wrongBefore: number },
): Promise<void> {
  const { wrongBefore, ...where } = of
  if (wrongBefore >= WRONG_TOLD) await notifyOwner(tx, deps, { ...where, kind: 'password-after-wrong' })
}
