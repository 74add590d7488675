let held: HTMLElement | null = null

/** A button that cannot be pressed while its work is under way loses the focus. This is the one it belongs to meanwhile. */
export function holdFocus(of: HTMLElement | null): void {
  held = of
}

/** What had the focus, or lost it to its own work; null when nothing did. */
export function focusHolder(): HTMLElement | null {
  const { activeElement, body } = document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : held
}

/** Gives the focus to an element, unless something else has it by now; what is in `leaving` has it no longer. */
export function giveFocusBack(to: HTMLElement | null, leaving: HTMLElement | null = null): void {
  const { activeElement, body } = document
  const isFree = activeElement === body || (leaving?.contains(activeElement) ?? false)
  if (isFree && to?.isConnected) to.focus({ preventScroll: true })
}
