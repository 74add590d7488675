import { PASSKEY_CEREMONY_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { AssertionOptions } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { descriptorsOf, listPasskeys } from './list-passkeys.ts'
import { challengeOf, rpId } from './relying-party.ts'

/** What a browser asks for, so that one of this account's passkeys signs this text. Without a passkey none is allowed. */
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
