import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'

/** Codes are shown and returned this long after the PIN (or a full sign-in), then it is asked for again. */
const AFTER_UNLOCK_MS = 5 * 60_000

/** @throws AppError session.locked when the last unlock is too long ago */
export function requireJustUnlocked(deps: Pick<Deps, 'clock'>, session: { readonly unlockedAt: Date }): void {
  if (deps.clock.now().getTime() - session.unlockedAt.getTime() <= AFTER_UNLOCK_MS) return
  throw new AppError('session.locked', {
    message: 'Enter your PIN again to see your codes. Your money is untouched.',
  })
}
