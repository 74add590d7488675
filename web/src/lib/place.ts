import { createContext, createElement, type ReactNode, useContext } from 'react'
import { type Address, resolveAddress } from './addresses.ts'

export type AppLocation = Address & {
  /** What the navigation passed on. The browser keeps it with the entry, across reloads. */
  readonly state: unknown
  /** Another one for each navigation, also to the same address. */
  readonly key: string
}
/** The app itself pushes and replaces entries. POP is everything else: a page load, Back, Forward, an address that was typed. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'
export type Visit = { readonly location: AppLocation; readonly type: NavigationType }
export type NavigateOptions = { replace?: boolean; state?: unknown }

/** How to leave an address. */
export type Ways = {
  navigate(href: string, options?: NavigateOptions): void
  go(steps: number): void
  /** Whether nothing of the app is behind this page. */
  isFirst(): boolean
}

type Place = Visit & { readonly ways: Ways }

export const PlaceContext = createContext<Place | null>(null)

/** Where the app is. */
export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (place === null) throw new Error('no router is around this')
  return place
}

const NOWHERE: Ways = { navigate: () => undefined, go: () => undefined, isFirst: () => true }

/** Shows screens as they are at one address, where there is no browser. */
export function StaticRouter({ at, children }: { at: string; children?: ReactNode }) {
  const { pathname, search, hash } = resolveAddress(at, '/')
  const location: AppLocation = { pathname, search, hash, state: null, key: 'default' }
  return createElement(PlaceContext, { value: { location, type: 'POP', ways: NOWHERE } }, children)
}
