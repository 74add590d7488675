const KEY = 'jara.bank-notices-read'

/** The ids of the bank notices that were read in this tab's session. */
export function noticesRead(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberNoticesRead(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Storage may be blocked or full: then a notice is shown once more.
  }
}
