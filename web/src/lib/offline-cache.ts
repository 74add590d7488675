import { SESSION_LOCK_MS, SESSION_OPEN_MAX_MS } from '#contract/constants.ts'
import { deviceNow } from './clock.ts'
import { read, readInTab, write, writeInTab } from './device-account.ts'

/**
 * Caches an unlocked wallet on this device, to be read without a network: the server's last answers, and when they
 * came. It is valid only while the wallet would stay open (SESSION_LOCK_MS without a touch, SESSION_OPEN_MAX_MS in
 * all). A lock, a sign-out or another account deletes it at once.
 * docs/why/decisions/0013-read-offline-while-unlocked.md says why it is not encrypted under the PIN.
 */

const OPENED = 'jara.opened'
const ANSWERS = 'jara.answers'
/** In the storage of one tab. */
const ASIDE = 'jara.aside'
/** Payment details are cached along with the wallet: the last ones viewed. */
export const CACHED_DETAILS_MAX = 20
/** Touches are written at most this often. */
const SEEN_STEP_MS = 1_000

type Opened = { readonly userId: string; readonly openedAt: number; readonly seenAt: number }
/** `at`: when the server answered, by this device's clock, ms. */
export type CachedAnswer = { readonly at: number; readonly data: unknown }

/** Marks this person's wallet as open on this device. Returns whether it was not open before. */
export function openCache(userId: string, now = deviceNow()): boolean {
  const before = opened(now)
  if (before?.userId === userId) return false
  clearCache()
  write(OPENED, JSON.stringify({ userId, openedAt: now, seenAt: now } satisfies Opened))
  return true
}

/** When the person last touched any page of this browser that shows the open wallet, ms; 0 when none is open. */
export function touchedAt(now = deviceNow()): number {
  return opened(now)?.seenAt ?? 0
}

/** Records a touch, which keeps the wallet from expiring here as it keeps the session from locking. */
export function touchCache(now = deviceNow()): void {
  const before = opened(now)
  if (before === null || now - before.seenAt < SEEN_STEP_MS) return
  write(OPENED, JSON.stringify({ ...before, seenAt: now } satisfies Opened))
}

/** Keeps one answer under its name. Does nothing unless the wallet is open here. */
export function cacheAnswer(name: string, data: unknown, at = deviceNow(), now = at): void {
  if (opened(now) === null) return
  const { [name]: _, ...others } = answers()
  const details = Object.keys(others).filter(isDetail)
  const surplus = isDetail(name) ? details.slice(0, Math.max(0, details.length - CACHED_DETAILS_MAX + 1)) : []
  for (const each of surplus) delete others[each]
  write(ANSWERS, JSON.stringify({ ...others, [name]: { at, data } satisfies CachedAnswer }))
}

/** Every answer that may still be shown, by name. Deletes all and returns none if the wallet is no longer open here. */
export function cachedAnswers(now = deviceNow()): Readonly<Record<string, CachedAnswer>> {
  if (opened(now) !== null) return answers()
  clearCache()
  return {}
}

/** When the newest answer came, ms; null if there is none. */
export function cachedAt(now = deviceNow()): number | null {
  const times = Object.values(cachedAnswers(now)).map(({ at }) => at)
  return times.length === 0 ? null : Math.max(...times)
}

export function clearCache(): void {
  write(OPENED, null)
  write(ANSWERS, null)
  writeInTab(ASIDE, null)
}

/**
 * Called when the page is left: moves the cache to where only this tab finds it, after a reload. It is gone with the
 * tab, so nobody else who opens this browser finds it, and no file outlives a closed tab.
 */
export function suspendCache(): void {
  const [record, kept] = [parsed(read(OPENED)), read(ANSWERS)]
  if (!isOpened(record) || kept === null) return
  writeInTab(ASIDE, JSON.stringify({ of: openingOf(record), kept }))
  write(ANSWERS, null)
}

/** Restores what this tab set aside, if the same wallet has been open all the time since. */
export function resumeCache(now = deviceNow()): void {
  const aside = parsed(readInTab(ASIDE))
  writeInTab(ASIDE, null)
  const record = opened(now)
  if (record === null || read(ANSWERS) !== null || !isAside(aside)) return
  if (aside.of === openingOf(record)) write(ANSWERS, aside.kept)
}

/** Calls back when another page of this browser set the cache aside while this one still shows it. */
export function onSuspendedElsewhere(setAsideThere: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === ANSWERS && newValue === null && opened(deviceNow()) !== null) setAsideThere()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Calls back when another page of this browser cleared the cache: locked, signed out. Returns a function to stop. */
export function onClearedElsewhere(forgotten: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if ((key === OPENED || key === null) && newValue === null) forgotten()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function isDetail(name: string): boolean {
  return name.includes(':')
}

/** Calls back when another page of this browser unlocked the wallet. Returns a function that stops. */
export function onOpenedElsewhere(unlocked: () => void): () => void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === OPENED && oldValue === null && newValue !== null) unlocked()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Null once the wallet would be locked, and if the clock was set back: then nobody knows how long it was open. */
function opened(now: number): Opened | null {
  const record = parsed(read(OPENED))
  if (!isOpened(record)) return null
  const { openedAt, seenAt } = record
  const still = openedAt <= seenAt && seenAt <= now && now - seenAt < SESSION_LOCK_MS
  return still && now - openedAt < SESSION_OPEN_MAX_MS ? record : null
}

function answers(): Record<string, CachedAnswer> {
  const record = parsed(read(ANSWERS))
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, CachedAnswer] => isKept(entry[1])))
}

function isOpened(record: unknown): record is Opened {
  return (
    typeof record === 'object' &&
    record !== null &&
    'userId' in record &&
    'openedAt' in record &&
    typeof record.openedAt === 'number' &&
    'seenAt' in record &&
    typeof record.seenAt === 'number'
  )
}

/** Identifies one opening of one wallet: unlocking it again is another. */
const openingOf = ({ userId, openedAt }: Opened) => `${userId} ${openedAt}`

function isAside(record: unknown): record is { of: string; kept: string } {
  return typeof record === 'object' && record !== null && 'of' in record && 'kept' in record
}

function isKept(record: unknown): record is CachedAnswer {
  return (
    typeof record === 'object' && record !== null && 'at' in record && typeof record.at === 'number' && 'data' in record
  )
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
