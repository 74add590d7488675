import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The secrets of an installation, outside the database: a stolen database alone opens nothing. */
export type Keys = {
  /** Keys the hash of PIN proofs. */
  readonly pinPepper: Uint8Array
  /** Keys the pre-hash of passwords. */
  readonly passwordPepper: Uint8Array
  /** Encrypts what must be shown again (BPC codes). */
  readonly codeKey: Uint8Array
  /** Keys the look-up hash of BPC codes. */
  readonly codePepper: Uint8Array
}

/** Derives the four keys from one 32-byte secret, each for its own purpose. */
export function keysFrom(secret: Uint8Array): Keys {
  const derive = (purpose: string) => new Uint8Array(createHmac('sha256', secret).update(`jara.v1/${purpose}`).digest())
  return {
    pinPepper: derive('pin-pepper'),
    passwordPepper: derive('password-pepper'),
    codeKey: derive('code-key'),
    codePepper: derive('code-pepper'),
  }
}

/**
 * Reads the installation's secret from a file only its owner can read, and makes it on the first start.
 * Sandbox only: live mode takes the secret from JARA_SECRET.
 */
export function secretFromFile(dataFolder: string): Uint8Array {
  const file = path.join(dataFolder, 'secret.key')
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dataFolder, { recursive: true })
    const handle = fs.openSync(file, 'wx', 0o600)
    fs.writeSync(handle, randomBytes(32).toString('hex'))
    fs.fsyncSync(handle)
    fs.closeSync(handle)
  }
  return Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'hex')
}
