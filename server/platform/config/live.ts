import type { Starter } from './setting.ts'
import { ROWS, type Settings } from './settings.ts'

/**
 * Why live mode does not start with these settings: a sentence with the name of each that is missing or wrong. `set`:
 * the names of those that are set. Nothing is opened, requested or written, and no secret is quoted.
 */
export function refusedInLive(starter: Starter, read: Settings, set: ReadonlySet<string>): string[] {
  const missing = new Set<string>(
    ROWS.filter(([name, { live }]) => live.neededBy?.includes(starter) && !set.has(name)).map(([name]) => name),
  )
  return ROWS.flatMap(([name, { live }]) => {
    const { needs, saidWith, readBy, refuse } = live
    if (missing.has(name)) {
      const isSaid = saidWith !== undefined && missing.has(saidWith)
      return isSaid ? [] : [`${name}: live mode needs ${needs}`]
    }
    const isRead = set.has(name) && (readBy === undefined || readBy.includes(starter))
    const why = isRead ? (refuse?.(read[name], read) ?? null) : null
    return why === null ? [] : [`${name}: ${why}`]
  })
}
