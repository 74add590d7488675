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
  /** Names these keys and says nothing about their secret: what is made with them keeps it. Eight hexadecimal digits. */
  readonly id: string
  /** The keys of the secret before this one, while its change lasts. */
  readonly before: Keys | null
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
  /** Encrypts what is needed again: emails that wait to be sent, the secrets of authenticator apps, where browsers are reached. */
  readonly boxKey: Uint8Array
  /** Keys the hashes of codes and links that are good once. */
  readonly oncePepper: Uint8Array
  /** Keys the look-up hash of push endpoints, and the names under which push messages replace each other. */
  readonly pushKey: Uint8Array
}

/** Derives the keys from one secret of 32 bytes or more, each for its own purpose. `before`: the secret before it. */
export function keysFrom(secret: Uint8Array, before: Uint8Array | null = null): Keys {
  const derive = (purpose: string) => new Uint8Array(createHmac('sha256', secret).update(`jara.v1/${purpose}`).digest())
  return {
    id: Buffer.from(derive('key-id').subarray(0, KEY_ID_BYTES)).toString('hex'),
    before: before === null ? null : keysFrom(before),
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

/** The present keys and, while a change of the secret lasts, the former ones after them. */
export function keyRing(keys: Keys): readonly Keys[] {
  return keys.before === null ? [keys] : [keys, keys.before]
}

/** The names of all keys there are. */
export function keyIds(keys: Keys): readonly string[] {
  return keyRing(keys).map(({ id }) => id)
}

/** The keys something was made with; null when their secret is not there. What names none was made with the present ones. */
export function findKeys(keys: Keys, id: string | null): Keys | null {
  return id === null ? keys : (keyRing(keys).find((each) => each.id === id) ?? null)
}

/** @throws Error when their secret is not there: no start goes on while a box needs another one */
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

/** Whole and flushed before it gets its name, so that no crash leaves a part of a secret. Of two makers the first wins. */
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
