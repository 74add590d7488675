import { useSyncExternalStore } from 'react'

/** `offline`: the browser says that there is no network. `silent`: it does not, and still nobody answers. */
export type Line = 'open' | 'offline' | 'silent'

/** Questions in a row without an answer, after which nobody is said to answer: one may be lost on any line. */
const SILENT_AFTER = 2

let unanswered = 0
const listeners = new Set<() => void>()

/** The server answered, whatever it said. */
export function noticeAnswer(): void {
  count(0)
}

/** There is another network: what went unanswered before says nothing about it. */
export const forgetSilence = noticeAnswer

/** A question got no answer. */
export function noticeSilence(): void {
  count(unanswered + 1)
}

function count(next: number): void {
  const before = isSilent()
  unanswered = next
  if (before !== isSilent()) for (const changed of listeners) changed()
}

/** Whether the last questions all went unanswered. */
export function isSilent(): boolean {
  return unanswered >= SILENT_AFTER
}

/** False when the browser says that there is no network. True is no promise: only an answer is one. */
export function isOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}

/** `isOnline`, kept up to date. */
export function useOnline(): boolean {
  return useLine() !== 'offline'
}

/** The line to the server, kept up to date. */
export function useLine(): Line {
  return useSyncExternalStore<Line>(onChange, line, () => 'open')
}

function line(): Line {
  if (!isOnline()) return 'offline'
  return isSilent() ? 'silent' : 'open'
}

function onChange(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
