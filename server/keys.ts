import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'
import { fsyncPath } from './db/pglite-durable-fs.ts'
import { parseSecret, SECRET_BYTES_MIN, SECRET_FORM } from './secret.ts'

/** The secrets of an installation, outside the database: a stolen database alone opens nothing. */
export type Keys = {
  /** Keys the hash of PIN proofs. */
  readonly pinPepper: Uint8Array
  /** Keys the pre-hash of passwords. */
  readonly passwordPepper: Uint8Array
  /** Keys the names under which tries to sign in are counted. */
  readonly waitKey: Uint8Array
  /** Encrypts what must be shown again (BPC codes). */
  readonly codeKey: Uint8Array
  /** Keys the look-up hash of BPC codes. */
  readonly codePepper: Uint8Array
  /** Encrypts what is needed again for a while: letters that wait to be sent, the secrets of authenticator apps. */
  readonly boxKey: Uint8Array
  /** Keys the hashes of codes and links that are good once. */
  readonly oncePepper: Uint8Array
}

/** Derives the keys from one secret of 32 bytes or more, each for its own purpose. */
export function keysFrom(secret: Uint8Array): Keys {
  const derive = (purpose: string) => new Uint8Array(createHmac('sha256', secret).update(`jara.v1/${purpose}`).digest())
  return {
    pinPepper: derive('pin-pepper'),
    passwordPepper: derive('password-pepper'),
    waitKey: derive('wait-key'),
    codeKey: derive('code-key'),
    codePepper: derive('code-pepper'),
    boxKey: derive('box-key'),
    oncePepper: derive('once-pepper'),
  }
}

/** Whether the data folder holds a secret, right or wrong. */
export function hasSecretFile(dataFolder: string): boolean {
  return fs.existsSync(secretFile(dataFolder))
}

/**
 * Reads the installation's secret from a file only its owner can read, and makes it when there is none.
 * Sandbox only: live mode takes the secret from JARA_SECRET.
 *
 * @throws ConfigError when the file holds anything but a secret: with another one no PIN and no password would be right
 */
export function secretFromFile(dataFolder: string): Uint8Array {
  const file = secretFile(dataFolder)
  if (!hasSecretFile(dataFolder)) makeSecret(dataFolder, file)
  const secret = parseSecret(fs.readFileSync(file, 'utf8').trim())
  if (secret !== null) return secret
  throw new ConfigError(`DATA_DIR: ${file} does not hold ${SECRET_FORM}: put the file back that was made there`)
}

function secretFile(dataFolder: string): string {
  return path.join(dataFolder, 'secret.key')
}

/** Whole and flushed before it gets its name, so that no crash leaves a part of a secret. Of two makers the first wins. */
function makeSecret(dataFolder: string, file: string): void {
  fs.mkdirSync(dataFolder, { recursive: true })
  const unfinished = `${file}.${process.pid}.unfinished`
  fs.writeFileSync(unfinished, randomBytes(SECRET_BYTES_MIN).toString('hex'), { mode: 0o600, flush: true })
  try {
    fs.linkSync(unfinished, file)
  } catch (error) {
    if (!fs.existsSync(file)) throw error
  } finally {
    fs.rmSync(unfinished)
  }
  fsyncPath(dataFolder)
}
