/**
 * Aborts after `ms` milliseconds, or with `outer`. `AbortSignal.timeout` and `AbortSignal.any` would do the same, but
 * are newer than the oldest supported browsers.
 */
export function timeLimit(ms: number, outer?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  setTimeout(abort, ms)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  return controller.signal
}
