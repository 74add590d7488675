// A named import of `argon2` would fail on an old Node before main.ts could say what is missing.
import crypto, { type Argon2Parameters, createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { findKeys, type Keys } from '#server/platform/crypto/keys.ts'
import { PASSWORD_COST, type PasswordCost } from '#server/platform/crypto/password-cost.ts'

/** The start of a hash with the current cost and keys: the PHC text form, with the keys' id. */
function prefixOf(deps: Pick<Deps, 'keys' | 'passwordCost'>): string {
  const { memory, passes, parallelism } = costOf(deps)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${deps.keys.id}$`
}
const costOf = ({ passwordCost }: Pick<Deps, 'passwordCost'>) => passwordCost ?? PASSWORD_COST
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashing gets half of Node's four worker threads, and at most about a second's worth of work may wait for it. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING_MAX = 64
const HASHES_RETRY_AFTER_S = 2

type PasswordDeps = Pick<Deps, 'keys' | 'randomBytes' | 'passwordCost'>
type First = () => Promise<void>

// One per process, like the processor that it protects.
const hashing = boundedQueue({
  maxConcurrent: HASHES_AT_ONCE,
  waitingMax: HASHES_WAITING_MAX,
  retryAfterS: HASHES_RETRY_AFTER_S,
})
const argon2id = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  crypto.argon2('argon2id', parameters, done),
)

/**
 * Hashes a password (in NFC): Argon2id over a keyed pre-hash, so that a stolen database cannot be guessed at without
 * the pepper. Returns the PHC text form. `first` runs once a place is reserved.
 *
 * @throws AppError server.busy when too many hashes wait already
 */
export async function hashPassword(deps: PasswordDeps, password: string, first?: First): Promise<string> {
  const salt = deps.randomBytes(SALT_BYTES)
  const hash = await derive({ keys: deps.keys, password, salt, cost: costOf(deps) }, first)
  return `${prefixOf(deps)}${base64(salt)}$${base64(hash)}`
}

/**
 * Whether the password matches the hash. For `null` (no such account) or a hash whose keys are missing, it does the
 * same work, one hash, and returns false. `first` counts the attempt once a place is reserved: an attempt refused as
 * busy was never made.
 *
 * @throws AppError server.busy
 */
export async function verifyPassword(
  deps: PasswordDeps,
  password: string,
  passwordHash: string | null,
  first?: First,
): Promise<boolean> {
  const [, , , parameters = '', salt = '', hash = ''] = passwordHash?.split('$') ?? []
  const keys = passwordHash === null ? null : findKeys(deps.keys, readKeyId(parameters))
  const derived =
    keys !== null
      ? await derive({ keys, password, salt: Buffer.from(salt, 'base64'), cost: readCost(parameters) }, first)
      : await derive({ keys: deps.keys, password, salt: Buffer.alloc(SALT_BYTES), cost: costOf(deps) }, first)
  const expected = keys !== null ? Buffer.from(hash, 'base64') : Buffer.alloc(HASH_BYTES)
  return expected.length === derived.length && timingSafeEqual(derived, expected) && keys !== null
}

/** Whether the hash uses another cost or other keys than the current ones and should be renewed. */
export function isOutdated(deps: Pick<Deps, 'keys' | 'passwordCost'>, passwordHash: string): boolean {
  return !passwordHash.startsWith(prefixOf(deps))
}

function readCost(text: string): PasswordCost {
  const [, memory, passes, parallelism] = text.match(/^m=(\d+),t=(\d+),p=(\d+)/) ?? []
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
}

function readKeyId(text: string): string | null {
  return text.match(/,keyid=([0-9a-f]{8})$/)?.[1] ?? null
}

type Derivation = {
  readonly keys: Keys
  readonly password: string
  readonly salt: Uint8Array
  readonly cost: PasswordCost
}

function derive({ keys, password, salt, cost }: Derivation, first?: First): Promise<Buffer> {
  const message = createHmac('sha256', keys.passwordPepper).update(password.normalize('NFC')).digest()
  return hashing.run(() => argon2id({ message, nonce: salt, tagLength: HASH_BYTES, ...cost }), first)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
