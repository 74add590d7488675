import { expect, test } from 'vitest'
import { framedPage } from './framed-page.ts'

const PAGE = `<head>
    <link rel="modulepreload" crossorigin href="/assets/react-1.js">
    <link rel="modulepreload" crossorigin href="/assets/core-1.js">
    <script src="/theme.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/device-1.js">
    <link rel="stylesheet" crossorigin href="/assets/style-1.css">
  </head>
  <body>
    <script defer src="/old-browser.js"></script>
  </body>`
const FILES: Record<string, string> = { 'theme.js': 'setTheme()\n', 'assets/style-1.css': 'p{margin:0}' }
const read = (name: string) => FILES[name] ?? ''

test('is painted without another file: styles and theme are in it, and the code waits in a template', () => {
  const { text, script, style } = framedPage(PAGE, read)
  expect(style).toBe('p{margin:0}')
  expect(script).toMatch(/^setTheme\(\)\n/)
  expect(text).toContain(`<style>${style}</style>`)
  expect(text).toContain(`<script>${script}</script>`)
  const painted = text.replace(/<template id="app-code">.*?<\/template>/s, '')
  expect(painted).not.toBe(text)
  expect(painted).not.toMatch(/\s(?:src|href)="/)
})

test('runs the code that everything else needs in scripts of its own, and fetches all of it at once', () => {
  const [template = ''] = framedPage(PAGE, read).text.match(/<template id="app-code">.*?<\/template>/s) ?? []
  const named = (element: RegExp) => [...template.matchAll(element)].map((match) => match[1])
  expect(named(/<script type="module" crossorigin src="\/assets\/(\w+)-1\.js"><\/script>/g)).toEqual([
    'react',
    'core',
    'index',
  ])
  expect(named(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)-1\.js">/g)).toEqual([
    'react',
    'core',
    'device',
  ])
  expect(template).toContain('<script defer src="/old-browser.js"></script>')
})

test.each([
  ['<script src="/theme.js"></script>', ''],
  ['rel="stylesheet"', 'rel="icon"'],
  ['rel="modulepreload"', 'rel="icon"'],
])('refuses a built page that is another one: %s', (from, to) => {
  const page = PAGE.replaceAll(from, to).replace(from.includes('modulepreload') ? /<script type.*\n/ : /^$/, '')
  expect(() => framedPage(page, read)).toThrow('the built page lacks')
})

test('refuses a text that would end its own element', () => {
  FILES['theme.js'] = '"</script>"'
  expect(() => framedPage(PAGE, read)).toThrow('would end')
  FILES['theme.js'] = 'setTheme()\n'
})
