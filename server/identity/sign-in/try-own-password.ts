import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError, type ErrorDetails } from '#server/platform/errors.ts'
import { tryPassword } from './sign-in.ts'
import { throttleKey } from './sign-in-throttle.ts'

/**
 * Tries the password of an open session's account. Tries share their wait and count with sign-ins on this device, so
 * neither allows more guesses. Returns how many wrong ones in a row preceded it.
 *
 * @throws AppError session.wrong-credentials with the words of `wrong` · session.wait · server.busy
 */
export async function tryOwnPassword(
  deps: Deps,
  of: {
    readonly session: Pick<Session, 'deviceId'>
    readonly account: { readonly email: string; readonly password_hash: string }
    readonly password: string
    readonly wrong: ErrorDetails
  },
): Promise<number> {
  const { email, password_hash: passwordHash } = of.account
  const key = throttleKey(deps, { email, ownDeviceId: of.session.deviceId })
  try {
    return await tryPassword(deps, { key, password: of.password, passwordHash })
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'session.wrong-credentials'
    throw isWrong ? new AppError('session.wrong-credentials', of.wrong) : error
  }
}
