const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
/** Some providers escape twice. */
const TIMES_MAX = 2

/**
 * Undoes a provider's HTML escaping: `Guaranty &amp; Trust`. The result is plain text and is never treated as markup.
 */
export function withoutEntities(text: string): string {
  let [plain, before] = [text, '']
  for (let times = 0; times < TIMES_MAX && plain !== before; times++) {
    before = plain
    plain = plain.replaceAll(ENTITY, (entity, name, decimal, hex) => characterOf(name, decimal, hex) ?? entity)
  }
  return plain
}

function characterOf(name?: string, decimal?: string, hex?: string): string | null {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? null
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : null
}
