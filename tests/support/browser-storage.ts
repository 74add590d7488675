import { vi } from 'vitest'

/** An empty local storage as a browser has one, until `vi.unstubAllGlobals()`. Answers what lies in it. */
export function emptyStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
