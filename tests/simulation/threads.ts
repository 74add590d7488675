import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto'
import { signatureChecks } from '#server/identity/devices/device-key.ts'
import { isRight, type SignatureCheck } from '#server/identity/devices/signatures.ts'

type Done<Result> = (error: Error | null, result: Result) => void

/**
 * Checks signatures and hashes passwords on this thread until the returned function is called. On another thread they
 * would end at unpredictable times, so a seed would not reproduce its world.
 */
export function keepOnThisThread(): () => void {
  const { argon2 } = crypto
  const { check } = signatureChecks
  const checkHere = async (of: SignatureCheck) => isRight(of)
  const argon2Here = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Done<Buffer>) =>
    done(null, crypto.argon2Sync(algorithm, parameters))
  Object.assign(crypto, { argon2: argon2Here })
  signatureChecks.check = checkHere
  return () => {
    Object.assign(crypto, { argon2 })
    signatureChecks.check = check
  }
}
