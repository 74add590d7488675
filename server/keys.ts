import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'
import { fsyncPath } from './db/pglite-durable-fs.ts'

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

const SECRET_BYTES = 32

/**
 * Reads the installation's secret from a file only its owner can read, and makes it on the first start.
 * Sandbox only: live mode takes the secret from JARA_SECRET.
 *
 * @throws ConfigError when the file holds anything but a secret: with another one no PIN and no password would be right
 */
export function secretFromFile(dataFolder: string): Uint8Array {
  const file = path.join(dataFolder, 'secret.key')
  if (!fs.existsSync(file)) makeSecret(dataFolder, file)
  const secret = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length === SECRET_BYTES) return secret
  throw new ConfigError(
    `DATA_DIR: ${file} does not hold the ${SECRET_BYTES * 2} hexadecimal digits it was made with: put that file back`,
  )
}

/** Whole and flushed before it gets its name, so that no crash leaves a part of a secret. Of two makers the first wins. */
function makeSecret(dataFolder: string, file: string): void {
  fs.mkdirSync(dataFolder, { recursive: true })
  const unfinished = `${file}.${process.pid}.unfinished`
  fs.writeFileSync(unfinished, randomBytes(SECRET_BYTES).toString('hex'), { mode: 0o600, flush: true })
  try {
    fs.linkSync(unfinished, file)
  } catch (error) {
    if (!fs.existsSync(file)) throw error
  } finally {
    fs.rmSync(unfinished)
  }
  fsyncPath(dataFolder)
}
