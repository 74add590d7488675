import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewPasskeyOptions, Registration } from '#contract/passkeys.ts'

/** What a dishonest page, authenticator or wire changes about an answer. */
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
  /** Signs with another key than the passkey's. */
  readonly signWith?: KeyObject
  /** Registration: an attestation nobody asked for. */
  readonly attestation?: { readonly format: string; readonly statement: Cbor }
  readonly credentialId?: Uint8Array
  /** Registration: instead of the authenticator's own. */
  readonly publicKey?: Cbor
}

/** An authenticator in software: it makes one passkey and signs with it, in the real bytes of WebAuthn. */
export type Authenticator = {
  readonly credentialId: string
  /** Returns `navigator.credentials.create`. */
  create(options: Pick<NewPasskeyOptions['options'], 'challenge' | 'rp' | 'user'>, forged?: Forgery): Registration
  /** Returns `navigator.credentials.get`. Its counter increases with each, unless it does not count. */
  get(challenge: string, forged?: Forgery): Assertion
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40

export function newAuthenticator(of: { origin: string; counts?: boolean }): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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
        cbor(forged.publicKey ?? coseKey(publicKey)),
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
      const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
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

/** What a passkey is given to sign: base64url(SHA-256) of the text a device would sign. */
export function challengeToSign(purpose: string, challenge: string, terms = ''): string {
  const termsHash = createHash('sha256').update(terms).digest('base64url')
  return createHash('sha256').update(`jara.v1\n${purpose}\n${challenge}\n${termsHash}`).digest('base64url')
}

/** An ES256 public key in COSE form. */
function coseKey(publicKey: KeyObject): Cbor {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** A pair of keys, the public one in COSE form and in its bytes, as the table of passkeys has it. */
export type CosePair = { readonly cose: Cbor; readonly bytes: Buffer; readonly privateKey: KeyObject }

/** An RSA key of the given size, as older TPMs make them. */
export function rsaPair(modulusLength: number): CosePair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return pairOf(privateKey, [
    [1, 3],
    [3, -257],
    [-1, Buffer.from(n, 'base64url')],
    [-2, Buffer.from(e, 'base64url')],
  ])
}

/** An Ed25519 key, as security keys make them. */
export function ed25519Pair(): CosePair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return pairOf(privateKey, [
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, Buffer.from(x, 'base64url')],
  ])
}

function pairOf(privateKey: KeyObject, fields: [number, number | Buffer][]): CosePair {
  const cose = new Map(fields)
  return { cose, bytes: cbor(cose), privateKey }
}

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<string | number, Cbor>

/** As much of CBOR as an attestation needs. */
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
