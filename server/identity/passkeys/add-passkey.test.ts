import { beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME_MS, PASSKEYS_MAX, SESSION_FRESH_MS } from '#contract/constants.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { type Accounts, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'
import {
  challengeToSign,
  ed25519Pair,
  type Forgery,
  newAuthenticator,
  rsaOf,
  rsaPair,
} from '#tests/support/authenticator.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey, askToAdd, confirmWith, sendNew, unlockWith } from '#tests/support/passkeys.ts'

const ORIGIN = 'http://localhost:3000'

describe.each(featureDatabases)('adding a passkey on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const list = async (person: Awaited<ReturnType<typeof newPerson>>) =>
    (await person.browser.send('GET', '/api/passkeys')).json<{ rpId: string; passkeys: Passkey[] }>()

  test('lists it under its name, with what a browser needs to ask for it, and counts it', async () => {
    const person = await newPerson(accounts)
    const { credentialId, passkey } = await addPasskey(person.browser, { origin: ORIGIN, name: 'Blue phone' })
    const expected = {
      id: passkey.id,
      name: 'Blue phone',
      backedUp: false,
      credentialId,
      transports: ['internal', 'hybrid'],
      createdAt: accounts.clock.now().toISOString(),
      lastUsedAt: null,
    }
    expect(passkey).toEqual(expected)
    expect(await list(person)).toEqual({ rpId: 'localhost', passkeys: [expected] })
    expect((await person.browser.send('GET', '/api/me')).json()).toMatchObject({ passkeyCount: 1 })
  })

  test('offers ES256, EdDSA and RS256, which is all that some Windows devices make', async () => {
    const { browser } = await newPerson(accounts)
    const { options } = await askToAdd(browser)
    expect(options.pubKeyCredParams).toEqual([-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })))
    for (const keys of [rsaPair(2_048), ed25519Pair()]) {
      const authenticator = await addPasskey(browser, { origin: ORIGIN, keys })
      await browser.send('POST', '/api/lock')
      expect((await unlockWith(browser, authenticator)).statusCode).toBe(204)
    }
  })

  test('asks for a verified person, tells the authenticator whose it is, and excludes what is there', async () => {
    const person = await newPerson(accounts)
    const { credentialId } = await addPasskey(person.browser, { origin: ORIGIN })
    const { challenge, options } = await askToAdd(person.browser)
    expect(options).toMatchObject({
      challenge: challengeToSign('add-passkey', challenge),
      rp: { id: 'localhost', name: 'Jara' },
      user: { name: person.email, displayName: 'Adaeze Okonkwo' },
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: credentialId, type: 'public-key', transports: ['internal', 'hybrid'] }],
    })
  })

  test.each([
    ['no name', undefined, 'Chrome on Android'],
    ['spaces for a name', '  \t ', 'Chrome on Android'],
    ['a name with a line break and a direction mark', 'My\nphone\u202e', 'My phone'],
    ['a name that is too long', 'x'.repeat(41), 'x'.repeat(40)],
    ['a formula', '=1+1', '=1+1'],
  ])('with %s calls it one harmless line', async (_, name, expected) => {
    const { browser } = await newPerson(accounts)
    const answer = await sendNew(browser, newAuthenticator({ origin: ORIGIN }), name === undefined ? {} : { name })
    expect(answer.json().passkey.name).toBe(expected)
  })

  test('needs a fresh sign-in, to ask and to add', async () => {
    const { browser } = await newPerson(accounts)
    const asked = await askToAdd(browser)
    accounts.clock.advance(SESSION_FRESH_MS / 2)
    await browser.send('GET', '/api/passkeys')
    accounts.clock.advance(SESSION_FRESH_MS / 2 + 1)
    expect((await browser.send('POST', '/api/passkeys/options')).json().error.code).toBe('session.locked')
    await browser.unlock('2580')
    for (const answer of [
      await browser.send('POST', '/api/passkeys/options'),
      await sendNew(browser, newAuthenticator({ origin: ORIGIN }), { asked }),
    ]) {
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'session.not-fresh'])
    }
  })

  const forgeries: [string, Forgery][] = [
    ['made on another page', { origin: 'http://localhost:3001' }],
    ['made on a look-alike host', { origin: 'https://localhost.example' }],
    ['made for another host name', { rpId: 'example.com' }],
    ['made without verifying the person', { flags: 0x01 }],
    ['made without anybody there', { flags: 0x04 }],
    ['made as if it were an approval', { type: 'webauthn.get' }],
    ['backed up, and not made to be backed up', { flags: 0x15 }],
    ['answered under another id', { credentialId: Buffer.alloc(32, 1) }],
    ['with an RSA key of 2,040 bits', { publicKey: rsaPair(2_040).cose }],
    ['with an RSA key of 4,104 bits', { publicKey: rsaOf(Buffer.alloc(513, 0xff)) }],
    ['with an RSA key of 2,040 bits after zeros', { publicKey: rsaOf(Buffer.alloc(256, 0xff).fill(0, 0, 1)) }],
    ['with an RSA key whose exponent is 3', { publicKey: rsaPair(2_048, 3).cose }],
    ['with an RSA key that has no modulus', { publicKey: rsaOf(Buffer.alloc(0)) }],
    ['with a P-256 key that says RS256', { publicKey: new Map([...ed25519Pair().cose, [3, -257]]) }],
    ['with a key of ES384', { publicKey: new Map([...ed25519Pair().cose, [3, -35]]) }],
    ['made over another challenge', { challenge: challengeToSign('add-passkey', 'A'.repeat(43)) }],
  ]
  describe('that is not genuine', () => {
    let attacked: Awaited<ReturnType<typeof newPerson>>
    beforeAll(async () => {
      attacked = await newPerson(accounts)
    })
    test.each(forgeries)('refuses one %s', async (_, forged) => {
      const answer = await sendNew(attacked.browser, newAuthenticator({ origin: ORIGIN }), { forged })
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'passkey.not-added'])
      expect((await list(attacked)).passkeys).toEqual([])
    })

    test.each(['unlock', 'order', 'freeze'])('refuses one made over a challenge signed for %s', async (purpose) => {
      const { browser } = attacked
      const { challenge, options } = await askToAdd(browser)
      const forged = { challenge: challengeToSign(purpose, challenge) }
      const answer = await sendNew(browser, newAuthenticator({ origin: ORIGIN }), {
        asked: { challenge, options },
        forged,
      })
      expect(answer.json().error.code).toBe('passkey.not-added')
    })

    test.each([
      ['nothing', { clientDataJSON: 'e30', attestationObject: 'oA' }],
      ['no CBOR', { clientDataJSON: 'e30', attestationObject: '_____w' }],
      ['CBOR within CBOR without end', { clientDataJSON: 'e30', attestationObject: 'gYGB'.repeat(1_900) }],
      ['no JSON', { clientDataJSON: 'AAAA', attestationObject: 'oA' }],
    ])('refuses an answer of %s', async (_, response) => {
      const { browser } = attacked
      const { challenge } = await askToAdd(browser)
      const credential = { id: 'AAAA', type: 'public-key', response }
      const answer = await browser.send('POST', '/api/passkeys', { challenge, credential })
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'passkey.not-added'])
    })

    test.each(['packed', 'fido-u2f', 'tpm', 'android-key', 'android-safetynet', 'apple', 'unheard-of'])(
      'does not look at the certificates of a %s attestation',
      async (format) => {
        const { browser } = attacked
        const statement = new Map<string, number | Buffer | Buffer[]>([
          ['alg', -7],
          ['sig', Buffer.alloc(64)],
          ['x5c', [Buffer.from('a certificate')]],
        ])
        const forged = { attestation: { format, statement } }
        const answer = await sendNew(browser, newAuthenticator({ origin: ORIGIN }), { forged })
        expect(answer.json().error.code).toBe('passkey.not-added')
        expect(accounts.logLines.findLast((line) => line.includes('passkey not added'))).toContain('was not asked for')
      },
    )
  })

  test('takes a challenge once, for five minutes, and only of the own session', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const asked = await askToAdd(ada.browser)
    expect((await sendNew(obi.browser, newAuthenticator({ origin: ORIGIN }), { asked })).json().error.code).toBe(
      'approval.challenge-used',
    )
    expect((await sendNew(ada.browser, newAuthenticator({ origin: ORIGIN }), { asked })).statusCode).toBe(201)
    expect((await sendNew(ada.browser, newAuthenticator({ origin: ORIGIN }), { asked })).json().error.code).toBe(
      'approval.challenge-used',
    )
    const late = await askToAdd(ada.browser)
    accounts.clock.advance(CHALLENGE_LIFETIME_MS)
    expect((await sendNew(ada.browser, newAuthenticator({ origin: ORIGIN }), { asked: late })).json().error.code).toBe(
      'approval.challenge-used',
    )
  })

  test('refuses a passkey that is on an account already, the own or another', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const authenticator = await addPasskey(ada.browser, { origin: ORIGIN })
    for (const { browser } of [ada, obi]) {
      const answer = await sendNew(browser, authenticator)
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'passkey.known'])
    }
    expect((await list(obi)).passkeys).toEqual([])
  })

  test('takes the most an account may have, and not one more, however many come at once', async () => {
    const person = await newPerson(accounts)
    const asked = []
    for (let i = 0; i < PASSKEYS_MAX + 3; i++) asked.push(await askToAdd(person.browser))
    const answers = await Promise.all(
      asked.map((each) => sendNew(person.browser, newAuthenticator({ origin: ORIGIN }), { asked: each })),
    )
    expect(answers.filter((each) => each.statusCode === 201)).toHaveLength(PASSKEYS_MAX)
    const refused = answers.filter((each) => each.statusCode !== 201)
    expect(refused.map((each) => each.json().error.code)).toEqual(Array(3).fill('passkey.too-many'))
    const again = await person.browser.send('POST', '/api/passkeys/options')
    expect(again.json().error.code).toBe('passkey.too-many')
    expect((await list(person)).passkeys).toHaveLength(PASSKEYS_MAX)
  })

  test('leaves the PIN and the session as they are', async () => {
    const { browser, pin, session } = await newPerson(accounts)
    const read = () =>
      accounts.deps.database.query(
        `select p.*, s.password_at, s.unlocked_at from pins p join sessions s on s.user_id = p.user_id
         where p.user_id = $1`,
        [session.userId],
      )
    const before = await read()
    await addPasskey(browser, { origin: ORIGIN })
    expect(await read()).toEqual(before)
    await browser.send('POST', '/api/lock')
    expect((await browser.unlock(pin)).statusCode).toBe(204)
  })

  test('renames it to one harmless line, and refuses an empty name', async () => {
    const { browser } = await newPerson(accounts)
    const { passkey } = await addPasskey(browser, { origin: ORIGIN })
    const renamed = await browser.send('PATCH', `/api/passkeys/${passkey.id}`, { name: ' Office\u0000 laptop\r\n ' })
    expect(renamed.json().passkey).toMatchObject({ id: passkey.id, name: 'Office laptop' })
    for (const name of ['', ' \u200b ', '\u0000']) {
      const answer = await browser.send('PATCH', `/api/passkeys/${passkey.id}`, { name })
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'passkey.name-invalid'])
    }
  })

  test('removes it after a fresh sign-in only, and then it opens nothing', async () => {
    const { browser, pin } = await newPerson(accounts)
    const authenticator = await addPasskey(browser, { origin: ORIGIN })
    const { id } = authenticator.passkey
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await browser.unlock(pin)
    expect((await browser.send('DELETE', `/api/passkeys/${id}`)).json().error.code).toBe('session.not-fresh')
    await browser.send('POST', '/api/lock')
    expect((await unlockWith(browser, authenticator)).statusCode).toBe(204)

    await confirmWith(browser, authenticator)
    expect((await browser.send('DELETE', `/api/passkeys/${id}`)).statusCode).toBe(204)
    expect((await browser.send('DELETE', `/api/passkeys/${id}`)).json().error.code).toBe('passkey.not-found')
    await browser.send('POST', '/api/lock')
    expect((await unlockWith(browser, authenticator)).json().error.code).toBe('passkey.refused')
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ locked: true, passkeyCount: 0 })
  })

  test('is nobody else’s to see, to rename or to remove', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const { passkey } = await addPasskey(ada.browser, { origin: ORIGIN })
    expect((await list(obi)).passkeys).toEqual([])
    const attempts = [passkey.id, 'pky_x', `pky_${'0'.repeat(35)}`, `usr_${'0'.repeat(35)}`, '%20']
    for (const id of attempts) {
      for (const answer of [
        await obi.browser.send('PATCH', `/api/passkeys/${id}`, { name: 'Mine now' }),
        await obi.browser.send('DELETE', `/api/passkeys/${id}`),
      ]) {
        expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'passkey.not-found'])
      }
    }
    expect((await list(ada)).passkeys).toEqual([passkey])
  })
})
