import { loadWebauthn } from './load-webauthn.ts'

/** COSE's numbers of signature algorithms (RFC 9053, RFC 8812). */
const ES256 = -7
const EDDSA = -8
const RS256 = -257

/**
 * Phones, computers and security keys make ES256 and EdDSA. The TPM of some Windows devices makes only RS256. An
 * authenticator takes the first of the list that it supports.
 */
export const PASSKEY_ALGORITHMS: readonly number[] = [ES256, EDDSA, RS256]

/** 2,048 bits give some 112 bits of strength: what a TPM makes, and the minimum that NIST SP 800-131A allows. */
const RSA_MIN_BITS = 2_048
/** Checking a longer key's signature costs more than it proves. */
const RSA_MAX_BITS = 4_096
/** With a tiny exponent, signatures can be forged without the private key; authenticators use this one. */
const RSA_EXPONENT = 65_537n

/**
 * Requires that a passkey's public key, in COSE form, is of a supported kind and strong enough.
 *
 * @throws Error with the reason, for the log
 */
export async function requireUsableKey(publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { cose, decodeCredentialPublicKey } = await loadWebauthn()
  const key = decodeCredentialPublicKey(publicKey)
  const algorithm = key.get(cose.COSEKEYS.alg)
  if (!PASSKEY_ALGORITHMS.some((each) => each === algorithm)) throw new Error('its key is of a kind that is not used')
  if (algorithm !== RS256) return
  if (!cose.isCOSEPublicKeyRSA(key)) throw new Error('its key says RS256 and is no RSA key')
  const bits = toNumber(key.get(cose.COSEKEYS.n)).toString(2).length
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS) throw new Error(`its RSA key has ${bits} bits`)
  if (toNumber(key.get(cose.COSEKEYS.e)) !== RSA_EXPONENT) throw new Error('its RSA key has an unusual exponent')
}

function toNumber(bytes: Uint8Array | undefined): bigint {
  return BigInt(`0x0${Buffer.from(bytes ?? []).toString('hex')}`)
}
