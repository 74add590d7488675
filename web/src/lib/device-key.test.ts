import { expect, test } from 'vitest'
import { base64url } from './base64url.ts'
import { approve, pinProof } from './device-key.ts'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }

async function device() {
  const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const pinKey = await crypto.subtle.importKey('raw', new Uint8Array(32), hmac, false, ['sign'])
  const publicKey = { kty: 'EC', crv: 'P-256', x: '', y: '' } as const
  return { verifyWith: pair.publicKey, keys: { deviceId: 'dev_1', publicKey, signingKey: pair.privateKey, pinKey } }
}

test('the PIN proof is the HMAC-SHA256 of the digits, in base64url', async () => {
  const { keys } = await device()
  // HMAC-SHA256("4071") under 32 zero bytes, computed with OpenSSL.
  expect(await pinProof(keys, '4071')).toBe('vWrJDGe9XZzC6WoY3TgrwtkOm5g8O0MoAuY9PTW3t78')
})

test('the signature covers purpose, challenge and the exact terms', async () => {
  const { keys, verifyWith } = await device()
  const terms = 'Amount: ₦1,500.00\nTo: ADA OBI'
  const signature = await approve(keys, { purpose: 'order', challenge: 'c1', terms })
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)
  const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  const signs = async (purpose: string, signedTerms: string) => {
    const digest = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signedTerms)))
    const text = new TextEncoder().encode(`jara.v1\n${purpose}\nc1\n${digest}`)
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifyWith, bytes, text)
  }
  expect(await signs('order', terms)).toBe(true)
  expect(await signs('unlock', terms)).toBe(false)
  expect(await signs('order', terms.replace('1,500', '1,501'))).toBe(false)
})
