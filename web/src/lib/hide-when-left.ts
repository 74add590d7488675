/**
 * A browser may keep a page after the person left it, and show it again on "back", even to the next person at a shared
 * phone. Such a page is hidden while the browser keeps it, and reloaded when it returns.
 */
export function hideWhenLeft(root: HTMLElement): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) root.hidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
