import { isIP } from 'node:net'

/**
 * Last labels of names that are never public: RFC 2606 and 6761 (tests, documentation, this machine), RFC 6762 with its
 * appendix G (private networks), RFC 7686, 8375, 9476; and `internal`, which ICANN reserves for private use.
 */
const RESERVED_ENDINGS: ReadonlySet<string> = new Set([
  ...['test', 'example', 'invalid', 'localhost', 'localdomain'],
  ...['local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'mail'],
  ...['onion', 'arpa', 'alt'],
])
/** RFC 2606: names for documentation, which reach nobody. */
const RESERVED_NAMES = /(?:^|\.)example\.(?:com|net|org)$/

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Why a host name cannot be on the public internet; null if it may be. It has the form of `URL` and email addresses.
 * Only the name is judged; nothing is looked up.
 */
export function whyNotPublic(hostname: string): string | null {
  const name = hostname.toLowerCase()
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return 'needs a host name, not an IP address'
  if (name.endsWith('.')) return 'needs the host name without a dot at its end'
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  if (RESERVED_ENDINGS.has(ending)) return `needs a public host name: none ends in .${ending}`
  if (labels.length === 1) return `needs a public host name: "${name}" alone is one of a local network`
  if (RESERVED_NAMES.test(name)) return `needs a public host name: ${name} is for documents`
  const isName = labels.every((label) => LABEL.test(label)) && /[a-z]/.test(ending) && name.length <= 253
  return isName ? null : `needs a public host name: ${name} cannot be one`
}
