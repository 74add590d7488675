const TOUCH_MS = 30

/** One short vibration for good news, unless the person asked for less motion. Does nothing without vibration. */
export function shortTouch(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  // A browser refuses to vibrate, with an error, on a page that nobody has touched yet.
  if (!isStill && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TOUCH_MS)
}
