import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { requireSession } from '#server/identity/sessions/session.ts'
import { type Accounts, type Browser, newPerson, requestOf, startAccountsBefore } from '#tests/support/accounts.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { inject } from '#tests/support/inject.ts'
import { addPasskey, askToAdd, sendNew } from '#tests/support/passkeys.ts'
import { smallPicture } from '#tests/support/pictures.ts'

/**
 * The figures that people are told about their account, written out here: changing one means changing this test too.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ORIGIN = 'http://localhost:3000'

describe('a figure that users read', () => {
  let accounts: Accounts
  startAccountsBefore('pglite', (started) => {
    accounts = started
  })

  /** A request by the person, like those of every screen. */
  const asks = (browser: Browser) => requireSession(accounts.deps, requestOf(browser))
  const me = async (browser: Browser) => (await browser.send('GET', '/api/me')).json()

  test('an idle session is open to the end of five minutes, and then locked', async () => {
    const { browser } = await newPerson(accounts)
    accounts.clock.advance(5 * MINUTE_MS - 1)
    await asks(browser)
    accounts.clock.advance(5 * MINUTE_MS + 1)
    await expect(asks(browser)).rejects.toThrow('locked')
  })

  test('a session that is used all the time is open for 24 hours after its last unlock, and then locked', async () => {
    const { browser, pin } = await newPerson(accounts)
    for (let day = 0; day < 2; day++) {
      for (let minute = 5; minute <= 24 * 60; minute += 5) {
        accounts.clock.advance(5 * MINUTE_MS)
        await asks(browser)
      }
      accounts.clock.advance(1)
      await expect(asks(browser)).rejects.toThrow('locked')
      expect((await browser.unlock(pin)).statusCode).toBe(204)
      await asks(browser)
    }
  })

  test('a session ends 30 days after its full sign-in', async () => {
    const { browser, pin } = await newPerson(accounts)
    accounts.clock.advance(30 * DAY_MS - 1)
    expect((await browser.unlock(pin)).statusCode).toBe(204)
    accounts.clock.advance(1)
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('a full sign-in counts as fresh for ten minutes', async () => {
    const { browser, pin } = await newPerson(accounts)
    const freshAfter = async (ms: number) => {
      accounts.clock.advance(ms)
      await browser.unlock(pin)
      return (await me(browser)).fresh
    }
    expect([await freshAfter(10 * MINUTE_MS - 1), await freshAfter(2)]).toEqual([true, false])
  })

  test('a challenge serves to the last millisecond of five minutes', async () => {
    const { browser, pin } = await newPerson(accounts)
    const unlockAfter = async (ms: number) => {
      const challenge = await browser.challenge()
      const pinProof = await browser.device.pinProof(pin)
      const signature = await browser.device.sign('unlock', challenge)
      accounts.clock.advance(ms)
      return (await browser.send('POST', '/api/unlock', { challenge, pinProof, signature })).statusCode
    }
    expect([await unlockAfter(5 * MINUTE_MS - 1), await unlockAfter(5 * MINUTE_MS)]).toEqual([204, 409])
  })

  test('an account has ten passkeys and no eleventh', async () => {
    const { browser } = await newPerson(accounts)
    const asked = []
    for (let n = 0; n < 11; n++) asked.push(await askToAdd(browser))
    const statuses = []
    for (const each of asked) {
      statuses.push((await sendNew(browser, newAuthenticator({ origin: ORIGIN }), { asked: each })).statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(201), 409])
  })

  test('a browser waits two minutes for the finger, to add a passkey and to unlock', async () => {
    const { browser } = await newPerson(accounts)
    expect((await askToAdd(browser)).options.timeout).toBe(2 * MINUTE_MS)
    await addPasskey(browser, { origin: ORIGIN })
    const { options } = (await browser.send('POST', '/api/passkeys/unlock/options')).json()
    expect(options.timeout).toBe(2 * MINUTE_MS)
  })

  test('sessions are listed for thirty days after they ended, at most fifty of them', async () => {
    const { browser, email, pin, session } = await newPerson(accounts)
    const shown = async () => (await browser.send('GET', '/api/sessions')).json().sessions.length
    accounts.clock.advance(30 * DAY_MS - 1)
    await browser.signIn(email)
    accounts.clock.advance(30 * DAY_MS - 1)
    await browser.unlock(pin)
    expect(await shown()).toBe(2)
    await browser.signIn(email)
    expect(await shown()).toBe(3)
    accounts.clock.advance(1)
    expect(await shown()).toBe(2)
    await accounts.deps.database.query(
      `insert into sessions (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at, ended_at)
       select user_id, 'ses_' || lpad(n::text, 35, '0'), device_id, sha256(n::text::bytea || token_hash), created_at,
         created_at, created_at, created_at, created_at
       from sessions, generate_series(1, 60) n where user_id = $1 and ended_at is null`,
      [session.userId],
    )
    expect(await shown()).toBe(50)
  })

  test('a picture may have 5 MB, and is kept 256 pixels square', async () => {
    const { browser } = await newPerson(accounts)
    const picture = await smallPicture()
    const send = (bytes: number) =>
      inject(accounts, {
        method: 'PUT',
        url: '/api/me/image',
        headers: { cookie: browser.cookie ?? '', 'content-type': 'image/jpeg' },
        payload: Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]),
      })
    expect([(await send(5_242_880)).statusCode, (await send(5_242_881)).statusCode]).toEqual([200, 413])
    const kept = await inject(accounts, {
      method: 'GET',
      url: '/api/me/image',
      headers: { cookie: browser.cookie ?? '' },
    })
    const { width, height } = await sharp(kept.rawPayload).metadata()
    expect([width, height]).toEqual([256, 256])
  })
})
