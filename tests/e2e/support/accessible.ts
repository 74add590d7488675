import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours. All others give the same result in every theme, so they run once. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const EVERY_THEME = ['dark', 'device-light', 'device-dark'] as const
type Appearance = (typeof EVERY_THEME)[number]

/** Run directly: `new AxeBuilder({ page }).analyze()` would load it again, here and in another page, for each check. */
const AXE = fs.readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

// Runs in the page; a string, because these tests are compiled without the browser's types.
/** Half-faded colours prove nothing: while axe checks, all animations and transitions are at their end. */
const STAND_STILL = `
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after, ::backdrop { animation-duration: 0s !important; animation-delay: 0s !important; transition-duration: 0s !important }')
  document.adoptedStyleSheets = [still]`
/** A transition that was already running would continue: no style affects it. */
const show = (appearance: string) => `
  document.documentElement.dataset.theme = '${appearance}'
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()`
const MOVE_AGAIN = 'document.adoptedStyleSheets = []'
const LACKS_AXE = "typeof axe === 'undefined'"
/**
 * The elements that make the page wider than its window, innermost last; empty if none do. Fixed elements and those
 * that scroll by themselves only follow.
 */
export const SIDEWAYS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const follows = (each) => {
    if (each === null || each === document.body) return false
    const { position, overflowX } = getComputedStyle(each)
    return position === 'fixed' || overflowX !== 'visible' || follows(each.parentElement)
  }
  const wide = [...document.querySelectorAll('body *')].filter(
    (each) => each.getBoundingClientRect().right > clientWidth && !follows(each),
  )
  return [scrollWidth - clientWidth + ' px', ...wide.slice(-3).map((each) => each.outerHTML.slice(0, 120))]
})()`

/** Texts that React updates as separate nodes: if a translator removed one, it would stay old or crash the page. */
export const HELD = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const held = []
  while (walker.nextNode())
    if (Object.keys(walker.currentNode).some((key) => key.startsWith('__reactFiber'))) held.push(walker.currentNode.data)
  return held
})()`

const LOOK = (appearance: string, runOnly: Chosen) => `(async () => {
  ${show(appearance)}
  const look = async () => {
    const { violations } = await axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' ')))
  }
  let said = await look()
  // Headers and buttons that stick to the window cover part of a target until the page is scrolled.
  if (said.some((each) => each.startsWith('target-size'))) {
    const top = scrollY
    scrollTo(0, document.documentElement.scrollHeight)
    const below = await look()
    scrollTo(0, top)
    said = said.filter((each) => !each.startsWith('target-size') || below.includes(each))
  }
  return { violations: said, sideways: ${SIDEWAYS}, held: ${HELD} }
})()`

/**
 * Checks that axe finds no violation, nothing scrolls sideways, and no text would crash a translated page. Checks the
 * light theme; the nightly run also checks dark, whose colour pairs web/src/look.test.ts tests. Leaves the page in
 * light.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  others: readonly Appearance[] = IS_NIGHTLY ? ['dark'] : [],
): Promise<void> {
  // The server's frame is hidden from assistive technology until the app takes over.
  await expect(page.locator('#root > [inert][aria-busy]')).toHaveCount(0)
  await expect(page.getByRole('heading').first()).toBeVisible()
  if (await page.evaluate(LACKS_AXE)) await page.evaluate(AXE)
  await page.evaluate(STAND_STILL)
  await expectClean(page, screen, 'light', { type: 'tag', values: STANDARDS })
  for (const appearance of others) await expectClean(page, screen, appearance, { type: 'rule', values: COLOUR_RULES })
  await page.evaluate(`${show('light')}; ${MOVE_AGAIN}`)
}

type Chosen = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
type Looked = {
  readonly violations: readonly string[]
  readonly sideways: readonly string[]
  readonly held: readonly string[]
}

async function expectClean(page: Page, screen: string, appearance: string, runOnly: Chosen): Promise<void> {
  const { violations, sideways, held } = await page.evaluate<Looked>(LOOK(appearance, runOnly))
  expect(violations, `${screen}, ${appearance}`).toEqual([])
  expect(sideways, `${screen}, ${appearance}, scrolls sideways`).toEqual([])
  expect(held, `${screen}, texts that a translator would take from React`).toEqual([])
}

/** The same, in all four appearances in the nightly run. */
export async function expectAccessibleInEveryTheme(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen, IS_NIGHTLY ? EVERY_THEME : [])
}
