import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#contract/accounts.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPgliteInMemory } from '#server/db/pglite.ts'
import { type Accounts, newBrowser, startAccounts } from './account-kit.ts'

let database: Database
let accounts: Accounts
beforeAll(async () => {
  database = await openPgliteInMemory()
  await migrate(database)
  accounts = await startAccounts(database)
})
afterAll(() => database.close())

describe('registering', () => {
  test('opens an account with a wallet, signs this device in and asks for a PIN', async () => {
    const browser = await newBrowser(accounts)
    const response = await browser.register({ email: 'Ada@Example.com', fullName: 'Adé  Ọláwálé' })
    expect(response.statusCode, response.body).toBe(201)
    const answer = response.json<SignedIn>()
    expect(answer).toEqual({
      user: {
        id: answer.user.id,
        fullName: 'Adé Ọláwálé',
        email: 'Ada@Example.com',
        createdAt: '2026-11-21T08:00:00.000Z',
      },
      deviceId: expect.stringMatching(/^dev_/),
      pinSet: false,
    })
  })
})
