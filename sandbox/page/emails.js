// The script of the page of emails: shows what has arrived meanwhile. No dependencies.

const REFRESH_MS = 1_500
const region = document.getElementById('emails')
let shown = region.innerHTML

/** Shows new emails, unless the user is about to follow a link or has selected text. */
async function refresh() {
  const response = await fetch(`/page/emails${location.search}`).catch(() => null)
  if (response === null || !response.ok) return
  const { emails } = await response.json()
  const isInUse = region.contains(document.activeElement) || !document.getSelection().isCollapsed
  if (emails === shown || isInUse) return
  shown = emails
  region.innerHTML = emails
}

setInterval(() => document.hidden || refresh(), REFRESH_MS)
