import type { FastifyRequest } from 'fastify'

/** Longer than any address the product has. */
export const ADDRESS_MAX_LENGTH = 4_096
/** What a request asks for whose target names nothing. No route has this address. */
export const UNREADABLE_ADDRESS = '/api/unreadable'

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i

/**
 * The one spelling of a path: segments of characters that need no encoding, or encoded ones that do. None is empty, and none is a
 * dot or two. A letter, digit, slash, backslash, percent sign, "?", "#" or control character is never encoded.
 */
const PLAIN_PATH =
  /^(?=\/)(?:\/(?!\.\.?(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?:2[01246-9a-c]|3[a-e]|40|5[bde]|60|7[b-d]|[89a-f][\da-f]))+)*\/?$/i

/**
 * What a request asks for, as every hook and route sees it. The router decodes a path before it looks for a route; proxies and hooks
 * go by the spelling. So a path has one spelling here, and a target with another one names nothing: it is not found like any other
 * address of the API, through the same hooks and with the same headers.
 */
export function plainAddress(target: string): string {
  const address = originForm(target)
  const [path = ''] = address.split('?', 1)
  const isPlain = target.length <= ADDRESS_MAX_LENGTH && PLAIN_PATH.test(path) && !target.includes('#')
  return isPlain && canBeDecoded(address) ? address : UNREADABLE_ADDRESS
}

/** Whether a request is one of the API: by the route it reached, or by its address where there is none. */
export function isForApi({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  return isOfApi(routeOptions.url ?? url)
}

export function isOfApi(address: string): boolean {
  return address.startsWith('/api/')
}

/** The name that may stand before the path in a request's target (RFC 9112, 3.2.2). */
export function nameInTarget(target: string): string | undefined {
  return ABSOLUTE_FORM.exec(target)?.[1]
}

/** A target without that name, so that every rule that goes by a path holds for both forms. */
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
