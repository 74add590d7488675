import { expect, test } from 'vitest'
import { SESSION_LOCK_MS } from '#contract/constants.ts'
import { type Accounts, newBrowser, newPerson, requestOf, startAccountsBefore } from '#tests/support/accounts.ts'
import { homeOf } from './home-of.ts'

let accounts: Accounts
startAccountsBefore('pglite', (started) => {
  accounts = started
})

test('the welcome page leads an open session to the wallet, and a locked one to the PIN', async () => {
  const { browser } = await newPerson(accounts)
  expect(await homeOf(accounts.deps, requestOf(browser))).toBe('/dashboard')
  accounts.clock.advance(SESSION_LOCK_MS + 1)
  expect(await homeOf(accounts.deps, requestOf(browser))).toBe('/pin')
})

test('it is shown to visitors, also to one whose session ended', async () => {
  const { browser } = await newPerson(accounts)
  const before = requestOf(browser)
  await browser.send('DELETE', '/api/sessions/current')
  expect(await homeOf(accounts.deps, before)).toBeNull()
  expect(await homeOf(accounts.deps, requestOf(await newBrowser(accounts)))).toBeNull()
})

test('it is shown to everybody while the database does not answer', async () => {
  const { browser } = await newPerson(accounts)
  const database = { ...accounts.deps.database, query: () => Promise.reject(new Error('no database')) }
  expect(await homeOf({ ...accounts.deps, database }, requestOf(browser))).toBeNull()
})
