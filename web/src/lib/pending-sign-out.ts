import { read, write } from './device-account.ts'

/**
 * A change to the session on this device that could not reach the server without a network: a lock or a
 * sign-out. It is sent before any other request. Never anything about money: no money operation is queued anywhere.
 */
export type PendingSignOut = 'lock' | 'sign-out'

const KEY = 'jara.owed'

export function pendingSignOut(): PendingSignOut | null {
  const kept = read(KEY)
  return kept === 'lock' || kept === 'sign-out' ? kept : null
}

/** A pending sign-out includes the lock. */
export function setPendingSignOut(what: PendingSignOut): void {
  if (pendingSignOut() !== 'sign-out') write(KEY, what)
}

export function clearPendingSignOut(): void {
  write(KEY, null)
}
