import type { Approval } from '#contract/accounts.ts'
import { PASSKEY_CEREMONY_MS } from '#contract/constants.ts'
import type { Assertion, AssertionOptions, Passkey } from '#contract/passkeys.ts'
import { getMe, useMe } from '#web/identity/accounts/get-me.ts'
import { askForPasskey, browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { passkeysQuery } from '#web/identity/passkeys/get-passkeys.ts'
import { type Agreed, approve, challengeToSign, deviceKeys, pinProof } from '#web/lib/device-key.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The approval of exactly what was shown, with the PIN proved and the text signed by this device. */
export async function approveWithPin(of: Agreed, pin: string): Promise<Approval> {
  const keys = await deviceKeys()
  return { deviceId: keys.deviceId, pinProof: await pinProof(keys, pin), signature: await approve(keys, of) }
}

/**
 * The approval of exactly what was shown, signed by a passkey.
 *
 * @throws CeremonyError when the person's device gives no answer
 */
export async function approveWithPasskey(of: Agreed): Promise<Approval> {
  const me = await queryClient.ensureQueryData({ queryKey: ['me'], queryFn: () => getMe() })
  return { deviceId: me?.deviceId ?? '', passkey: await signWithPasskey(of) }
}

/** A passkey's signature over this. Throws like approveWithPasskey. */
export async function signWithPasskey(of: Agreed): Promise<Assertion> {
  const { rpId, passkeys } = await queryClient.fetchQuery(passkeysQuery)
  return await askForPasskey({
    challenge: await challengeToSign(of),
    rpId,
    allowCredentials: descriptorsOf(passkeys),
    userVerification: 'required',
    timeout: PASSKEY_CEREMONY_MS,
  })
}

function descriptorsOf(passkeys: readonly Passkey[]): AssertionOptions['allowCredentials'] {
  return passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports }))
}

/** True when the account has a passkey and this browser can ask for one. */
export function useCanApproveWithPasskey(): boolean {
  const count = useMe().data?.passkeyCount ?? 0
  return count > 0 && browserHasPasskeys()
}
