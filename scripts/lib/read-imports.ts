export type Import = { readonly specifier: string; readonly typeOnly: boolean }

const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s+)?([^'"`;=]*?)\s*from\s*['"]([^'"\n]+)['"]/gm
const BARE = /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

/** What a TypeScript file imports or exports from elsewhere. Type-only ones vanish when it runs. */
export function importsIn(source: string): Import[] {
  const statements = [...source.matchAll(STATEMENT)].map(([, type, names = '', specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined || namesTypesOnly(names),
  }))
  const others = [...source.matchAll(BARE), ...source.matchAll(DYNAMIC)].map(([, specifier = '']) => ({
    specifier,
    typeOnly: false,
  }))
  return [...statements, ...others]
}

/** `{ type A, type B }` */
function namesTypesOnly(names: string): boolean {
  const inBraces = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  if (inBraces === undefined) return false
  const listed = inBraces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return listed.length > 0 && listed.every((name) => name.startsWith('type '))
}
