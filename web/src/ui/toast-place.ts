/** The distance between a message and what is around it. */
const GAP_PX = 8

/** The vertical extent of something on the screen. */
export type Span = { readonly top: number; readonly bottom: number }

/**
 * The first of these places where a message of this height covers nothing that must be seen, or else the place where it
 * covers least.
 */
export function freePlace(height: number, tops: readonly number[], avoid: readonly Span[]): number {
  const covered = (top: number) =>
    avoid.reduce((sum, each) => sum + Math.max(0, Math.min(top + height, each.bottom) - Math.max(top, each.top)), 0)
  return tops.reduce((best, top) => (covered(top) < covered(best) ? top : best))
}

/**
 * Measures where the message of this section goes. On a page: below the header or above the bottom bar. On a sheet:
 * above it, below its header or at its bottom. Otherwise: right above something marked, or over the header.
 * `data-toast-avoid` marks what must stay visible: always, or with `focus` a field while somebody is in it.
 */
export function placeOf(section: HTMLElement): number {
  const sheet = section.closest('dialog')
  const root: ParentNode = sheet ?? document
  const height = section.offsetHeight
  // Leaves out what an on-screen keyboard covers.
  const screenTop = visualViewport?.offsetTop ?? 0
  const screenBottom = screenTop + (visualViewport?.height ?? innerHeight)
  const floor = Math.min(screenBottom, ...(sheet === null ? floorTops() : []))
  const head = spanOf(root.querySelector(sheet === null ? 'header' : '[data-sheet-head]'))
  const marked = root.querySelectorAll('[data-toast-avoid=""], [data-toast-avoid="focus"]:focus-within')
  const avoid = [...marked].flatMap((each) => spanOf(each) ?? [])
  const tops = [
    ...(sheet === null ? [] : [sheet.getBoundingClientRect().top - height - GAP_PX]),
    Math.max(head?.bottom ?? 0, screenTop) + GAP_PX,
    floor - height - GAP_PX,
    ...avoid.map(({ top }) => top - height - GAP_PX).filter((top) => top + height < floor),
    // For a moment over the head, if larger text leaves no other room.
    screenTop,
  ]
  const visible = tops.filter((top) => top >= screenTop)
  return freePlace(height, visible, avoid)
}

/** The top edges of everything that sticks to the bottom of the window. A bar at the side does not count. */
function floorTops(): number[] {
  const floors = [...document.querySelectorAll('[data-toast-floor]')]
  return floors.flatMap((each) => spanOf(each)?.top ?? []).filter((top) => top > 0)
}

function spanOf(element: Element | null): Span | null {
  const box = element?.getBoundingClientRect()
  return box === undefined || box.height === 0 ? null : box
}
