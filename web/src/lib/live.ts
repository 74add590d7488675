import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent, ChangeTopic } from '#contract/events.ts'
import { noticeAnswer } from './online.ts'

const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 30_000

/** Which cached responses a topic makes stale. */
const KEYS: Record<ChangeTopic, string[]> = {
  wallet: ['wallet'],
  transactions: ['transactions', 'transaction', 'wallet', 'alerts'],
  funding: ['funding'],
  order: ['order', 'transaction'],
  session: ['me', 'passkeys', 'sessions', 'factors', 'account-events', 'push', 'sms'],
  installation: ['installation'],
  bpc: ['bpc', 'wallet'],
  case: ['case', 'cases'],
  // Whatever happens to an account comes with an alert.
  alerts: ['alerts', 'alert-settings', 'push', 'wallet', 'account-events'],
  plans: ['plans'],
}

/** Data that may have changed after it was read and before the stream opened: no message tells of that. */
const READ_BEFORE: ReadonlySet<unknown> = new Set([
  ...KEYS.transactions,
  ...KEYS.funding,
  ...KEYS.order,
  ...KEYS.bpc,
  ...KEYS.case,
  ...KEYS.installation,
])

/**
 * Listens for changes and refetches what changed. A message carries no figures, so a lost one costs nothing: everything
 * is read again once the stream is open. Returns a function that stops.
 */
export function followChanges(queries: QueryClient): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS
  let interrupted = false

  function connect(): void {
    source = new EventSource('/api/events')
    source.onopen = () => {
      noticeAnswer()
      pauseMs = FIRST_PAUSE_MS
      void queries.invalidateQueries(
        interrupted ? {} : { predicate: ({ queryKey: [first] }) => READ_BEFORE.has(first) },
      )
      interrupted = false
    }
    source.addEventListener('change', ({ data }) => {
      for (const topic of topicsOf(data)) {
        for (const key of KEYS[topic]) void queries.invalidateQueries({ queryKey: [key] })
      }
    })
    source.onerror = () => {
      source?.close()
      interrupted = true
      // The stream also ends when the session locks or ends; `me` tells which.
      void queries.invalidateQueries({ queryKey: ['me'] })
      // Half fixed, half random: many pages do not come back in the same instant.
      timer = setTimeout(connect, pauseMs / 2 + (Math.random() * pauseMs) / 2)
      pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    }
  }

  // Without a network the figures on the screen get old: reading them fails, and the screen then states their age.
  const readWallet = () => void queries.invalidateQueries({ queryKey: ['wallet'] })
  addEventListener('offline', readWallet)
  connect()
  return () => {
    removeEventListener('offline', readWallet)
    clearTimeout(timer)
    source?.close()
  }
}

/** The topics of one message. Anything unreadable counts as "something changed in the wallet". */
export function topicsOf(data: unknown): ChangeTopic[] {
  try {
    const event: ChangeEvent = JSON.parse(String(data))
    return event.topics.filter((topic) => topic in KEYS)
  } catch {
    return ['wallet']
  }
}
