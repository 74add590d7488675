const KEY = 'jara.account'
const KNOWN = 'known'

/**
 * Whether this browser is an account's device, and so may have a session. It does not say whose. An older value is
 * overwritten, because it was a name.
 */
export function isKnownHere(): boolean {
  const kept = read(KEY)
  if (kept !== null && kept !== KNOWN) write(KEY, KNOWN)
  return kept !== null
}

export function rememberDevice(): void {
  write(KEY, KNOWN)
}

export function forgetDevice(): void {
  write(KEY, null)
}

/** Values that blocked or full storage did not take. They are gone with the page. */
const untaken = new Map<string, string>()

/** Storage may be blocked or full: then only this page remembers. */
export function read(key: string): string | null {
  return untaken.get(key) ?? readFrom(() => localStorage, key)
}

export function write(key: string, value: string | null): void {
  if (writeTo(() => localStorage, key, value) || value === null) untaken.delete(key)
  else untaken.set(key, value)
}

/** The same, in storage that ends with this tab. `writeInTab` returns whether the value was stored. */
export function readInTab(key: string): string | null {
  return readFrom(() => sessionStorage, key)
}

export function writeInTab(key: string, value: string | null): boolean {
  return writeTo(() => sessionStorage, key, value)
}

function readFrom(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Returns whether the value was stored. */
function writeTo(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
    return true
  } catch {
    return false
  }
}
