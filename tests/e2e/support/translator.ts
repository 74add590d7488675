import { expect, type Page } from '@playwright/test'

/**
 * Translates a page as Chrome does: it replaces every text node outside `translate="no"` with an element that holds the
 * translation, now and after each change. It translates into the same language, so that tests find their texts.
 */
const TRANSLATOR = `(() => {
  const isKept = (node) => node.parentElement?.closest('[translate="no"], font, script, style, template, textarea, svg') != null
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) if (/\\p{L}/u.test(walker.currentNode.data) && !isKept(walker.currentNode)) texts.push(walker.currentNode)
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = text.data
      text.parentNode.replaceChild(outer, text)
    }
  }
  const start = () => {
    document.documentElement.classList.add('translated-ltr')
    translate(document.body)
    new MutationObserver(() => translate(document.body)).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start)
})()`

export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(TRANSLATOR)
}

/** The page has been translated, whatever it shows now. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('font').first()).toBeAttached()
}
