import type { FastifyRequest } from 'fastify'

/** Longer than any address in the product. */
export const ADDRESS_MAX_LENGTH = 4_096
/** The address given to requests with an unreadable target. No route has it. */
export const UNREADABLE_ADDRESS = '/api/unreadable'

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i

/**
 * The only accepted spelling of a path: segments of unencoded characters, or encoded ones that need it. No segment is
 * empty, `.` or `..`. Letters, digits, slashes, backslashes, percent signs, "?", "#" and control characters are never
 * encoded.
 */
const PLAIN_PATH =
  /^(?=\/)(?:\/(?!\.\.?(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?:2[01246-9a-c]|3[a-e]|40|5[bde]|60|7[b-d]|[89a-f][\da-f]))+)*\/?$/i

/**
 * The request's address as every hook and route sees it. The router decodes a path before it matches routes; proxies
 * and hooks compare its spelling. So a path has one spelling here. Any other target gets the API's usual "not found",
 * through the same hooks and with the same headers.
 */
export function plainAddress(target: string): string {
  const address = originForm(target)
  const [path = ''] = address.split('?', 1)
  const isPlain = target.length <= ADDRESS_MAX_LENGTH && PLAIN_PATH.test(path) && !target.includes('#')
  return isPlain && canBeDecoded(address) ? address : UNREADABLE_ADDRESS
}

/** Whether a request is for the API: by its route, or by its address if it has none. */
export function isForApi({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  return isOfApi(routeOptions.url ?? url)
}

export function isOfApi(address: string): boolean {
  return address.startsWith('/api/')
}

/** The host that an absolute-form request target names (RFC 9112, 3.2.2). */
export function nameInTarget(target: string): string | undefined {
  return ABSOLUTE_FORM.exec(target)?.[1]
}

/** The target without that host, so that every path rule holds for both forms. */
function originForm(target: string): string {
  const path = target.replace(ABSOLUTE_FORM, '')
  return path === target || path.startsWith('/') ? path : `/${path}`
}

function canBeDecoded(address: string): boolean {
  try {
    decodeURI(address)
    return true
  } catch {
    return false
  }
}
