/**
 * The keys of a name in brands.css: its first word, and its first two. "Access Bank (Diamond)": `access access-bank`.
 */
export function brandKeys(name: string): string {
  const [first = '', second = ''] = name.toLowerCase().split(' ')
  return `${first} ${first}-${second}`
}
