import { dismissToast, showToast } from '#web/ui/toast.ts'

/** A red message that disappears on its own: the page keeps saying the same. Returns its id. */
export function showPassingBadToast(title: string, durationMs: number): number {
  const id = showToast(title, { tone: 'bad' })
  setTimeout(() => dismissToast(id), durationMs)
  return id
}
