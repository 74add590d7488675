/** How far a message keeps from what is around it. */
const GAP_PX = 8

/** From where to where something reaches on the screen. */
export type Span = { readonly top: number; readonly bottom: number }

/**
 * Where a message of this height covers nothing that must be seen: the first of these places, or when there is none, the one
 * that covers least.
 */
export function freePlace(height: number, tops: readonly number[], avoid: readonly Span[]): number {
  const covered = (top: number) =>
    avoid.reduce((sum, each) => sum + Math.max(0, Math.min(top + height, each.bottom) - Math.max(top, each.top)), 0)
  return tops.reduce((best, top) => (covered(top) < covered(best) ? top : best))
}

/**
 * Measures where the message of this section goes: below the head of the page or above its bottom bar; in front of a sheet
 * above it, below its head, or at the bottom; over the head when all of these cover something. Marked with `data-toast-avoid` is what must be seen: always, or with `focus` a
 * field while somebody is in it.
 */
export function placeOf(section: HTMLElement): number {
  const sheet = section.closest('dialog')
  const root: ParentNode = sheet ?? document
  const height = section.offsetHeight
  // Without what an on-screen keyboard covers.
  const screenTop = visualViewport?.offsetTop ?? 0
  const screenBottom = screenTop + (visualViewport?.height ?? innerHeight)
  const floor = Math.min(screenBottom, ...(sheet === null ? floorTops() : []))
  const head = spanOf(root.querySelector(sheet === null ? 'header' : '[data-sheet-head]'))
  const tops = [
    ...(sheet === null ? [] : [sheet.getBoundingClientRect().top - height - GAP_PX]),
    Math.max(head?.bottom ?? 0, screenTop) + GAP_PX,
    floor - height - GAP_PX,
    // For a moment over the head, where larger text leaves room for nothing else.
    screenTop,
  ]
  const marked = root.querySelectorAll('[data-toast-avoid=""], [data-toast-avoid="focus"]:focus-within')
  const visible = tops.filter((top) => top >= screenTop)
  return freePlace(
    height,
    visible,
    [...marked].flatMap((each) => spanOf(each) ?? []),
  )
}

/** The top edges of everything that sticks to the bottom of the window. A bar at the side is none of them. */
function floorTops(): number[] {
  const floors = [...document.querySelectorAll('[data-toast-floor]')]
  return floors.flatMap((each) => spanOf(each)?.top ?? []).filter((top) => top > 0)
}

function spanOf(element: Element | null): Span | null {
  const box = element?.getBoundingClientRect()
  return box === undefined || box.height === 0 ? null : box
}
