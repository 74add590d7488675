import { COMMON_WORDS, NEWER_BUILT_INS, NEWER_PATTERNS, USED_WHERE_THERE } from './newer-built-ins.ts'
import { NEWER_LENGTH, NEWER_STYLES } from './newer-styles.ts'

/** The features of a built file that the oldest supported browsers lack. */
export function findNewer(file: string, text: string): string[] {
  return file.endsWith('.css') ? newerStyles(text) : newerCode(text)
}

/** Styles that only apply in browsers that support them. */
const WHERE_SUPPORTED = /@supports \(color:color-mix\([^{]*\{[^{}]*\{[^{}]*\}\s*\}/g
/** Lengths in the browser's own parts of a date field, which we do not use. */
const OF_A_DATE = /::-webkit-date[^{]*\{[^}]*\}/g

function newerStyles(text: string): string[] {
  const always = text.replace(WHERE_SUPPORTED, '').replace(OF_A_DATE, '')
  const found = Object.entries(NEWER_STYLES).flatMap(([what, pattern]) => {
    const [used] = always.match(pattern) ?? []
    return used === undefined ? [] : [`${what}: ${used}`]
  })
  const lengths = [...always.matchAll(NEWER_LENGTH)].filter(
    ({ 1: property = '', index }) => !always.slice(0, index).endsWith(';') || !isSetBefore(always, property, index),
  )
  return [...found, ...lengths.map(([used]) => `a length without an older one in front of it: ${used}`)]
}

/** Whether the declaration just before sets the same property. */
function isSetBefore(css: string, property: string, index: number): boolean {
  const before = css.slice(0, index - 1)
  return before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf(';')) + 1).startsWith(`${property}:`)
}

function newerCode(text: string): string[] {
  const builtIns = Object.entries(NEWER_BUILT_INS).flatMap(([owner, names]) =>
    names.filter((name) => !(name in USED_WHERE_THERE) && isUsed(text, owner, name)).map((name) => `${owner}.${name}`),
  )
  const patterns = Object.entries(NEWER_PATTERNS).filter(([, pattern]) => pattern.test(text))
  return [...builtIns, ...patterns.map(([what]) => what)]
}

function isUsed(text: string, owner: string, name: string): boolean {
  const ofAnything = owner.endsWith('.prototype')
  if ((ofAnything || owner === 'globalThis') && COMMON_WORDS.has(name)) return false
  if (owner === 'globalThis') return new RegExp(`(?<![.\\w$'"\`-])${name}(?![\\w$'"\`:-])`).test(text)
  return new RegExp(ofAnything ? `\\.${name}\\b` : `\\b${owner}\\??\\.${name}\\b`).test(text)
}
