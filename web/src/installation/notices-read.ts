const KEY = 'jara.bank-notices-read'

/** Which bank notices were read in this tab's session. */
export function noticesRead(): readonly string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function rememberNoticesRead(read: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(read))
  } catch {
    // Storage may be blocked or full: then a notice is shown once more.
  }
}
