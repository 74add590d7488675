import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const KIB = 1024
/** The weight of each part of a small built app. Random bytes do not compress. */
const LIGHT = { page: 2, start: 80, dashboard: 10, signIn: 10, history: 20, styles: 8, console: 50 }

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-size-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the size check of every build on an app with these parts. */
function weigh(
  kib: typeof LIGHT,
  {
    startImports = [],
    consoleImports = [],
    worker = '',
  }: { startImports?: readonly string[]; consoleImports?: readonly string[]; worker?: string } = {},
): { failed: boolean; said: string } {
  const route = (name: string, file: string) => [`src/${name}.tsx`, { file, imports: ['index.html'] }] as const
  const manifest = {
    'index.html': {
      file: 'start.js',
      css: ['styles.css'],
      imports: startImports,
      dynamicImports: ['src/history-page.tsx'],
    },
    'page.html': { file: 'page.js' },
    'console.html': { file: 'console.js', imports: consoleImports },
    ...Object.fromEntries([
      route('dashboard-page', 'dashboard.js'),
      route('sign-in-page', 'signIn.js'),
      route('history-page', 'history.js'),
    ]),
  }
  fs.mkdirSync(path.join(folder, '.vite'), { recursive: true })
  fs.writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const name of ['theme.js', 'index.html', 'favicon.svg']) fs.writeFileSync(path.join(folder, name), '')
  fs.writeFileSync(path.join(folder, 'sw.js'), worker)
  for (const [name, size] of Object.entries(kib)) {
    const file = name === 'styles' ? 'styles.css' : `${name}.js`
    fs.writeFileSync(path.join(folder, file), randomBytes(size * KIB))
  }
  const script = path.join(import.meta.dirname, '../../scripts/check-web-size.ts')
  const { status, stdout } = spawnSync(process.execPath, [script, folder, '--quiet'], { encoding: 'utf8' })
  return { failed: status !== 0, said: stdout }
}

it('lets an app within its budgets pass, and says nothing', () => {
  expect(weigh(LIGHT)).toEqual({ failed: false, said: '' })
})

it.each([
  ['the first screen', { start: 115 }, 'dashboard-page, initial JS'],
  ['what a visitor gets', { page: 16 }, 'welcome, JS before a tap'],
  ['a further page', { history: 31 }, 'history-page, further JS'],
  ['the styles', { styles: 17 }, 'CSS'],
  ['the console', { console: 66 }, 'console, beyond what is shared'],
])('fails the build when %s is too heavy, and names it', (_what, heavier, named) => {
  const { failed, said } = weigh({ ...LIGHT, ...heavier })
  expect(failed).toBe(true)
  expect(said).toMatch(new RegExp(`^${named} .* OVER$`, 'm'))
})

it('fails the build when chunks wait for each other, and names them', () => {
  const { failed, said } = weigh(LIGHT, { startImports: ['src/history-page.tsx'] })
  expect(failed).toBe(true)
  expect(said).toContain('chunks that wait for each other: start.js, history.js\n')
})

it("fails the build when the operators' console imports what starts the app", () => {
  const { failed, said } = weigh(LIGHT, { consoleImports: ['src/history-page.tsx'] })
  expect(failed).toBe(true)
  expect(said).toContain("console.html would start the customers' app inside the console\n")
})

it.each([
  ['imports', { startImports: ['console.html'] }],
  ['gets with the service worker', { worker: "precache([{url:'console.js'}])" }],
])("fails the build when the app %s the operators' console, and names it", (_how, stray) => {
  const { failed, said } = weigh(LIGHT, stray)
  expect(failed).toBe(true)
  expect(said).toContain("customers would download console.js, which is the console's alone\n")
})
