/**
 * Aborts after so many milliseconds, or with `outer`. `AbortSignal.timeout` and `AbortSignal.any` would do the same, and are newer than the
 * oldest browsers we support.
 */
export function timeLimit(ms: number, outer?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  setTimeout(abort, ms)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  return controller.signal
}
