import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserHistory, followVisits } from './browser-history.ts'
import { addLayer } from './open-layers.ts'
import type { Visit } from './place.ts'

type Entry = { state: unknown; url: URL }

/** The history of a browser's tab. What the page asks of it by `go` happens when the browser gets to it. */
function openTab(address: string) {
  const entries: Entry[] = [{ state: null, url: new URL(address, 'https://jara.example') }]
  let current = 0
  const here = () => entries[current] as Entry
  const listeners = new Set<() => void>()
  const asked: number[] = []
  const tab = {
    entries,
    assigned: [] as string[],
    /** As the Back button, the Forward button, or a long press on either. */
    step(steps: number) {
      current += steps
      for (const listener of listeners) listener()
    },
    /** The browser does what the page has asked for. */
    catchUp() {
      for (const steps of asked.splice(0)) tab.step(steps)
    },
    /** An address is typed that differs behind the `#` alone. */
    typeHash(hash: string) {
      entries.splice(current + 1, entries.length, { state: null, url: new URL(hash, here().url) })
      tab.step(1)
    },
    reload: () => listeners.clear(),
    isHeard: () => listeners.size > 0,
  }
  const write = (at: number) => (state: unknown, _: string, href?: string) => {
    entries.splice(current + at, entries.length, {
      state: structuredClone(state),
      url: new URL(href ?? here().url, here().url),
    })
    current += at
  }
  vi.stubGlobal('history', {
    get state() {
      return here().state
    },
    pushState: write(1),
    replaceState: (state: unknown, _: string, href?: string) => {
      entries[current] = { state: structuredClone(state), url: new URL(href ?? here().url, here().url) }
    },
    go: (steps: number) => void asked.push(steps),
  })
  vi.stubGlobal('location', {
    get pathname() {
      return here().url.pathname
    },
    get search() {
      return here().url.search
    },
    get hash() {
      return here().url.hash
    },
    assign: (href: string) => void tab.assigned.push(href),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
  return tab
}

/** The app in a tab: what it showed, one address after the other. */
function start() {
  const history = createBrowserHistory()
  const shown: Visit[] = []
  const stop = followVisits(history, (visit) => void shown.push(visit))
  return { history, shown, stop, addresses: () => shown.map(({ type, location }) => `${type} ${location.pathname}`) }
}

const layers: (() => void)[] = []
/** Opens a sheet that closes when it is asked to, unless it is busy. */
function openSheet({ busy = false, onClose }: { busy?: boolean; onClose?: () => void } = {}) {
  const sheet = { isOpen: true }
  const remove = addLayer(() => {
    if (busy) return
    sheet.isOpen = false
    remove()
    onClose?.()
  })
  layers.push(remove)
  return sheet
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const remove of layers.splice(0)) remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the history of a tab', () => {
  test('begins with the address that was opened, which nothing of the app is behind', () => {
    openTab('/history?kind=airtime#share')
    const { history } = start()
    expect(history.visit()).toEqual({
      location: { pathname: '/history', search: '?kind=airtime', hash: '#share', state: null, key: 'default' },
      type: 'POP',
    })
    expect(history.isFirst()).toBe(true)
  })

  test('shows what is pushed, with its state, and has a page behind it', () => {
    const tab = openTab('/dashboard')
    const { history, shown } = start()
    history.navigate('/history/txn_1', { state: { list: { search: '' } } })
    expect(shown).toMatchObject([
      { location: { pathname: '/history/txn_1', state: { list: { search: '' } } }, type: 'PUSH' },
    ])
    expect(tab.entries).toHaveLength(2)
    expect(history.isFirst()).toBe(false)
  })

  test('replaces an entry without adding one', () => {
    const tab = openTab('/pin')
    const { history, addresses } = start()
    history.navigate('/dashboard', { replace: true })
    expect(addresses()).toEqual(['REPLACE /dashboard'])
    expect(tab.entries).toHaveLength(1)
    expect(history.isFirst()).toBe(true)
  })

  test('goes back and forward with the state and the key that each entry has', () => {
    const tab = openTab('/dashboard')
    const { history, shown, addresses } = start()
    history.navigate('/history', { state: { q: 'ada' } })
    history.navigate('/history/txn_1')
    tab.step(-1)
    tab.step(-1)
    tab.step(1)
    expect(addresses()).toEqual([
      'PUSH /history',
      'PUSH /history/txn_1',
      'POP /history',
      'POP /dashboard',
      'POP /history',
    ])
    expect(shown[4]?.location).toEqual(shown[0]?.location)
    expect(history.isFirst()).toBe(false)
  })

  test('has another key for each navigation, also to the same address', () => {
    openTab('/security')
    const { history, shown } = start()
    history.navigate('/security#freeze')
    history.navigate('/security#freeze', { replace: true })
    const keys = shown.map(({ location }) => location.key)
    expect(new Set(keys).size).toBe(2)
  })

  test('keeps states and numbers across a reload', () => {
    const tab = openTab('/dashboard')
    start().history.navigate('/withdraw/processing?order=ord_1', { state: { toastId: 7 } })
    tab.reload()
    const { history } = start()
    expect(history.visit()).toMatchObject({ location: { state: { toastId: 7 } }, type: 'POP' })
    expect(history.isFirst()).toBe(false)
  })

  test('counts an entry that the app did not make: for a part of the page that was typed', () => {
    const tab = openTab('/dashboard')
    const { history, shown, addresses } = start()
    history.navigate('/security')
    openSheet()
    tab.typeHash('#freeze')
    expect(shown[1]).toMatchObject({ location: { hash: '#freeze', state: null, key: 'default' }, type: 'POP' })
    history.navigate('/history')
    const sheet = openSheet()
    tab.step(-2)
    tab.catchUp()
    expect([sheet.isOpen, location.pathname]).toEqual([false, '/history'])
    expect(addresses()).toEqual(['PUSH /security', 'POP /security', 'PUSH /history'])
  })

  test('opens the page anew where the browser takes no more entries', () => {
    const tab = openTab('/dashboard')
    const { history } = start()
    vi.spyOn(globalThis.history, 'pushState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError')
    })
    history.navigate('/history?kind=airtime')
    expect(tab.assigned).toEqual(['/history?kind=airtime'])
  })

  test('refuses a state that no entry can keep', () => {
    const tab = openTab('/dashboard')
    expect(() => start().history.navigate('/history', { state: () => undefined })).toThrow(DOMException)
    expect(tab.assigned).toEqual([])
  })

  test('is heard by nobody once the app is gone', () => {
    const tab = openTab('/dashboard')
    const { history, shown, stop } = start()
    stop()
    history.navigate('/history')
    expect([shown, tab.isHeard()]).toEqual([[], false])
  })
})

