/** Which account this browser knows: a name for the greeting, never a balance, never an email. */
export type DeviceAccount = { readonly userId: string; readonly fullName: string }

const KEY = 'jara.account'

export function knownAccount(): DeviceAccount | null {
  const record = parse(read(KEY))
  if (typeof record !== 'object' || record === null || !('userId' in record) || !('fullName' in record)) return null
  return { userId: String(record.userId), fullName: String(record.fullName) }
}

export function rememberAccount({ userId, fullName }: DeviceAccount): void {
  write(KEY, JSON.stringify({ userId, fullName }))
}

export function forgetAccount(): void {
  write(KEY, null)
}

/** Storage may be blocked or full: then the browser simply remembers nothing. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
