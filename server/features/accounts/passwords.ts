import { type Argon2Parameters, argon2, createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from './bounded-queue.ts'

/** OWASP's figures for Argon2id: 19 MiB, two passes, one lane; about 25 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

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
  argon2('argon2id', parameters, done),
)

/**
 * Hashes a password (in NFC): Argon2id over a keyed pre-hash, so that a stolen database cannot even be guessed at
 * without the pepper. Answers the PHC text form.
 *
 * @throws AppError server.busy when too many hashes wait already
 */
export async function hashPassword(deps: PasswordDeps, password: string): Promise<string> {
  const salt = deps.randomBytes(SALT_BYTES)
  const hash = await derive(deps, password, salt)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`
}

/**
 * True when the password is the one that was hashed. With `null` (no such account) it does the same work and is false.
 *
 * @throws AppError server.busy
 */
export async function verifyPassword(
  deps: PasswordDeps,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const [, , , , salt = '', hash = ''] = passwordHash?.split('$') ?? []
  const known = passwordHash !== null
  const derived = await derive(deps, password, known ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES))
  const expected = known ? Buffer.from(hash, 'base64') : Buffer.alloc(HASH_BYTES)
  return expected.length === derived.length && timingSafeEqual(derived, expected) && known
}

function derive(deps: PasswordDeps, password: string, salt: Uint8Array): Promise<Buffer> {
  const message = createHmac('sha256', deps.keys.passwordPepper).update(password.normalize('NFC')).digest()
  return hashing.run(() =>
    argon2id({ message, nonce: salt, parallelism: LANES, tagLength: HASH_BYTES, memory: MEMORY_KIB, passes: PASSES }),
  )
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
