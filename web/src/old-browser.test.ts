import { expect, test } from 'vitest'
import { BROWSERS_THAT_WORK } from '#contract/browsers.ts'
import script from '../public/old-browser.js?raw'
import theme from '../public/theme.js?raw'
import startApp from './prerender/start-app.js?raw'

/** Runs public/old-browser.js in a browser that has these built-ins, and returns what its page says then. */
function saidBy({ hasOwn, at, dialog }: { hasOwn: boolean; at: boolean; dialog: boolean }): string[] {
  const said: string[] = []
  const element = () => ({ style: {}, setAttribute: () => undefined, appendChild: () => undefined })
  const browser = {
    Object: hasOwn ? Object : {},
    window: dialog ? { HTMLDialogElement: {} } : {},
    document: {
      body: element(),
      createElement: element,
      createTextNode: (text: string) => said.push(text),
      getElementById: () => null,
    },
  }
  new Function(...Object.keys(browser), at ? script : script.replace('[].at', 'undefined'))(...Object.values(browser))
  return said
}

const ALL = { hasOwn: true, at: true, dialog: true }

test('says nothing in a browser that can open the app', () => {
  expect(saidBy(ALL)).toEqual([])
})

test.each(['hasOwn', 'at', 'dialog'] as const)('names every browser that works in one without %s', (missing) => {
  const said = saidBy({ ...ALL, [missing]: false })
  expect(said).toEqual(expect.arrayContaining([...BROWSERS_THAT_WORK]))
  expect(said.join(' ')).toContain('Your money is safe.')
})

test.each([
  ['old-browser.js', script],
  ['theme.js', theme],
  ['start-app.js', startApp],
])('%s, which comes before it or with it, is written for browsers of any age', (_, code) => {
  expect(code.replaceAll(/^ *\/\/.*$/gm, '')).not.toMatch(
    /=>|\b(?:const|let|class|async)\b|`|\?\.|\?\?|\.\.\.|catch \{/,
  )
})
