import crypto, { type Argon2Algorithm, type Argon2Parameters, type KeyLike } from 'node:crypto'

type Done<Result> = (error: Error | null, result: Result) => void

/**
 * Signatures are checked and passwords hashed on this thread until the returned function is called. On another one they end
 * when the machine likes, which is no part of a world that is the same again from its seed.
 */
export function keepOnThisThread(): () => void {
  const { verify, argon2 } = crypto
  const verifyHere = (
    ...[algorithm, text, key, signature, done]: [string, Uint8Array, KeyLike, Uint8Array, Done<boolean>]
  ) => done(null, verify(algorithm, text, key, signature))
  const argon2Here = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Done<Buffer>) =>
    done(null, crypto.argon2Sync(algorithm, parameters))
  Object.assign(crypto, { verify: verifyHere, argon2: argon2Here })
  return () => {
    Object.assign(crypto, { verify, argon2 })
  }
}
