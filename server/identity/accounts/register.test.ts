import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#contract/accounts.ts'
import { spendEmailCode } from '#server/identity/recovery/prove-email.ts'
import { type Accounts, newBrowser, PASSWORD, startAccounts } from '#tests/support/accounts.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { registerAccount } from './register.ts'

describe.each(databaseKinds)('registering on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
  })
  afterAll(async () => {
    await expectBooksToBalance(fresh.database)
    await fresh.drop()
  })
  const count = async (table: string, email: string) => {
    const [row] = await fresh.database.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${table === 'users' ? 'id' : 'user_id'} in
         (select id from users where lower(email) = lower($1))`,
      [email],
    )
    return row?.count
  }

  test('opens an account with a wallet, signs this device in and asks for a PIN', async () => {
    const browser = await newBrowser(accounts)
    const response = await browser.register({ email: 'Ada@Example.com', fullName: 'Adé  Ọláwálé' })
    expect(response.statusCode, response.body).toBe(201)
    const answer = response.json<SignedIn>()
    const { user } = answer
    expect(answer).toEqual({ user, deviceId: expect.stringMatching(/^dev_/), pinSet: false })
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_/),
      fullName: 'Adé Ọláwálé'.normalize('NFC'),
      email: 'Ada@Example.com',
      createdAt: '2026-11-21T11:00:00.000Z',
    })
    const me = (await browser.send('GET', '/api/me')).json()
    const open = {
      locked: false,
      imageVersion: null,
      nameChangeableAt: null,
      pinSet: false,
      pinOff: false,
      fresh: true,
      frozen: false,
      frozenByTeam: null,
      passkeyCount: 0,
      phone: null,
    }
    expect(me).toEqual({ user, deviceId: answer.deviceId, ...open })
    expect(await count('funding_accounts', user.email)).toBe(1)
  })

  test('refuses an email that has an account, in any letter case', async () => {
    await (await newBrowser(accounts)).register({ email: 'obi@example.com' })
    const second = await (await newBrowser(accounts)).register({ email: 'OBI@example.COM' })
    expect(second.statusCode).toBe(409)
    expect(second.json().error.code).toBe('account.email-taken')
    expect(second.headers['set-cookie']).toBeUndefined()
  })

  test('of ten at once with one email, opens exactly one account', async () => {
    const browsers = await Promise.all(Array.from({ length: 10 }, () => newBrowser(accounts)))
    const answers = await Promise.all(browsers.map((browser) => browser.register({ email: 'race@example.com' })))
    expect(answers.map((each) => each.statusCode).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await count('users', 'race@example.com')).toBe(1)
    expect(await count('devices', 'race@example.com')).toBe(1)
  })

  test('leaves nothing behind when the wallet cannot be opened', async () => {
    const { device } = await newBrowser(accounts)
    const email = 'half@example.com'
    const body = { fullName: 'Ada Obi', email, password: PASSWORD, device: { publicKey: device.publicKey } }
    const failing = registerAccount(accounts.deps, body, null, {
      openWallet: () => Promise.reject(new Error('the ledger is closed')),
      spendEmailCode,
    })
    await expect(failing).rejects.toThrow('the ledger is closed')
    expect(await count('users', email)).toBe(0)
  })

  test('refuses a device key that is not a point on the curve', async () => {
    const browser = await newBrowser(accounts)
    const x = Buffer.alloc(32, 7).toString('base64url')
    const publicKey = { kty: 'EC', crv: 'P-256', x, y: x }
    const body = { fullName: 'Ada Obi', email: 'point@example.com', password: PASSWORD, device: { publicKey } }
    const response = await browser.send('POST', '/api/accounts', body)
    expect(response.json().error.code).toBe('account.device-key-invalid')
  })

  test('refuses the private part of a device key', async () => {
    const { device, send } = await newBrowser(accounts)
    const publicKey = { ...device.publicKey, d: device.publicKey.x }
    const body = { fullName: 'Ada Obi', email: 'private@example.com', password: PASSWORD, device: { publicKey } }
    expect((await send('POST', '/api/accounts', body)).statusCode).toBe(400)
  })

  test.each([
    [{ fullName: '1234' }, 'account.name-invalid', 'fullName'],
    [{ email: 'no email' }, 'account.email-invalid', 'email'],
    [{ password: 'short' }, 'account.password-weak', 'password'],
  ])('names the field at fault: %j', async (wrong, code, field) => {
    const browser = await newBrowser(accounts)
    const { error } = (await browser.register({ email: 'field@example.com', ...wrong })).json()
    expect(error.code).toBe(code)
    expect(error.fields).toEqual({ [field]: error.message })
  })
})
