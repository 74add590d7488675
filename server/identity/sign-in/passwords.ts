// Named, an old Node's missing `argon2` would keep main.ts from saying in a sentence what is missing.
import crypto, { type Argon2Parameters, createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { findKeys, type Keys } from '#server/platform/crypto/keys.ts'

/** OWASP's figures for Argon2id: 19 MiB, two passes, one lane; about 25 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
/** How a hash of today's cost and keys begins: the PHC text form, with the name of the keys. */
const prefixOf = (keys: Keys) => `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES},keyid=${keys.id}$`
const SALT_BYTES = 16
const HASH_BYTES = 32

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }
const COST: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES }

/** Hashing gets half of Node's four worker threads, and at most about a second's worth of work may wait for it. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING_MAX = 64
const HASHES_RETRY_AFTER_S = 2

type PasswordDeps = Pick<Deps, 'keys' | 'randomBytes'>

// One per process: what it protects, the processor, is the process's too.
const hashing = boundedQueue({
  atOnce: HASHES_AT_ONCE,
  waitingMax: HASHES_WAITING_MAX,
  retryAfterS: HASHES_RETRY_AFTER_S,
})
const argon2id = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  crypto.argon2('argon2id', parameters, done),
)

/**
 * Hashes a password (in NFC): Argon2id over a keyed pre-hash, so that a stolen database cannot even be guessed at
 * without the pepper. Returns the PHC text form.
 *
 * @throws AppError server.busy when too many hashes wait already
 */
export async function hashPassword(deps: PasswordDeps, password: string): Promise<string> {
  const salt = deps.randomBytes(SALT_BYTES)
  const hash = await derive(deps.keys, password, salt, COST)
  return `${prefixOf(deps.keys)}${base64(salt)}$${base64(hash)}`
}

/**
 * True when the password is the one that was hashed. With `null` (no such account), or a hash whose keys are not there
 * any more, it does the same work and is false: one hash, whichever keys there are.
 *
 * @throws AppError server.busy
 */
export async function verifyPassword(
  deps: PasswordDeps,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const [, , , parameters = '', salt = '', hash = ''] = passwordHash?.split('$') ?? []
  const keys = passwordHash === null ? null : findKeys(deps.keys, readKeyId(parameters))
  const derived =
    keys !== null
      ? await derive(keys, password, Buffer.from(salt, 'base64'), readCost(parameters))
      : await derive(deps.keys, password, Buffer.alloc(SALT_BYTES), COST)
  const expected = keys !== null ? Buffer.from(hash, 'base64') : Buffer.alloc(HASH_BYTES)
  return expected.length === derived.length && timingSafeEqual(derived, expected) && keys !== null
}

/** Whether it was hashed at another cost or with other keys than today's, and so should be rehashed. */
export function isOutdated(deps: Pick<Deps, 'keys'>, passwordHash: string): boolean {
  return !passwordHash.startsWith(prefixOf(deps.keys))
}

function readCost(text: string): Cost {
  const [, memory, passes, parallelism] = text.match(/^m=(\d+),t=(\d+),p=(\d+)/) ?? []
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
}

function readKeyId(text: string): string | null {
  return text.match(/,keyid=([0-9a-f]{8})$/)?.[1] ?? null
}

function derive(keys: Keys, password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const message = createHmac('sha256', keys.passwordPepper).update(password.normalize('NFC')).digest()
  return hashing.run(() => argon2id({ message, nonce: salt, tagLength: HASH_BYTES, ...cost }))
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
