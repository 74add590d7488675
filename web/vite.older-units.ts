/**
 * Units for the height of the visible window (Chrome 108) and the width of a container (Chrome 105, Safari 16, Firefox
 * 110). A browser that lacks them drops the declaration, and a sheet would be higher than its screen.
 */
const OLDER: Readonly<Record<string, string>> = { dvh: 'vh', cqi: 'vw' }
const DECLARATION = /(?<=[{;]\s*)[a-z-]+:[^;{}]*\d(?:dvh|cqi)\b[^;{}]*/g

/** Precedes each declaration that uses such a unit with the nearest one that every browser knows. */
export function withOlderUnits(css: string): string {
  return css.replace(DECLARATION, (newer) => {
    const older = newer.replace(/(?<=\d)(?:dvh|cqi)\b/g, (unit) => OLDER[unit] ?? unit)
    return `${older};${newer}`
  })
}
