import { webcrypto } from 'node:crypto'
import { type DevicePublicKey, devicePublicKey } from '#contract/accounts.ts'
import type { ApprovalPurpose } from '#server/identity/devices/device-key.ts'

/** What a browser keeps for one account: a signing key and a PIN key made with WebCrypto, neither extractable. */
export type TestDevice = {
  readonly publicKey: DevicePublicKey
  /** base64url(HMAC-SHA256(the device's HMAC key, the PIN's digits as UTF-8)). */
  pinProof(pin: string): Promise<string>
  /** Signs what was shown. `terms` is the quote's text for an order, and empty for anything else. */
  sign(purpose: ApprovalPurpose, challenge: string, terms?: string): Promise<string>
}

const { subtle } = webcrypto

/** A fresh device. Its keys are made exactly as the browser makes them. */
export async function newDevice(): Promise<TestDevice> {
  const signing = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const pinKey = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
  const exported = await subtle.exportKey('jwk', signing.publicKey)
  const { kty, crv, x, y } = exported
  return {
    publicKey: devicePublicKey.parse({ kty, crv, x, y }),
    pinProof: async (pin) => base64url(await subtle.sign('HMAC', pinKey, utf8(pin))),
    async sign(purpose, challenge, terms = '') {
      const termsHash = base64url(await subtle.digest('SHA-256', utf8(terms)))
      const text = `jara.v1\n${purpose}\n${challenge}\n${termsHash}`
      return base64url(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signing.privateKey, utf8(text)))
    },
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')
