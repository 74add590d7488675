import type { BrowserContext } from '@playwright/test'
import { NEWER_BUILT_INS } from '../../../scripts/lib/newer-built-ins.ts'
import { DISPENSABLE_STYLES } from '../../../scripts/lib/newer-styles.ts'

/** A script that removes every built-in that one of the oldest supported browsers lacks. Fails if one remains. */
export const WITHOUT_NEWER_BUILT_INS = `{
  const built = ${JSON.stringify(NEWER_BUILT_INS)}
  const owners = Object.entries(built).map(([path, names]) =>
    [path === 'globalThis' ? globalThis : path.split('.').reduce((owner, name) => owner?.[name], globalThis), names])
  for (const [owner, names] of owners)
    for (let its = owner; its != null; its = Object.getPrototypeOf(its))
      for (const name of names) if (Object.hasOwn(its, name) && !delete its[name]) throw new Error('cannot take away ' + name)
  if ('groupBy' in Object || 'toReversed' in [] || 'structuredClone' in globalThis) throw new Error('nothing was taken away')
}`

/** Makes a browser's pages behave like an old one's: without newer built-ins, and only with styles it understands. */
export async function makeOld(context: BrowserContext): Promise<void> {
  await context.addInitScript(WITHOUT_NEWER_BUILT_INS)
  await context.route('**/*', async (route) => {
    const type = route.request().resourceType()
    if (type !== 'stylesheet' && type !== 'document') return await route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    const isStyles = response.headers()['content-type']?.startsWith('text/css')
    const body = isStyles
      ? understood(text)
      : text.replace(/(<style>)(.*?)(<\/style>)/s, (_, open, css, close) => open + understood(css) + close)
    await route.fulfill({ response, body })
  })
}

/** The part of minified styles that an old browser understands. */
export function understood(css: string): string {
  let kept = ''
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return kept + css.slice(at)
    const head = css.slice(at, open)
    const end = endOf(css, open)
    const body = css.slice(open + 1, end - 1)
    // A statement such as a charset may precede the block.
    const selector = head.slice(head.lastIndexOf(';') + 1)
    if (!DISPENSABLE_STYLES.blocks.test(selector) && !DISPENSABLE_STYLES.selectors.test(selector))
      kept += `${head}{${body.includes('{') ? understood(body) : declarations(body)}}`
    at = end
  }
  return kept
}

/** The end of the block that begins at `open`. */
function endOf(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return css.length
}

function declarations(body: string): string {
  return body
    .split(/;(?![^(]*\))/)
    .filter((each) => !DISPENSABLE_STYLES.declarations.test(each))
    .join(';')
}
