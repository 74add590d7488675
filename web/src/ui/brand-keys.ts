/**
 * The keys of a name in brands.css: its first word, and its first two. `access access-bank` for "Access Bank
 * (Diamond)".
 */
export function brandKeys(name: string): string {
  const [first = '', second = ''] = name.toLowerCase().split(' ')
  return `${first} ${first}-${second}`
}
