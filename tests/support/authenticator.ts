import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  type SignKeyObjectInput,
  sign,
} from 'node:crypto'
import type { Assertion, NewPasskeyOptions, Registration } from '#contract/passkeys.ts'

/** What a dishonest page, authenticator or network changes in a response. */
export type Forgery = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: 'webauthn.create' | 'webauthn.get'
  readonly crossOrigin?: boolean
  /** UP 0x01, UV 0x04, BE 0x08, BS 0x10. */
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with a key other than the passkey's, or with its own in another format. */
  readonly signWith?: KeyObject | SignKeyObjectInput
  /** Instead of SHA-256. */
  readonly hash?: string
  /** Registration: an attestation that was not requested. */
  readonly attestation?: { readonly format: string; readonly statement: Cbor }
  readonly credentialId?: Uint8Array
  /** Registration: instead of the authenticator's own. */
  readonly publicKey?: Cbor
}

/** An authenticator in software: it makes one passkey and signs with it, in the real bytes of WebAuthn. */
export type Authenticator = {
  readonly credentialId: string
  /** Returns the result of `navigator.credentials.create`. */
  create(options: Pick<NewPasskeyOptions['options'], 'challenge' | 'rp' | 'user'>, forged?: Forgery): Registration
  /** Returns the result of `navigator.credentials.get`. The counter increases each time, unless there is none. */
  get(challenge: string, forged?: Forgery): Assertion
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40

export function newAuthenticator(of: { origin: string; counts?: boolean; keys?: CosePair }): Authenticator {
  const { privateKey, cose } = of.keys ?? p256Pair()
  const credentialId = randomBytes(32)
  const host = new URL(of.origin).hostname
  let counter = 0
  const nextCounter = () => (of.counts === false ? 0 : ++counter)

  return {
    credentialId: credentialId.toString('base64url'),
    create(options, forged = {}) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        uint16(credentialId.length),
        forged.credentialId ?? credentialId,
        cbor(forged.publicKey ?? cose),
      ])
      const authData = Buffer.concat([authenticatorData(forged, ATTESTED), attested])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', forged.attestation?.format ?? 'none'],
          ['attStmt', forged.attestation?.statement ?? new Map()],
          ['authData', authData],
        ]),
      )
      return {
        id: credentialId.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, forged),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get(challenge, forged = {}) {
      const authData = authenticatorData(forged)
      const clientDataJSON = clientData('webauthn.get', challenge, forged)
      const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const key = forged.signWith ?? privateKey
      const hash = 'asymmetricKeyType' in key && key.asymmetricKeyType === 'ed25519' ? null : (forged.hash ?? 'sha256')
      const signature = sign(hash, Buffer.concat([authData, clientHash]), key)
      return {
        id: credentialId.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(forged.userHandle === undefined ? {} : { userHandle: forged.userHandle }),
        },
      }
    },
  }

  function clientData(type: string, challenge: string, forged: Forgery): string {
    const data = {
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? of.origin,
      crossOrigin: forged.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  function authenticatorData(forged: Forgery, more = 0): Buffer {
    const rpIdHash = createHash('sha256')
      .update(forged.rpId ?? host)
      .digest()
    const flags = (forged.flags ?? PRESENT_AND_VERIFIED) | more
    return Buffer.concat([rpIdHash, Buffer.from([flags]), uint32(forged.counter ?? nextCounter())])
  }
}

/** What a passkey signs: base64url(SHA-256) of the text that a device would sign. */
export function challengeToSign(purpose: string, challenge: string, terms = ''): string {
  const termsHash = createHash('sha256').update(terms).digest('base64url')
  return createHash('sha256').update(`jara.v1\n${purpose}\n${challenge}\n${termsHash}`).digest('base64url')
}

type Cose = ReadonlyMap<number, number | Buffer>

/** A key pair; the public key in COSE form and as bytes, as the table of passkeys stores it. */
export type CosePair = { readonly cose: Cose; readonly bytes: Buffer; readonly privateKey: KeyObject }

/** A P-256 key, as phones make them. */
function p256Pair(): CosePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return pairOf(privateKey, cose)
}

/** An RSA key, as the TPM of some Windows devices makes it. */
export function rsaPair(modulusLength: number, publicExponent = 65_537): CosePair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return pairOf(privateKey, rsaOf(Buffer.from(n, 'base64url'), Buffer.from(e, 'base64url')))
}

/** An RSA public key of RS256 in COSE form, whatever its modulus is. */
export function rsaOf(modulus: Buffer, exponent = Buffer.from([1, 0, 1])): Cose {
  return new Map<number, number | Buffer>([
    [1, 3],
    [3, -257],
    [-1, modulus],
    [-2, exponent],
  ])
}

/** An Ed25519 key, as security keys make them. */
export function ed25519Pair(): CosePair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Buffer>([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, Buffer.from(x, 'base64url')],
  ])
  return pairOf(privateKey, cose)
}

function pairOf(privateKey: KeyObject, cose: Cose): CosePair {
  return { cose, bytes: cbor(cose), privateKey }
}

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<string | number, Cbor>

/** The subset of CBOR that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
  }
  const items = value as readonly Cbor[]
  return Buffer.concat([head(4, items.length), ...items.map(cbor)])
}

function head(majorType: number, count: number): Buffer {
  const major = majorType << 5
  if (count < 24) return Buffer.from([major | count])
  return count < 256 ? Buffer.from([major | 24, count]) : Buffer.concat([Buffer.from([major | 25]), uint16(count)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
