import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { DevicePublicKey } from '#contract/accounts.ts'
import type { ApprovalPurpose } from '#server/identity/devices/device-key.ts'
import type { Chance } from './chance.ts'

/** A browser's keys for one account, like tests/support/device.ts, but synchronous: WebCrypto's timing varies. */
export type Device = {
  readonly publicKey: DevicePublicKey
  pinProof(pin: string): string
  sign(purpose: ApprovalPurpose, challenge: string, terms?: string): string
}

/** A fresh device. Its signing key is the only thing the seed does not determine; nothing depends on its value. */
export function newDevice(chance: Chance): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const pinKey = chance.bytes(32)
  return {
    publicKey: { kty: 'EC', crv: 'P-256', x, y },
    pinProof: (pin) => createHmac('sha256', pinKey).update(pin).digest('base64url'),
    sign(purpose, challenge, terms = '') {
      const termsHash = createHash('sha256').update(terms).digest('base64url')
      const text = Buffer.from(`jara.v1\n${purpose}\n${challenge}\n${termsHash}`)
      return sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    },
  }
}
