import type { Address } from './addresses.ts'
import { closeTopLayer, hasLayer } from './open-layers.ts'

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

/** What an entry of the tab's history holds. Entries are numbered, because the browser does not say how far it has gone. */
type Entry = { readonly index: number; readonly key: string; readonly state: unknown }
/** Hears of each visit. `steps` is how many entries the browser went forward, negative after Back, 0 if that is unknown. */
type Listener = (visit: Visit, steps: number) => void

export type BrowserHistory = {
  visit(): Visit
  /** Whether nothing of the app is behind this page. */
  isFirst(): boolean
  navigate(href: string, options?: NavigateOptions): void
  go(steps: number): void
  listen(listener: Listener): () => void
}

/** The history of this tab. One listener at a time. */
export function createBrowserHistory(): BrowserHistory {
  let listener: Listener | null = null
  let type: NavigationType = 'POP'
  if (entry().index === undefined) history.replaceState({ ...entry(), index: 0 }, '')
  let { index } = entry()

  function visit(): Visit {
    const { pathname, search, hash } = location
    const { state = null, key = 'default' } = entry()
    return { location: { pathname, search, hash, state, key }, type }
  }

  return {
    visit,
    isFirst: () => !((entry().index ?? 0) > 0),
    navigate(href, { replace = false, state = null } = {}) {
      index = (entry().index ?? 0) + (replace ? 0 : 1)
      type = replace ? 'REPLACE' : 'PUSH'
      const next: Entry = { index, key: Math.random().toString(36).slice(2, 10), state }
      if (replace) history.replaceState(next, '', href)
      else push(next, href)
      listener?.(visit(), 0)
    },
    go: (steps) => history.go(steps),
    listen(next) {
      const onStep = () => {
        const before = index
        index = entry().index
        type = 'POP'
        next(visit(), before === undefined || index === undefined ? 0 : index - before)
      }
      listener = next
      addEventListener('popstate', onStep)
      return () => {
        removeEventListener('popstate', onStep)
        listener = null
      }
    },
  }
}

/** Entries that the app did not make, such as one for an address that was typed, hold nothing. */
function entry(): Partial<Entry> {
  return history.state ?? {}
}

function push(next: Entry, href: string): void {
  try {
    history.pushState(next, '', href)
  } catch (error) {
    // A state that cannot be kept is our own mistake.
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    // Safari takes a hundred entries in half a minute. Without `next` the page still opens.
    location.assign(href)
  }
}

/** How long to wait for the browser to return to the page's entry, ms. It may never do so if Back is pressed twice at once. */
const RETURNED_WITHIN_MS = 1_000

/** Shows each address that is visited. Going back while a layer is open closes that layer and stays on the page. */
export function followVisits(history: BrowserHistory, show: (visit: Visit) => void): () => void {
  let returning: ReturnType<typeof setTimeout> | null = null
  return history.listen((visit, steps) => {
    const isStep = visit.type === 'POP'
    if (isStep && returning !== null) {
      clearTimeout(returning)
      returning = null
      closeTopLayer()
    } else if (isStep && steps !== 0 && hasLayer()) {
      // The browser has already left the entry. Return first: closing the layer may navigate.
      history.go(-steps)
      returning = setTimeout(() => {
        returning = null
        closeTopLayer()
        show(history.visit())
      }, RETURNED_WITHIN_MS)
    } else {
      show(visit)
    }
  })
}
