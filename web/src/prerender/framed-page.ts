import type { FramedPage } from '#contract/site.ts'
import startApp from './start-app.js?raw'

/** The app's code, and the script that says when a browser is too old for it. */
const CODE = /\n? *<(?:link rel="modulepreload"[^>]*>|script (?:type="module"|defer)[^>]*><\/script>)/g
const STYLES = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/
const THEME = '<script src="/theme.js"></script>'

/**
 * The page of a screen whose frame is painted before any code arrives. Styles and theme are in the page itself, and the
 * app's code is fetched after the first paint. `read` returns a build file by its name.
 */
export function framedPage(page: string, read: (name: string) => string): FramedPage {
  const code = page.match(CODE) ?? []
  const [link, file] = page.match(STYLES) ?? []
  if (!code.some(isApp) || link === undefined || file === undefined || !page.includes(THEME)) {
    throw new Error('the built page lacks its code, its styles or its theme')
  }
  const style = read(file)
  const script = read('theme.js') + startApp
  const waiting = `<template id="app-code">${inTasks(code)}</template>`
  const text = page
    .replace(CODE, '')
    .replace(link, () => inline('style', style))
    .replace(THEME, () => waiting + inline('script', script))
  return { text, script, style }
}

/** Whether this is the app itself, and not what is fetched with it. */
function isApp(element: string): boolean {
  return element.includes('type="module"')
}

/** Code that everything else needs runs first, as a script of its own. */
function inTasks(code: readonly string[]): string {
  const links = code.filter((element) => !isApp(element))
  const [app = ''] = code.filter(isApp)
  const first = links.flatMap((link) => link.match(/[^"]*\/(?:react|core)-[^"]*/) ?? [])
  const scripts = first.map((file) => `<script type="module" crossorigin src="${file}"></script>`)
  return [...links, ...scripts, app].map((element) => element.trim()).join('')
}

function inline(tag: 'script' | 'style', text: string): string {
  if (text.includes(`</${tag}`)) throw new Error(`its own text would end the ${tag}`)
  return `<${tag}>${text}</${tag}>`
}
