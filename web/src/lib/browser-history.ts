import { closeTopLayer, hasLayer } from './open-layers.ts'
import type { NavigationType, Visit, Ways } from './place.ts'

/** What an entry of the tab's history holds. The number tells how far a step went: the browser does not say. */
type Entry = { readonly index: number; readonly key: string; readonly state: unknown }
/** Called on each visit. `steps` counts the entries the browser moved: negative after Back, 0 if the entry is new. */
type Listener = (visit: Visit, steps: number) => void

export type BrowserHistory = Ways & {
  visit(): Visit
  listen(listener: Listener): () => void
}

/** The history of this tab. One listener at a time. */
export function createBrowserHistory(): BrowserHistory {
  let listener: Listener | null = null
  let type: NavigationType = 'POP'
  let index = numbered(0)

  function visit(): Visit {
    const { pathname, search, hash } = location
    const { state = null, key = 'default' } = entry()
    return { location: { pathname, search, hash, state, key }, type }
  }

  return {
    visit,
    isFirst: () => numbered(index) === 0,
    navigate(href, { replace = false, state = null } = {}) {
      index = numbered(index) + (replace ? 0 : 1)
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
        const isNew = entry().index === undefined
        index = numbered(before + 1)
        type = 'POP'
        next(visit(), isNew ? 0 : index - before)
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

/** An entry that the app did not make, such as one for a typed address, holds nothing. */
function entry(): Partial<Entry> {
  return history.state ?? {}
}

/** The number of the current entry. One without a number gets `next`. */
function numbered(next: number): number {
  const { index } = entry()
  if (index === undefined) history.replaceState({ ...entry(), index: next }, '')
  return index ?? next
}

function push(next: Entry, href: string): void {
  try {
    history.pushState(next, '', href)
  } catch (error) {
    // A state that cannot be stored is our own mistake.
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    // Safari accepts at most 100 entries in 30 seconds. The page still opens, without its state.
    location.assign(href)
  }
}

/** How long to wait for the browser to return to the page's entry, ms. Pressing Back twice at once may prevent it. */
const RETURNED_WITHIN_MS = 1_000

/** Shows each visit. Going back while a layer is open closes only that layer. */
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
