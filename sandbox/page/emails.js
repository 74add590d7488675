// The script of the page of letters: shows what has arrived meanwhile. No dependencies.

const REFRESH_MS = 1_500
const region = document.getElementById('letters')
let shown = region.innerHTML

/** Shows new letters, unless somebody is about to follow a link or has marked a text. */
async function refresh() {
  const response = await fetch(`/page/letters${location.search}`).catch(() => null)
  if (response === null || !response.ok) return
  const { letters } = await response.json()
  const isInUse = region.contains(document.activeElement) || !document.getSelection().isCollapsed
  if (letters === shown || isInUse) return
  shown = letters
  region.innerHTML = letters
}

setInterval(() => document.hidden || refresh(), REFRESH_MS)
