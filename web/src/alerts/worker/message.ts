/** An alert as the server sends it: server/alerts/push/send-push.ts. */
export type PushedAlert = {
  /** Alerts about one order share a tag; a new alert replaces the one before. */
  readonly tag: string
  /** The alert's number within its tag. */
  readonly seq: number
  readonly title: string
  readonly body: string
  /** A path of our own. */
  readonly url: string
  readonly at: number
}

const TEXT_MAX_LENGTH = 1_000

/** Null unless it is an alert of ours. */
export function readAlert(unchecked: unknown, origin: string): PushedAlert | null {
  if (typeof unchecked !== 'object' || unchecked === null) return null
  const { tag, seq, title, body, url, at } = unchecked as Readonly<Record<string, unknown>>
  if (typeof tag !== 'string' || !/^[\w-]{1,32}$/.test(tag) || !Number.isSafeInteger(seq)) return null
  if (!isText(title) || !isText(body) || typeof at !== 'string') return null
  return { tag, seq: Number(seq), title, body, url: ownPath(url, origin) ?? '/', at: Date.parse(at) || 0 }
}

/** The path if it leads to our own origin, however it is written; null for anything else. */
export function ownPath(unchecked: unknown, origin: string): string | null {
  if (typeof unchecked !== 'string' || !/^\/(?![/\\])[!-~]*$/.test(unchecked)) return null
  try {
    const url = new URL(unchecked, origin)
    return url.origin === origin ? url.pathname + url.search : null
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX_LENGTH
