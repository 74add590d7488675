import { read, write } from './device-account.ts'

/**
 * What happened to the session on this device and could not be told to the server, for want of a network: a lock or a
 * sign-out. It is told before anything else is asked. Never anything about money: nothing of that kind waits anywhere.
 */
export type PendingSignOut = 'lock' | 'sign-out'

const KEY = 'jara.owed'

export function pendingSignOut(): PendingSignOut | null {
  const kept = read(KEY)
  return kept === 'lock' || kept === 'sign-out' ? kept : null
}

/** A sign-out that is owed includes the lock. */
export function setPendingSignOut(what: PendingSignOut): void {
  if (pendingSignOut() !== 'sign-out') write(KEY, what)
}

export function clearPendingSignOut(): void {
  write(KEY, null)
}
