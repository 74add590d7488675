// The script of pages with one list: it keeps the list current. No dependencies.

const REFRESH_MS = 1_500
/** The region's id is its key in the reply of its `data-source`. */
const region = document.querySelector('[data-source]')
let shown = region.innerHTML

/** Shows what is new, unless the user is about to follow a link or has selected text. */
async function refresh() {
  const response = await fetch(`${region.dataset.source}${location.search}`).catch(() => null)
  if (response === null || !response.ok) return
  const { [region.id]: rows } = await response.json()
  const isInUse = region.contains(document.activeElement) || !document.getSelection().isCollapsed
  if (rows === shown || isInUse) return
  shown = rows
  region.innerHTML = rows
}

setInterval(() => document.hidden || refresh(), REFRESH_MS)
