import { vi } from 'vitest'

/** Stubs an empty browser storage until `vi.unstubAllGlobals()`. Returns its content. */
export function emptyStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
