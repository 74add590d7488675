const KEY = 'jara.account'
const KNOWN = 'known'

/**
 * Whether this browser is the device of an account: it may have a session to ask about. Whose it is, nothing here says.
 * What else stood there goes: it was a name.
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

/** Storage may be blocked or full: then the browser simply remembers nothing. */
export function read(key: string): string | null {
  return readFrom(() => localStorage, key)
}

export function write(key: string, value: string | null): void {
  writeTo(() => localStorage, key, value)
}

/** The same in the storage of this tab, which is gone with it. */
export function readInTab(key: string): string | null {
  return readFrom(() => sessionStorage, key)
}

export function writeInTab(key: string, value: string | null): void {
  writeTo(() => sessionStorage, key, value)
}

function readFrom(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function writeTo(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // As above.
  }
}
