import { expect, type Page } from '@playwright/test'

// Runs in the page; a string, because these tests are compiled without the browser's types.
const BROKEN_UP = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    // Stamps are set on a circle.
    if (walker.currentNode.parentElement.closest('svg')) continue
    const text = walker.currentNode.textContent.trim()
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const lines = new Set([...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top)))
    if (lines.size > 3 && text.length / lines.size < 3) found.push(text)
  }
  return found
})()`

/** Fails if any text wraps into a column one or two letters wide. */
export async function expectWholeWords(page: Page): Promise<void> {
  expect(await page.evaluate(BROKEN_UP), page.url()).toEqual([])
}
