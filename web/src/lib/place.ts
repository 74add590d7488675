import { createContext, createElement, type ReactNode, useContext } from 'react'
import { type Address, resolveAddress } from './addresses.ts'

export type AppLocation = Address & {
  /** What the navigation passed on. The browser stores it with the entry, so it survives a reload. */
  readonly state: unknown
  /** Different for each navigation, also to the same address. */
  readonly key: string
}
/** The app pushes and replaces entries. POP is everything else: a page load, Back, Forward, a typed address. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'
export type Visit = { readonly location: AppLocation; readonly type: NavigationType }
export type NavigateOptions = { replace?: boolean; state?: unknown }

/** The ways to another address. */
export type Ways = {
  navigate(href: string, options?: NavigateOptions): void
  go(steps: number): void
  /** Whether Back would leave the app. */
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

/** Shows screens at one fixed address, on the server and in tests. */
export function StaticRouter({ at, children }: { at: string; children?: ReactNode }) {
  const { pathname, search, hash } = resolveAddress(at, '/')
  const location: AppLocation = { pathname, search, hash, state: null, key: 'default' }
  return createElement(PlaceContext, { value: { location, type: 'POP', ways: NOWHERE } }, children)
}
