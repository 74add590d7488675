import type { Assertion, AssertionOptions, NewPasskeyOptions, Registration } from '#contract/passkeys.ts'
import { UnansweredError } from '#web/lib/api.ts'

/** The person's device gave no answer, and nothing was changed. `message` says why, as far as a browser tells. */
export class CeremonyError extends Error {
  override readonly name = 'CeremonyError'
  /** The page ended the request itself because it was left: there is nobody to tell. */
  readonly isOurs: boolean

  constructor(message: string, cause: unknown, isOurs = false) {
    super(message, { cause })
    this.isOurs = isOurs
  }
}

/** True where a browser can keep and ask for passkeys at all. */
export function browserHasPasskeys(): boolean {
  return globalThis.isSecureContext && typeof globalThis.PublicKeyCredential === 'function'
}

/** True when this very device has a sensor or a screen lock that a passkey can live behind. */
export async function deviceHasSensor(): Promise<boolean> {
  if (!browserHasPasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Fetches the ceremony's code, so that a tap begins it at once: some browsers allow it only shortly after one. */
export function fetchCeremony(): void {
  void library().catch(() => undefined)
}

/**
 * Has one of these passkeys sign the challenge. The browser shows its own question and the device its sensor.
 *
 * @throws CeremonyError · UnansweredError when the ceremony's code could not be loaded
 */
export async function askForPasskey(options: AssertionOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    return { id, type: 'public-key', response }
  } catch (error) {
    throw toCeremonyError(error)
  }
}

/** The passkey a device is asked to make: a user's, or an operator's, which must be discoverable without a name. */
type PasskeyToMake = Omit<NewPasskeyOptions['options'], 'authenticatorSelection'> & {
  readonly authenticatorSelection: {
    readonly residentKey: 'preferred' | 'required'
    readonly userVerification: 'required'
  }
}

/** Has the person's device make a passkey. Throws as askForPasskey. */
export async function makePasskey(options: PasskeyToMake): Promise<Registration> {
  const { startRegistration } = await library()
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw toCeremonyError(error)
  }
}

/** Cancels a pending passkey request when its caller has gone. */
export async function endCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

function library() {
  return import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw new UnansweredError(cause)
  })
}

function toCeremonyError(error: unknown): CeremonyError {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'AbortError':
      return new CeremonyError('This was cancelled.', error, true)
    // Browsers give one answer for all of these, so that a page learns nothing about other people's passkeys.
    case 'NotAllowedError':
      return new CeremonyError('It was cancelled, took too long, or your device did not recognise you.', error)
    case 'InvalidStateError':
      return new CeremonyError('This device already has a passkey for your account.', error)
    case 'NotSupportedError':
    case 'ConstraintError':
      return new CeremonyError('This device has no sensor or screen lock that can keep a passkey.', error)
    case 'SecurityError':
      return new CeremonyError('Passkeys do not work at this address.', error)
    default:
      return new CeremonyError('Your device could not do this.', error)
  }
}
