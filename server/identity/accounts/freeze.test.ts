import { describe, expect, test } from 'vitest'
import { PIN_WAIT_MS, SESSION_FRESH_MS } from '#contract/constants.ts'
import { type Accounts, newPerson, type Person, startAccountsBefore } from '#tests/support/accounts.ts'
import { type Authenticator, challengeToSign } from '#tests/support/authenticator.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey, confirmWith } from '#tests/support/passkeys.ts'

const ORIGIN = 'http://localhost:3000'
type Purpose = 'freeze' | 'unfreeze'
type Change = { pin?: string; passkey?: Authenticator; signedFor?: Purpose | 'order' | 'unlock' }

describe.each(featureDatabases)('freezing money out on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })

  async function bodyOf({ browser, session, pin }: Person, purpose: Purpose, of: Change) {
    const challenge = await browser.challenge()
    const signedFor = of.signedFor ?? purpose
    const { deviceId } = session
    if (of.passkey !== undefined) {
      return { challenge, approval: { deviceId, passkey: of.passkey.get(challengeToSign(signedFor, challenge)) } }
    }
    const signature = await browser.device.sign(signedFor, challenge)
    return { challenge, approval: { deviceId, pinProof: await browser.device.pinProof(of.pin ?? pin), signature } }
  }
  const freeze = async (person: Person, of: Change = {}) =>
    await person.browser.send('POST', '/api/freeze', await bodyOf(person, 'freeze', of))
  const unfreeze = async (person: Person, of: Change = {}) =>
    await person.browser.send('DELETE', '/api/freeze', await bodyOf(person, 'unfreeze', of))
  const isFrozen = async (person: Person) => (await person.browser.send('GET', '/api/me')).json().frozen
  async function makeStale(person: Person): Promise<void> {
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await person.browser.unlock(person.pin)
  }

  test('takes the PIN alone, however long ago the password was, and repeating it changes nothing', async () => {
    const person = await newPerson(accounts)
    await makeStale(person)
    const since = accounts.clock.now()
    expect(await isFrozen(person)).toBe(false)
    expect((await freeze(person)).statusCode).toBe(204)
    expect(await isFrozen(person)).toBe(true)
    accounts.clock.advance(1_000)
    expect((await freeze(person)).statusCode).toBe(204)
    const [row] = await accounts.deps.database.query('select frozen_at from users where id = $1', [
      person.session.userId,
    ])
    expect(row).toEqual({ frozen_at: since })
  })

  test('takes a passkey alone', async () => {
    const person = await newPerson(accounts)
    const passkey = await addPasskey(person.browser, { origin: ORIGIN })
    await makeStale(person)
    expect((await freeze(person, { passkey })).statusCode).toBe(204)
    expect(await isFrozen(person)).toBe(true)
  })

  test('by nobody without either: a wrong PIN is counted, and anything else is refused', async () => {
    const [person, thief] = [await newPerson(accounts), await newPerson(accounts)]
    expect((await freeze(person, { pin: '9999' })).json().error).toMatchObject({ code: 'pin.wrong', triesLeft: 4 })
    expect((await freeze(person, { signedFor: 'order' })).json().error.code).toBe('approval.invalid')
    expect((await freeze(person, { signedFor: 'unlock' })).json().error.code).toBe('approval.invalid')
    const passkey = await addPasskey(thief.browser, { origin: ORIGIN })
    expect((await freeze(person, { passkey })).json().error.code).toBe('passkey.refused')
    const stolen = await bodyOf(thief, 'freeze', {})
    expect((await person.browser.send('POST', '/api/freeze', stolen)).json().error.code).toBe('approval.invalid')
    await person.browser.send('POST', '/api/lock')
    expect((await freeze(person)).json().error.code).toBe('session.locked')
    expect(await isFrozen(person)).toBe(false)
  })

  test('a challenge serves once, and one for freezing does not unfreeze', async () => {
    const person = await newPerson(accounts)
    const body = await bodyOf(person, 'freeze', {})
    expect((await person.browser.send('POST', '/api/freeze', body)).statusCode).toBe(204)
    expect((await person.browser.send('POST', '/api/freeze', body)).json().error.code).toBe('approval.challenge-used')
    expect((await unfreeze(person, { signedFor: 'freeze' })).json().error.code).toBe('approval.invalid')
    expect(await isFrozen(person)).toBe(true)
  })

  test('says that money out is paused already when too many PINs were wrong today', async () => {
    const person = await newPerson(accounts)
    for (let i = 0; i < 10; i++) {
      accounts.clock.advance(PIN_WAIT_MS)
      await person.browser.unlock('9999')
      if (i % 3 === 2) await accounts.deps.database.query('update pins set wrong_in_row = 0, wait_until = null')
    }
    await accounts.deps.database.query('update pins set wrong_in_row = 0, wait_until = null')
    expect((await freeze(person)).json().error.code).toBe('pin.frozen')
  })

  test('ends only with both: a fresh sign-in, and the PIN or a passkey', async () => {
    const person = await newPerson(accounts)
    const passkey = await addPasskey(person.browser, { origin: ORIGIN })
    await freeze(person)
    expect((await unfreeze(person, { pin: '9999' })).json().error.code).toBe('pin.wrong')
    await makeStale(person)
    for (const of of [{}, { passkey }]) {
      const answer = await unfreeze(person, of)
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'session.not-fresh'])
    }
    expect(await isFrozen(person)).toBe(true)

    await confirmWith(person.browser, passkey)
    expect(await isFrozen(person)).toBe(true)
    expect((await unfreeze(person, { passkey, signedFor: 'order' })).json().error.code).toBe('passkey.refused')
    expect((await unfreeze(person)).statusCode).toBe(204)
    expect(await isFrozen(person)).toBe(false)
    expect((await unfreeze(person, { passkey })).statusCode).toBe(204)
  })

  test('hides nothing: the session opens, codes are shown, and a new sign-in changes nothing about it', async () => {
    const person = await newPerson(accounts)
    await freeze(person)
    await person.browser.send('POST', '/api/lock')
    expect((await person.browser.unlock(person.pin)).statusCode).toBe(204)
    expect((await person.browser.send('GET', '/api/bpc')).statusCode).toBe(200)
    await person.browser.signIn(person.email)
    expect(await isFrozen(person)).toBe(true)
  })

  test('of one account is not another’s', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    await freeze(ada)
    expect([await isFrozen(ada), await isFrozen(obi)]).toEqual([true, false])
  })
})
