import { useSyncExternalStore } from 'react'

/** `offline`: the browser reports no network. `silent`: it reports one, but Jara does not answer. */
export type Line = 'open' | 'offline' | 'silent'

/** Failed requests in a row before the page says that it cannot reach Jara. A single failure means nothing. */
const SILENT_AFTER = 2

let unanswered = 0
const listeners = new Set<() => void>()

/** Call after any answer from the server, also a refusal. */
export function noticeAnswer(): void {
  count(0)
}

/** Call after a request that got no answer. */
export function noticeSilence(): void {
  count(unanswered + 1)
}

function count(next: number): void {
  const before = isSilent()
  unanswered = next
  if (before !== isSilent()) for (const changed of listeners) changed()
}

/** Whether the last requests all failed. */
export function isSilent(): boolean {
  return unanswered >= SILENT_AFTER
}

/** False if the browser reports no network. True proves nothing: only an answer does. */
export function isOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}

/** `isOnline`, kept up to date. */
export function useOnline(): boolean {
  return useLine() !== 'offline'
}

/** The current state of the connection to the server. */
export function useLine(): Line {
  return useSyncExternalStore<Line>(onLineChange, line, () => 'open')
}

/** The current state of the connection, read once. */
export function line(): Line {
  if (!isOnline()) return 'offline'
  return isSilent() ? 'silent' : 'open'
}

/** Calls `changed` when the state of the connection may have changed. Returns a function that stops it. */
export function onLineChange(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
