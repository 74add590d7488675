import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ConfigError } from '#server/platform/config/config.ts'
import { fsyncPath } from '#server/platform/db/pglite-durable-fs.ts'
import { explaining, keepPrivate } from '#server/platform/private-folder.ts'
import { parseSecret, SECRET_BYTES_MIN, SECRET_FORM } from './secret.ts'

const KEY_ID_BYTES = 4

/** The secrets of an installation, outside the database: a stolen database alone opens nothing. */
export type Keys = {
  /**
   * Names these keys and reveals nothing about their secret; stored with whatever they protect. Eight hexadecimal
   * digits.
   */
  readonly id: string
  /** The previous secret's keys, while a change of secret is under way. */
  readonly previous: Keys | null
  /** Keys the hash of PIN proofs. */
  readonly pinPepper: Uint8Array
  /** Keys the pre-hash of passwords. */
  readonly passwordPepper: Uint8Array
  /** Keys the hashed names under which sign-in attempts and SMS codes are counted. */
  readonly waitKey: Uint8Array
  /** Encrypts codes that are shown again (BPC codes). */
  readonly codeKey: Uint8Array
  /** Keys the look-up hash of BPC codes. */
  readonly codePepper: Uint8Array
  /** Encrypts data that is read again: queued emails, authenticator app secrets, push endpoints. */
  readonly boxKey: Uint8Array
  /** Keys the hashes of one-time codes and links. */
  readonly oncePepper: Uint8Array
  /** Keys the look-up hash of push endpoints, and the topics under which push messages replace each other. */
  readonly pushKey: Uint8Array
}

/** Derives one key per purpose from a secret of at least 32 bytes. `previous`: the previous secret. */
export function keysFrom(secret: Uint8Array, previous: Uint8Array | null = null): Keys {
  const derive = (purpose: string) => new Uint8Array(createHmac('sha256', secret).update(`jara.v1/${purpose}`).digest())
  return {
    id: Buffer.from(derive('key-id').subarray(0, KEY_ID_BYTES)).toString('hex'),
    previous: previous === null ? null : keysFrom(previous),
    pinPepper: derive('pin-pepper'),
    passwordPepper: derive('password-pepper'),
    waitKey: derive('wait-key'),
    codeKey: derive('code-key'),
    codePepper: derive('code-pepper'),
    boxKey: derive('box-key'),
    oncePepper: derive('once-pepper'),
    pushKey: derive('push-key'),
  }
}

/** The current keys and, while a change of secret is under way, the previous ones after them. */
export function keyRing(keys: Keys): readonly Keys[] {
  return keys.previous === null ? [keys] : [keys, keys.previous]
}

/** The ids of all available keys. */
export function keyIds(keys: Keys): readonly string[] {
  return keyRing(keys).map(({ id }) => id)
}

/**
 * The keys with this id, or null when their secret is missing. Data without a key id was made with the current ones.
 */
export function findKeys(keys: Keys, id: string | null): Keys | null {
  return id === null ? keys : (keyRing(keys).find((each) => each.id === id) ?? null)
}

/** @throws Error when their secret is missing: no start proceeds while sealed data needs another secret */
export function requireKeys(keys: Keys, id: string | null): Keys {
  const found = findKeys(keys, id)
  if (found === null) throw new Error(`the secret of the keys ${id} is not there`)
  return found
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
  const text = explaining(dataFolder, () => {
    if (!hasSecretFile(dataFolder)) makeSecret(dataFolder, file)
    return fs.readFileSync(file, 'utf8')
  })
  keepPrivate(file)
  const secret = parseSecret(text.trim())
  if (secret !== null) return secret
  throw new ConfigError(`DATA_DIR: ${file} does not hold ${SECRET_FORM}: put the file back that was made there`)
}

function secretFile(dataFolder: string): string {
  return path.join(dataFolder, 'secret.key')
}

/**
 * Written and flushed before it gets its name, so a crash never leaves half a secret. If two processes race, the first
 * wins.
 */
function makeSecret(dataFolder: string, file: string): void {
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
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
