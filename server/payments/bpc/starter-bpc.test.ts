import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BpcAnswer } from '#contract/bpc.ts'
import { type Accounts, newBrowser, newPerson, type Person, startAccountsBefore } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { checkBpcCode } from './check-code.ts'
import { newCode } from './code.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('the starter BPC on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const codesOf = async ({ browser }: Person) => (await browser.send('GET', '/api/bpc')).json<BpcAnswer>().codes
  const check = ({ session }: Person, code: string) =>
    checkBpcCode(accounts.deps, accounts.deps.database, { userId: session.userId, code })

  test('comes with the first PIN, and a new PIN brings no second one', async () => {
    const browser = await newBrowser(accounts)
    await browser.register({ email: 'starter@example.com' })
    expect((await browser.send('GET', '/api/bpc')).json()).toEqual({ codes: [] })
    await Promise.all([browser.setPin('2580'), browser.setPin('2580'), browser.setPin('1379')])
    const { codes } = (await browser.send('GET', '/api/bpc')).json<BpcAnswer>()
    expect(codes).toEqual([
      {
        id: expect.stringMatching(/^bpc_/),
        code: expect.any(String),
        kind: 'starter',
        status: 'active',
        orderId: null,
        createdAt: accounts.clock.now().toISOString(),
        returnableUntil: null,
      },
    ])
  })

  test('is accepted from its owner, in lower case and without hyphens too', async () => {
    const person = await newPerson(accounts)
    const [held] = await codesOf(person)
    const code = held?.code ?? ''
    const found = { id: held?.id, kind: 'starter' }
    expect(await check(person, code)).toEqual(found)
    expect(await check(person, code.toLowerCase().replaceAll('-', ''))).toEqual(found)
  })

  test("somebody else's is as unknown as one that never was", async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const [theirs] = await codesOf(obi)
    expect(await check(ada, theirs?.code ?? '')).toBeNull()
    expect(await check(ada, newCode(randomBytes))).toBeNull()
    expect(await check(ada, 'not a code \u0000')).toBeNull()
  })

  test('one that was returned is not accepted any more', async () => {
    const person = await newPerson(accounts)
    const [held] = await codesOf(person)
    await accounts.deps.database.query(
      `update bpc_codes set kind = 'bought', order_id = 'ord_of_a_test', status = 'returned', returned_at = $2
       where user_id = $1`,
      [person.session.userId, accounts.clock.now()],
    )
    expect(await check(person, held?.code ?? '')).toBeNull()
    expect(await codesOf(person)).toMatchObject([{ id: held?.id, status: 'returned' }])
  })

  test('after twenty wrong codes in an hour not even the right one is checked, then it is again', async () => {
    const person = await newPerson(accounts)
    const [held] = await codesOf(person)
    const code = held?.code ?? ''
    for (let i = 0; i < 20; i++) expect(await check(person, newCode(randomBytes))).toBeNull()
    accounts.clock.advance(59 * MINUTE_MS)
    await expect(check(person, code)).rejects.toMatchObject({ code: 'request.too-many', details: { retryAfterS: 60 } })
    accounts.clock.advance(MINUTE_MS)
    expect(await check(person, code)).toMatchObject({ kind: 'starter' })
    expect(await check(person, newCode(randomBytes))).toBeNull()
    expect(await check(person, code)).toMatchObject({ kind: 'starter' })
  })

  test('is shown for five minutes after the PIN, then the PIN is asked for again', async () => {
    const person = await newPerson(accounts)
    await person.browser.unlock(person.pin)
    accounts.clock.advance(3 * MINUTE_MS)
    expect(await codesOf(person)).toHaveLength(1)
    accounts.clock.advance(2 * MINUTE_MS)
    expect(await codesOf(person)).toHaveLength(1)
    accounts.clock.advance(1)
    const response = await person.browser.send('GET', '/api/bpc')
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'pin.needed'])
    expect(response.json().error.message).toContain('Enter your PIN again')
    // The session was open all along: entering the PIN again only reveals the codes.
    expect((await person.browser.send('GET', '/api/me')).json()).toMatchObject({ locked: false })
    await person.browser.unlock(person.pin)
    expect(await codesOf(person)).toHaveLength(1)
  })

  test('is nowhere in the database in the clear', async () => {
    const person = await newPerson(accounts)
    const [held] = await codesOf(person)
    const code = held?.code ?? 'no code'
    const rows = await accounts.deps.database.query<{ all: string }>(
      'select bpc_codes::text as all from bpc_codes where user_id = $1',
      [person.session.userId],
    )
    for (const form of [code, code.replaceAll('-', '')]) {
      expect(rows[0]?.all).not.toContain(form)
      expect(rows[0]?.all).not.toContain(Buffer.from(form).toString('hex'))
    }
  })
})
