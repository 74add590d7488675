import { TOAST_MS, TOASTS_MAX } from '#contract/constants.ts'

/** `bad` stays until it is closed; the others leave by themselves. */
export type ToastTone = 'plain' | 'good' | 'bad'
export type Toast = {
  readonly id: number
  readonly tone: ToastTone
  readonly title: string
  readonly text: string | null
  readonly durationMs: number | null
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says something short at the edge of the screen; returns its id. No result about money lives only here. */
export function showToast(
  title: string,
  more: { tone?: ToastTone; text?: string; durationMs?: number | null } = {},
): number {
  const { tone = 'plain', text = null, durationMs = TOAST_MS } = more
  lastId += 1
  const toast: Toast = { id: lastId, tone, title, text, durationMs: tone === 'bad' ? null : durationMs }
  // The same sentence twice is one sentence: a repeated tap does not pile up.
  const others = toasts.filter((each) => each.title !== title)
  change([...others, toast].slice(-TOASTS_MAX))
  return toast.id
}

export function dismissToast(id: number): void {
  change(toasts.filter((each) => each.id !== id))
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
