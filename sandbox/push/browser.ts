import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

/** The browser's half of a subscription; a real browser never reveals these keys. All in base64url. */
export type BrowserKeys = { readonly publicKey: string; readonly privateKey: string; readonly auth: string }

const SALT_BYTES = 16
const RECORD_SIZE_BYTES = 4
const TAG_BYTES = 16
const POINT_BYTES = 65
/** The delimiter after the text of the last record (RFC 8188, section 2). */
const LAST_RECORD = 2

/** What a browser creates when a page subscribes. */
export function newBrowserKeys(): BrowserKeys {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url')
  return {
    publicKey,
    privateKey: curve.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** Decrypts a message as its browser does (RFC 8291 over one record of RFC 8188); null if it cannot. */
export function decryptMessage({ publicKey, privateKey, auth }: BrowserKeys, body: Uint8Array): string | null {
  try {
    const message = Buffer.from(body)
    const salt = message.subarray(0, SALT_BYTES)
    const recordSize = message.readUInt32BE(SALT_BYTES)
    const keyStart = SALT_BYTES + RECORD_SIZE_BYTES + 1
    const sender = message.subarray(keyStart, keyStart + message.readUInt8(keyStart - 1))
    const record = message.subarray(keyStart + sender.length)
    if (sender.length !== POINT_BYTES || record.length > recordSize || record.length <= TAG_BYTES) return null
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    const shared = curve.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), sender])
    const input = expand(hmac(Buffer.from(auth, 'base64url'), shared), info, 32)
    const prk = hmac(salt, input)
    const key = expand(prk, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = expand(prk, Buffer.from('Content-Encoding: nonce\0'), 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-TAG_BYTES))
    const padded = Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()])
    const end = padded.findLastIndex((byte) => byte !== 0)
    return padded[end] === LAST_RECORD ? padded.subarray(0, end).toString('utf8') : null
  } catch {
    return null
  }
}

const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest()

/** One step of HKDF: nothing here needs more than 32 bytes. */
const expand = (key: Uint8Array, info: Uint8Array, length: number) =>
  hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, length)
