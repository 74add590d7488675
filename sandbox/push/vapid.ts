import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

/** A signature with a longer lifetime is refused (RFC 8292, section 2). */
const LIFETIME_MAX_S = 24 * 60 * 60

const header = z.object({ typ: z.literal('JWT').optional(), alg: z.literal('ES256') })
const claims = z.object({
  aud: z.string(),
  exp: z.number().int(),
  sub: z.string().regex(/^(?:mailto:.+@.+|https:\/\/.+)/),
})

/** Why a request is not from its claimed sender; null if it is. `key`: the one the browser subscribed with. */
export function whyNotSigned(
  authorization: string | undefined,
  { origin, key, now }: { readonly origin: string; readonly key: string; readonly now: Date },
): 'unsigned' | 'wrong-key' | 'expired' | 'wrong-audience' | 'wrong-signature' | null {
  const [, token = '', signer = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization ?? '') ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const read = { header: header.safeParse(jsonOf(head)), claims: claims.safeParse(jsonOf(body)) }
  if (!read.header.success || !read.claims.success) return 'unsigned'
  if (signer !== key) return 'wrong-key'
  const leftS = read.claims.data.exp - now.getTime() / 1_000
  if (leftS <= 0 || leftS > LIFETIME_MAX_S) return 'expired'
  if (read.claims.data.aud !== origin) return 'wrong-audience'
  return isSigned({ key, text: `${head}.${body}`, signature }) ? null : 'wrong-signature'
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

function isSigned({ key, text, signature }: { key: string; text: string; signature: string }): boolean {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    return false
  }
}
