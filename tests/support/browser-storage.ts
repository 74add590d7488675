import { vi } from 'vitest'

/** An empty storage as a browser has one, until `vi.unstubAllGlobals()`. Returns what lies in it. */
export function emptyStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