describe('Back with a sheet open', () => {
  test('closes the sheet, shows nothing else, and is on the same page again', () => {
    const tab = openTab('/dashboard')
    const { history, addresses } = start()
    history.navigate('/withdraw')
    const sheet = openSheet()
    tab.step(-1)
    expect(sheet.isOpen).toBe(true)
    tab.catchUp()
    expect(sheet.isOpen).toBe(false)
    expect(addresses()).toEqual(['PUSH /withdraw'])
    expect([location.pathname, tab.entries.length]).toEqual(['/withdraw', 2])

    tab.step(-1)
    expect(addresses()).toEqual(['PUSH /withdraw', 'POP /dashboard'])
  })

  test('closes the topmost of two, and Forward closes one as well', () => {
    const tab = openTab('/dashboard')
    const { history } = start()
    history.navigate('/withdraw')
    history.navigate('/history')
    tab.step(-1)
    const [sheet, upper] = [openSheet(), openSheet()]
    tab.step(-1)
    tab.catchUp()
    expect([sheet.isOpen, upper.isOpen]).toEqual([true, false])
    tab.step(1)
    tab.catchUp()
    expect([sheet.isOpen, location.pathname]).toEqual([false, '/withdraw'])
  })

  test('leaves a payment that is being sent where it is', () => {
    const tab = openTab('/dashboard')
    const { history, addresses } = start()
    history.navigate('/withdraw')
    const sheet = openSheet({ busy: true })
    tab.step(-1)
    tab.catchUp()
    expect([sheet.isOpen, location.pathname]).toEqual([true, '/withdraw'])
    expect(addresses()).toEqual(['PUSH /withdraw'])
  })

  test('has returned to the page when closing the sheet navigates', () => {
    const tab = openTab('/dashboard')
    const { history, addresses } = start()
    history.navigate('/withdraw')
    openSheet({ onClose: () => history.navigate('/withdraw/processing', { replace: true }) })
    tab.step(-1)
    tab.catchUp()
    expect(addresses()).toEqual(['PUSH /withdraw', 'REPLACE /withdraw/processing'])
    expect(tab.entries.map(({ url }) => url.pathname)).toEqual(['/dashboard', '/withdraw/processing'])
  })

  test('pressed twice at once closes the sheet and leaves the page', () => {
    const tab = openTab('/dashboard')
    const { history, addresses } = start()
    history.navigate('/history')
    history.navigate('/withdraw')
    const sheet = openSheet()
    tab.step(-1)
    tab.step(-1)
    expect(sheet.isOpen).toBe(false)
    tab.catchUp()
    expect(addresses().at(-1)).toBe('POP /history')
  })

  test('does not wait for a return that never comes', () => {
    const tab = openTab('/dashboard')
    const { history, addresses } = start()
    history.navigate('/withdraw')
    const sheet = openSheet()
    tab.step(-1)
    vi.advanceTimersByTime(999)
    expect(sheet.isOpen).toBe(true)
    vi.advanceTimersByTime(1)
    expect(sheet.isOpen).toBe(false)
    expect(addresses()).toEqual(['PUSH /withdraw', 'POP /dashboard'])
  })
})
