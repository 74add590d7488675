/**
 * The table in docs/why/reliability.md of what strangers do to an installation. Each row names the one file that does
 * it.
 *
 * @param {string} text of docs/why/reliability.md
 * @returns {{ what: string, file: string }[]}
 */
export function readOutsideTable(text) {
  const from = text.indexOf('\n## From outside\n')
  if (from < 0) throw new Error('docs/why/reliability.md has no section "From outside"')
  const [section = ''] = text.slice(from + 1).split(/\n(?=## )/, 1)
  return [...section.matchAll(/^\| ([^|]+) \|.*\| `([^`]+)` \|$/gm)].map(([, what = '', file = '']) => ({ what, file }))
}

/** Whether a file is one of Playwright's. All others are Vitest's. */
export const isJourney = (file) => file.endsWith('.spec.ts')
