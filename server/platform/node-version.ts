import crypto from 'node:crypto'

/** The Node that runs this has no Argon2. */
export class OldNodeError extends Error {
  override readonly name = 'OldNodeError'
}

/** @throws OldNodeError before anything is opened: nobody could sign in */
export function refuseOldNode(): void {
  if (typeof crypto.argon2 === 'function') return
  throw new OldNodeError(
    `Jara needs Node 24.7 or newer; this is ${process.version}. Install it from https://nodejs.org and start again.`,
  )
}
