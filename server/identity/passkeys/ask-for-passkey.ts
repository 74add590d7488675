import { PASSKEY_CEREMONY_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { AssertionOptions } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { descriptorsOf, listPasskeys } from './list-passkeys.ts'
import { challengeOf, rpId } from './relying-party.ts'

/**
 * The browser's options for signing this text with one of this account's passkeys. An account without passkeys allows
 * none.
 */
export async function askForPasskey(
  deps: Pick<Deps, 'config' | 'database'>,
  of: { userId: UserId; text: string },
): Promise<AssertionOptions> {
  return {
    challenge: challengeOf(of.text),
    rpId: rpId(deps.config),
    allowCredentials: descriptorsOf(await listPasskeys(deps.database, of.userId)),
    userVerification: 'required',
    timeout: PASSKEY_CEREMONY_MS,
  }
}
