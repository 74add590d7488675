import { TOAST_MS } from '#contract/constants.ts'

export type ToastTone = 'plain' | 'good' | 'bad'
export type Toast = {
  readonly id: number
  readonly tone: ToastTone
  readonly title: string
  readonly text: string | null
  /** Null: until it is closed. */
  readonly durationMs: number | null
}

let shown: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a short message in place of the one before; returns its id. No result about money is shown only here. */
export function showToast(
  title: string,
  more: { tone?: ToastTone; text?: string; durationMs?: number | null } = {},
): number {
  const { tone = 'plain', text = null, durationMs = TOAST_MS } = more
  lastId += 1
  change({ id: lastId, tone, title, text, durationMs })
  return lastId
}

export function dismissToast(id: number): void {
  if (shown?.id === id) change(null)
}

/** Call after a success: an error about the earlier attempt is no longer true. */
export function dismissError(): void {
  if (shown?.tone === 'bad') change(null)
}

export function currentToast(): Toast | null {
  return shown
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Toast | null): void {
  shown = next
  for (const listener of listeners) listener()
}
