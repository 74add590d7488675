// The script of the pages of emails and of SMS: shows what has arrived meanwhile. No dependencies.

const REFRESH_MS = 1_500
const region = document.querySelector('[data-messages]')
const { messages } = region.dataset
let shown = region.innerHTML

/** Shows new messages, unless the user is about to follow a link or has selected text. */
async function refresh() {
  const response = await fetch(`/page/${messages}${location.search}`).catch(() => null)
  if (response === null || !response.ok) return
  const rows = (await response.json())[messages]
  const isInUse = region.contains(document.activeElement) || !document.getSelection().isCollapsed
  if (rows === shown || isInUse) return
  shown = rows
  region.innerHTML = rows
}

setInterval(() => document.hidden || refresh(), REFRESH_MS)
