import type { ReactElement } from 'react'

export type Address = Pick<URL, 'pathname' | 'search' | 'hash'>

/** Makes an address whole for the browser's own parser. Results do not show it. */
const ORIGIN = 'https://app.invalid'

/**
 * Where a link on the page at `pathname` leads: to a path, or to a `?query` or `#part` of that page. Throws for an
 * address outside the app, however it is spelled.
 */
export function resolveAddress(to: string, pathname: string): Address {
  const url = new URL(to, ORIGIN + pathname)
  if (url.origin !== ORIGIN || url.pathname.startsWith('//')) throw new Error(`not an address of the app: ${to}`)
  return url
}

export function hrefOf({ pathname, search, hash }: Address): string {
  return pathname + search + hash
}

/** The pattern of an address and what it shows: the screen, then its layouts from the inside out. */
export type AppRoute = { readonly path: string; readonly elements: readonly ReactElement[] }
export type Params = Readonly<Record<string, string>>

/** The first route that matches an address. */
export function matchRoutes(routes: readonly AppRoute[], pathname: string): (AppRoute & { params: Params }) | null {
  const segments = segmentsOf(pathname).map(decoded)
  for (const route of routes) {
    const params = paramsIn(segments, route.path)
    if (params !== null) return { ...route, params }
  }
  return null
}

/** The values of the segments that a pattern names, such as `:id`. Null if it does not match; `*` always does. */
function paramsIn(segments: readonly string[], pattern: string): Params | null {
  if (pattern === '*') return {}
  const wanted = segmentsOf(pattern)
  const params: Record<string, string> = {}
  if (wanted.length !== segments.length) return null
  for (const [place, name] of wanted.entries()) {
    const segment = segments[place] ?? ''
    if (name.startsWith(':') && segment !== '') params[name.slice(1)] = segment
    else if (name !== segment.toLowerCase()) return null
  }
  return params
}

/** A slash at the end changes nothing. */
function segmentsOf(pathname: string): string[] {
  return pathname.replace(/\/+$/, '').split('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
