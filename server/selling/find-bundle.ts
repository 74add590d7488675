import type { Plan } from '#contract/purchases.ts'

/**
 * The bundle that a text names: by id, by whole name, or by a size such as "1GB" that only one bundle has. Null when
 * there is no such bundle or more than one.
 */
export function findBundle(bundles: readonly Plan[], uncheckedText: string): Plan | null {
  const text = plain(uncheckedText)
  if (text === '') return null
  const byId = bundles.find((each) => each.id === uncheckedText.trim())
  if (byId !== undefined) return byId
  const named = bundles.filter((each) => plain(each.name) === text)
  const meant = named.length > 0 ? named : bundles.filter((each) => plain(each.name).split(' ').includes(text))
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/** Lower case, single spaces, `1 GB` as `1gb`. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, ' ')
    .replaceAll(/(\d) (?=[kmgt]b\b)/g, '$1')
    .trim()
}
