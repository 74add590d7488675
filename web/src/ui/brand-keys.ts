/** What brands.css knows a name by: its first word, and its first two. `access access-bank` of "Access Bank (Diamond)". */
export function brandKeys(name: string): string {
  const [first = '', second = ''] = name.toLowerCase().split(' ')
  return `${first} ${first}-${second}`
}
