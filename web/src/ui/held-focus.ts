let held: HTMLElement | null = null

/** A button loses the focus when it cannot be pressed during its work. Records the button that gets it back. */
export function holdFocus(of: HTMLElement | null): void {
  held = of
}

/** The element that has the focus, or lost it to its own work; null if there is none. */
export function focusHolder(): HTMLElement | null {
  const { activeElement, body } = document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : held
}

/** Focuses an element, unless something else has the focus by now. Anything in `leaving` does not count. */
export function giveFocusBack(to: HTMLElement | null, leaving: HTMLElement | null = null): void {
  const { activeElement, body } = document
  const isFree = activeElement === body || (leaving?.contains(activeElement) ?? false)
  if (isFree && to?.isConnected) to.focus({ preventScroll: true })
}
