import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { derSignature, SIGNATURE_BYTES } from './der-signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const half = SIGNATURE_BYTES / 2

it('is the signature that Node makes in DER', () => {
  for (let count = 0; count < 300; count++) {
    const text = randomBytes(20)
    const signature = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    expect(verify('sha256', text, publicKey, derSignature(signature))).toBe(true)
    signature.writeUInt8(signature.readUInt8(40) ^ 1, 40)
    expect(verify('sha256', text, publicKey, derSignature(signature))).toBe(false)
  }
})

it('writes each number in as few bytes as hold it, and never as a negative one', () => {
  const signature = new Uint8Array(SIGNATURE_BYTES)
  signature[half - 1] = 0x7f
  signature[SIGNATURE_BYTES - 1] = 0x80
  expect(derSignature(signature)).toEqual(Uint8Array.of(0x30, 7, 0x02, 1, 0x7f, 0x02, 2, 0, 0x80))
})

it.each([
  ['zeros', new Uint8Array(SIGNATURE_BYTES)],
  ['numbers beyond the order of the curve', new Uint8Array(SIGNATURE_BYTES).fill(0xff)],
])('is refused by the check, not by an error, for %s', (_, signature) => {
  expect(verify('sha256', Buffer.from('text'), publicKey, derSignature(signature))).toBe(false)
})
