import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PIN_WAIT_MS } from '#contract/constants.ts'
import { AppError, type ErrorDetails } from '#server/platform/errors.ts'
import {
  type Accounts,
  newBrowser,
  newPerson,
  type Person,
  sessionOf,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { tryPin } from './try-pin.ts'

const HOUR_MS = 60 * 60_000

describe.each(featureDatabases)('guessing a PIN on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })

  /** One try from a valid device; returns the refusal's code, or 'right'. */
  async function attempt(
    person: Person,
    pin: string,
    purpose: 'order' | 'unlock' = 'unlock',
  ): Promise<{ code: string; details: ErrorDetails }> {
    const pinProof = await person.browser.device.pinProof(pin)
    return await tryPin(accounts.deps, person.session, { purpose, pinProof }).then(
      () => ({ code: 'right', details: {} }),
      (error: unknown) => {
        if (error instanceof AppError) return { code: error.code, details: error.details }
        throw error
      },
    )
  }
  const right = (person: Person, purpose?: 'order' | 'unlock') => attempt(person, person.pin, purpose)
  const wrong = (person: Person, purpose?: 'order' | 'unlock') => attempt(person, '9999', purpose)

  test('tells the tries left, waits from the third on, and switches the PIN off at the fifth', async () => {
    const person = await newPerson(accounts)
    expect(await wrong(person)).toEqual({ code: 'pin.wrong', details: { triesLeft: 4 } })
    expect(await wrong(person)).toEqual({ code: 'pin.wrong', details: { triesLeft: 3 } })
    expect(await wrong(person)).toEqual({ code: 'pin.wrong', details: { triesLeft: 2, retryAfterS: 30 } })

    expect(await right(person)).toEqual({ code: 'pin.wait', details: { retryAfterS: 30 } })
    accounts.clock.advance(PIN_WAIT_MS - 1)
    expect(await right(person)).toEqual({ code: 'pin.wait', details: { retryAfterS: 1 } })
    accounts.clock.advance(1)
    expect(await wrong(person)).toEqual({ code: 'pin.wrong', details: { triesLeft: 1, retryAfterS: 30 } })
    accounts.clock.advance(PIN_WAIT_MS)
    expect((await wrong(person)).code).toBe('pin.off')

    accounts.clock.advance(48 * HOUR_MS)
    expect((await right(person)).code).toBe('pin.off')
  })

  test('a new PIN begins without the tries and the wait of the old one', async () => {
    const person = await newPerson(accounts)
    for (let n = 0; n < 3; n++) await wrong(person)
    expect((await person.browser.setPin('8305')).statusCode).toBe(204)
    expect((await attempt(person, '9999')).details).toEqual({ triesLeft: 4 })
    expect((await attempt(person, '8305')).code).toBe('right')
  })

  test('the right PIN clears the count in a row', async () => {
    const person = await newPerson(accounts)
    for (let round = 0; round < 3; round++) {
      await wrong(person)
      await wrong(person)
      expect((await right(person)).code).toBe('right')
    }
  })

  test('a PIN switched off comes back only as a new one, after a full sign-in', async () => {
    const person = await newPerson(accounts)
    for (let i = 0; i < 5; i++) {
      accounts.clock.advance(PIN_WAIT_MS)
      await wrong(person)
    }
    const { browser } = person
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ pinSet: true, pinOff: true })
    await browser.send('POST', '/api/lock')
    expect((await browser.unlock(person.pin)).json().error.code).toBe('pin.off')

    expect((await browser.signIn(person.email)).json()).toMatchObject({ pinSet: false })
    person.session = await sessionOf(accounts, browser)
    expect((await right(person)).code).toBe('pin.not-set')
    expect((await browser.setPin('1379')).statusCode).toBe(204)
    expect((await attempt(person, '1379')).code).toBe('right')
    expect((await wrong(person)).details).toEqual({ triesLeft: 4 })
  })

  test('ten wrong ones within 24 hours pause money out for 24 hours, and no eleventh is checked', async () => {
    const person = await newPerson(accounts)
    for (let i = 0; i < 9; i++) {
      accounts.clock.advance(HOUR_MS)
      expect((await wrong(person, 'order')).code).toBe('pin.wrong')
      expect((await right(person, 'order')).code).toBe('right')
    }
    expect((await wrong(person, 'order')).code).toBe('pin.frozen')
    expect((await right(person, 'order')).code).toBe('pin.frozen')
    const locked = await right(person, 'unlock')
    expect(locked).toMatchObject({ code: 'pin.wait', details: { retryAfterS: 16 * 60 * 60 } })
    expect(locked.details.message).toContain('Sign in with your password')

    const [row] = await accounts.deps.database.query<{ until: Date }>(
      'select money_out_frozen_until as until from users where id = $1',
      [person.session.userId],
    )
    expect(row?.until).toEqual(new Date(accounts.clock.now().getTime() + 24 * HOUR_MS))
  })

  test('nine wrong ones and a tenth after the first is a day old pause nothing, across midnight too', async () => {
    accounts.clock.set(new Date('2026-12-01T22:59:30Z'))
    const person = await newPerson(accounts)
    await wrong(person)
    for (let i = 0; i < 8; i++) {
      accounts.clock.advance(60_000)
      await right(person)
      await wrong(person)
    }
    accounts.clock.set(new Date('2026-12-02T22:59:30Z'))
    await right(person)
    expect((await wrong(person)).code).toBe('pin.wrong')
    expect((await wrong(person)).code).toBe('pin.wait')
  })

  test('another device does not bring ten more tries', async () => {
    const person = await newPerson(accounts)
    for (let i = 0; i < 5; i++) {
      accounts.clock.advance(PIN_WAIT_MS)
      await wrong(person)
    }
    const browser = await newBrowser(accounts)
    await browser.signIn(person.email)
    await browser.setPin(person.pin)
    const moved: Person = { ...person, browser, session: await sessionOf(accounts, browser) }
    expect((await wrong(person)).code).toBe('pin.not-set')
    const codes = []
    for (let i = 0; i < 5; i++) {
      accounts.clock.advance(PIN_WAIT_MS)
      await right(moved)
      codes.push((await wrong(moved, 'order')).code)
    }
    expect(codes).toEqual(['pin.wrong', 'pin.wrong', 'pin.wrong', 'pin.wrong', 'pin.frozen'])
  })

  test('two hundred at once, again and again, get five checked in total, and then the PIN is off', async () => {
    const person = await newPerson(accounts)
    const proofs = Array.from({ length: 200 }, () => randomBytes(32).toString('base64url'))
    const looked: number[] = []
    for (let burst = 0; burst < 5; burst++) {
      const tries = proofs.map((pinProof) => tryPin(accounts.deps, person.session, { purpose: 'unlock', pinProof }))
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter((each) => each.status === 'fulfilled')).toEqual([])
      const [row] = await accounts.deps.database.query<{ looked: number }>(
        'select cardinality(wrong_at) as looked from pins where user_id = $1',
        [person.session.userId],
      )
      looked.push(row?.looked ?? -1)
      accounts.clock.advance(PIN_WAIT_MS)
    }
    expect(looked).toEqual([3, 4, 5, 5, 5])
    expect((await right(person)).code).toBe('pin.off')
  })

  test('the right PIN in a crowd of wrong ones is one of at most five checked', async () => {
    const person = await newPerson(accounts)
    const pins = Array.from({ length: 200 }, (_, i) => (i === 150 ? person.pin : `${1000 + i}`))
    const codes = (await Promise.all(pins.map((pin) => attempt(person, pin)))).map((each) => each.code)
    const lookedAt = codes.filter((code) => code === 'pin.wrong' || code === 'pin.off' || code === 'right')
    expect(lookedAt.length).toBeLessThanOrEqual(5)
  })

  test('what is stored proves nothing elsewhere: no PIN, no proof, another hash under another key', async () => {
    const person = await newPerson(accounts)
    const proof = await person.browser.device.pinProof(person.pin)
    const [row] = await accounts.deps.database.query<{ all: string }>(
      'select pins::text as all from pins where user_id = $1',
      [person.session.userId],
    )
    expect(row?.all).not.toContain(proof)
    expect(row?.all).not.toContain(Buffer.from(proof, 'base64url').toString('hex'))
    const keys = { ...accounts.deps.keys, pinPepper: Buffer.alloc(32, 9) }
    const elsewhere = tryPin({ ...accounts.deps, keys }, person.session, { purpose: 'unlock', pinProof: proof })
    await expect(elsewhere).rejects.toMatchObject({ code: 'pin.wrong' })
  })
})
