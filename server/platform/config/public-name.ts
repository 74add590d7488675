import { isIP } from 'node:net'

/**
 * Last labels that no public name has: RFC 2606 and 6761 (tests, documentation, this machine), RFC 6762 with its appendix G
 * (networks of one's own), RFC 7686, 8375 and 9476, and `internal`, which ICANN keeps for private use.
 */
const RESERVED_ENDINGS: ReadonlySet<string> = new Set([
  ...['test', 'example', 'invalid', 'localhost', 'localdomain'],
  ...['local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'mail'],
  ...['onion', 'arpa', 'alt'],
])
/** RFC 2606: names for documents, which lead to nobody. */
const RESERVED_NAMES = /(?:^|\.)example\.(?:com|net|org)$/

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Why a host name, as `URL` and email addresses write it, leads to nobody on the public internet; null when it may lead to
 * somebody. It judges the name alone and looks nothing up.
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
