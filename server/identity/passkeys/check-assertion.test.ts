import { constants, createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { convertCOSEtoPKCS } from '@simplewebauthn/server/helpers'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME_MS, PIN_WAIT_MS, SESSION_FRESH_MS } from '#contract/constants.ts'
import { type Approval, checkApproval } from '#server/identity/devices/check-approval.ts'
import { type Accounts, newBrowser, newPerson, type Person, startAccountsBefore } from '#tests/support/accounts.ts'
import {
  type Authenticator,
  type CosePair,
  challengeToSign,
  ed25519Pair,
  type Forgery,
  newAuthenticator,
  rsaPair,
} from '#tests/support/authenticator.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey, signInWith, unlockBody, unlockWith } from '#tests/support/passkeys.ts'

const ORIGIN = 'http://localhost:3000'
const TERMS = 'Send: ₦5,000.00\nTo: ADA OBI\nAccount: 0123456789\nBank: GTBank\nFee: ₦10.00'
const CHALLENGE = 'a-challenge-that-belongs-to-a-quote'

/** A P-256 key from its COSE form. */
async function publicKeyOf(cose: string) {
  // 0x04, then both coordinates.
  const point = Buffer.from(await convertCOSEtoPKCS(new Uint8Array(Buffer.from(cose, 'base64url'))))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
}

type Owner = Person & { readonly authenticator: Authenticator }

describe.each(featureDatabases)('a passkey on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })

  async function newOwner(of: { counts?: boolean; keys?: CosePair } = {}): Promise<Owner> {
    const person = await newPerson(accounts)
    return { ...person, authenticator: await addPasskey(person.browser, { origin: ORIGIN, ...of }) }
  }
  const lock = ({ browser }: Person) => browser.send('POST', '/api/lock')
  const isLocked = async ({ browser }: Person) => (await browser.send('GET', '/api/me')).json().locked
  const passkeyOf = async ({ session }: Person) =>
    (await accounts.deps.database.query('select * from passkeys where user_id = $1', [session.userId]))[0]
  const pinOf = async ({ session }: Person) =>
    (await accounts.deps.database.query('select * from pins where user_id = $1', [session.userId]))[0]

  const forgeries: [string, Forgery][] = [
    ['signed on another page', { origin: 'http://localhost:3001' }],
    ['signed on https instead', { origin: 'https://localhost:3000' }],
    ['signed for another host name', { rpId: 'example.com' }],
    ['signed without verifying the person', { flags: 0x01 }],
    ['signed without anybody there', { flags: 0x04 }],
    ['signed without any flag', { flags: 0 }],
    ['made as if it were a new passkey', { type: 'webauthn.create' }],
    ['signed in a frame of another site', { crossOrigin: true }],
    ['signed by another key', { signWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['signed over another challenge', { challenge: challengeToSign('unlock', 'A'.repeat(43)) }],
    ['signed over no challenge', { challenge: '' }],
    ['kept for another person', { userHandle: Buffer.from(`usr_${'0'.repeat(35)}`).toString('base64url') }],
  ]

  describe('that unlocks', () => {
    test('opens the session and the codes, says when, makes nothing fresh, and leaves the PIN alone', async () => {
      const owner = await newOwner()
      await owner.browser.unlock('9999')
      const pinBefore = await pinOf(owner)
      accounts.clock.advance(SESSION_FRESH_MS + 1)
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
      expect((await owner.browser.send('GET', '/api/me')).json()).toMatchObject({ locked: false, fresh: false })
      expect((await owner.browser.send('GET', '/api/bpc')).statusCode).toBe(200)
      expect(await passkeyOf(owner)).toMatchObject({ last_used_at: accounts.clock.now() })
      expect(await pinOf(owner)).toEqual(pinBefore)
    })

    test('still works when the PIN is switched off, and when ten were wrong today', async () => {
      const owner = await newOwner()
      await lock(owner)
      for (let i = 0; i < 5; i++) {
        accounts.clock.advance(PIN_WAIT_MS)
        await owner.browser.unlock('9999')
      }
      expect((await owner.browser.unlock(owner.pin)).json().error.code).toBe('pin.off')
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
      expect((await owner.browser.send('GET', '/api/me')).json()).toMatchObject({ locked: false, pinOff: true })

      await lock(owner)
      await accounts.deps.database.query(
        'update pins set wrong_at = array_fill($2::timestamptz, array[10]) where user_id = $1',
        [owner.session.userId, accounts.clock.now()],
      )
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
    })

    let attacked: Owner
    beforeAll(async () => {
      attacked = await newOwner()
    })
    test.each(forgeries)('is refused when %s, counts nothing, and then lets its owner in', async (_, forged) => {
      const owner = attacked
      await lock(owner)
      const before = [await passkeyOf(owner), await pinOf(owner)]
      const answer = await unlockWith(owner.browser, owner.authenticator, forged)
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'passkey.refused'])
      expect(await isLocked(owner)).toBe(true)
      expect([await passkeyOf(owner), await pinOf(owner)]).toEqual(before)
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
    })

    describe('by RS256', () => {
      const keys = rsaPair(2_048)
      const own = keys.privateKey
      let rsaOwner: Owner
      beforeAll(async () => {
        rsaOwner = await newOwner({ keys })
      })

      test('opens the session each time', async () => {
        await lock(rsaOwner)
        expect((await unlockWith(rsaOwner.browser, rsaOwner.authenticator)).statusCode).toBe(204)
        await lock(rsaOwner)
        expect((await unlockWith(rsaOwner.browser, rsaOwner.authenticator)).statusCode).toBe(204)
      })

      test.each([
        ...forgeries,
        ['signed by another RSA key', { signWith: rsaPair(2_048).privateKey }],
        ['signed by a smaller RSA key', { signWith: rsaPair(1_024).privateKey }],
        ['signed with another padding', { signWith: { key: own, padding: constants.RSA_PKCS1_PSS_PADDING } }],
        ['signed over SHA-1', { hash: 'sha1' }],
        ['signed over SHA-512', { hash: 'sha512' }],
      ] satisfies [string, Forgery][])(
        'is refused when %s, counts nothing, and then lets its owner in',
        async (_, forged) => {
          await lock(rsaOwner)
          const before = await passkeyOf(rsaOwner)
          const answer = await unlockWith(rsaOwner.browser, rsaOwner.authenticator, forged)
          expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'passkey.refused'])
          expect(await passkeyOf(rsaOwner)).toEqual(before)
          expect((await unlockWith(rsaOwner.browser, rsaOwner.authenticator)).statusCode).toBe(204)
        },
      )
    })

    test.each(['order', 'freeze', 'unfreeze', 'add-passkey'])('is refused when signed for %s', async (purpose) => {
      const { browser, authenticator } = attacked
      const { challenge } = await unlockBody(browser, authenticator)
      const passkey = authenticator.get(challengeToSign(purpose, challenge))
      const answer = await browser.send('POST', '/api/passkeys/unlock', { challenge, passkey })
      expect(answer.json().error.code).toBe('passkey.refused')
    })

    test.each([
      ['an RSA key of 2,048 bits', rsaPair(2_048), 204],
      ['an RSA key of 1,024 bits', rsaPair(1_024), 403],
      ['an RSA key with the exponent 3', rsaPair(2_048, 3), 403],
      ['an Ed25519 key', ed25519Pair(), 204],
    ])(
      'that is %s in the table, however it came there, and signs genuinely is answered as it must be',
      async (_, pair, status) => {
        const owner = await newOwner()
        await lock(owner)
        await accounts.deps.database.query('update passkeys set public_key = $2 where user_id = $1', [
          owner.session.userId,
          pair.bytes,
        ])
        const answer = await unlockWith(owner.browser, owner.authenticator, { signWith: pair.privateKey })
        expect(answer.statusCode, answer.body).toBe(status)
        expect(await isLocked(owner)).toBe(status === 403)
      },
    )

    test('is refused when it is another person’s, or nobody’s', async () => {
      const [ada, obi] = [await newOwner(), await newOwner()]
      for (const authenticator of [obi.authenticator, newAuthenticator({ origin: ORIGIN })]) {
        expect((await unlockWith(ada.browser, authenticator)).json().error.code).toBe('passkey.refused')
      }
    })

    test('works once per challenge, also when sent twenty times at once', async () => {
      const owner = await newOwner()
      await lock(owner)
      const body = await unlockBody(owner.browser, owner.authenticator)
      const send = () => owner.browser.send('POST', '/api/passkeys/unlock', body)
      const codes = (await Promise.all(Array.from({ length: 20 }, send))).map((each) => each.statusCode).sort()
      expect(codes).toEqual([204, ...Array(19).fill(409)])
      await lock(owner)
      expect((await send()).json().error.code).toBe('approval.challenge-used')
      expect(await isLocked(owner)).toBe(true)
    })

    test('is refused with a challenge after five minutes, or of another account', async () => {
      const [ada, obi] = [await newOwner(), await newOwner()]
      const body = await unlockBody(ada.browser, ada.authenticator)
      accounts.clock.advance(CHALLENGE_LIFETIME_MS)
      const { challenge } = await unlockBody(obi.browser, obi.authenticator)
      const stolen = { challenge, passkey: ada.authenticator.get(challengeToSign('unlock', challenge)) }
      for (const each of [body, stolen]) {
        const answer = await ada.browser.send('POST', '/api/passkeys/unlock', each)
        expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'approval.challenge-used'])
      }
    })

    test('tells a locked screen which passkeys to ask for, and nothing about another account', async () => {
      const [ada, obi] = [await newOwner(), await newPerson(accounts)]
      await lock(ada)
      const { options } = (await ada.browser.send('POST', '/api/passkeys/unlock/options')).json()
      expect(options).toMatchObject({
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: ada.authenticator.credentialId }],
      })
      const his = (await obi.browser.send('POST', '/api/passkeys/unlock/options')).json()
      expect(his.options.allowCredentials).toEqual([])
      const nobody = await newBrowser(accounts)
      expect((await nobody.send('POST', '/api/passkeys/unlock/options')).statusCode).toBe(401)
    })
  })

  describe('whose authenticator counts', () => {
    test.each([
      ['goes back', 4],
      ['stands still', 5],
      ['goes back to nothing', 0],
    ])('is refused when the counter %s', async (_, counter) => {
      const owner = await newOwner()
      expect((await unlockWith(owner.browser, owner.authenticator, { counter: 5 })).statusCode).toBe(204)
      await lock(owner)
      const answer = await unlockWith(owner.browser, owner.authenticator, { counter })
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'passkey.refused'])
      expect(await isLocked(owner)).toBe(true)
      expect((await unlockWith(owner.browser, owner.authenticator, { counter: 6 })).statusCode).toBe(204)
      expect(await passkeyOf(owner)).toMatchObject({ counter: 6n })
    })

    test('takes one of fifteen different answers with the same counter', async () => {
      const { browser, authenticator } = await newOwner()
      const bodies = []
      // No more challenges than an account may have open.
      for (let i = 0; i < 15; i++) bodies.push(await unlockBody(browser, authenticator, { counter: 9 }))
      const answers = await Promise.all(bodies.map((body) => browser.send('POST', '/api/passkeys/unlock', body)))
      expect(answers.map((each) => each.statusCode).sort()).toEqual([204, ...Array(14).fill(403)])
    })

    test('takes the highest counter there is', async () => {
      const { browser, authenticator } = await newOwner()
      expect((await unlockWith(browser, authenticator, { counter: 0xffffffff })).statusCode).toBe(204)
    })
  })

  test('whose authenticator does not count is accepted again and again', async () => {
    const owner = await newOwner({ counts: false })
    for (let i = 0; i < 3; i++) {
      await lock(owner)
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
    }
  })

  test('that is backed up later says so', async () => {
    const owner = await newOwner()
    await unlockWith(owner.browser, owner.authenticator, { flags: 0x1d })
    const { passkeys } = (await owner.browser.send('GET', '/api/passkeys')).json()
    expect(passkeys).toMatchObject([{ backedUp: true }])
  })

  describe('that approves', () => {
    const approvalOf = (
      { session, authenticator }: Owner,
      changed: Partial<Omit<Approval, 'passkey'>> = {},
      of: { purpose?: string; forged?: Forgery } = {},
    ) => ({
      session,
      deviceId: session.deviceId,
      purpose: 'order' as const,
      challenge: CHALLENGE,
      terms: TERMS,
      passkey: authenticator.get(challengeToSign(of.purpose ?? 'order', CHALLENGE, TERMS), of.forged),
      ...changed,
    })

    test('what was shown is accepted without the PIN, and leaves self-contained proof', async () => {
      const owner = await newOwner()
      const before = await pinOf(owner)
      const approval = approvalOf(owner)
      const kept = await checkApproval(accounts.deps, approval)
      const { clientDataJSON, authenticatorData, signature } = approval.passkey.response
      expect(kept).toEqual({
        deviceId: owner.session.deviceId,
        challenge: CHALLENGE,
        passkey: expect.objectContaining({ clientDataJSON, authenticatorData, signature }),
      })
      expect(await pinOf(owner)).toEqual(before)

      if (!('passkey' in kept)) throw new Error('nothing is kept of the passkey')
      const key = await publicKeyOf(kept.passkey.publicKey)
      const clientData = Buffer.from(kept.passkey.clientDataJSON, 'base64url')
      const signed = [
        Buffer.from(kept.passkey.authenticatorData, 'base64url'),
        createHash('sha256').update(clientData).digest(),
      ]
      expect(verify('sha256', Buffer.concat(signed), key, Buffer.from(kept.passkey.signature, 'base64url'))).toBe(true)
      expect(JSON.parse(clientData.toString()).challenge).toBe(challengeToSign('order', kept.challenge, TERMS))
    })

    test('with RS256 leaves proof that stands by itself, too', async () => {
      const keys = rsaPair(2_048)
      const kept = await checkApproval(accounts.deps, approvalOf(await newOwner({ keys })))
      if (!('passkey' in kept)) throw new Error('nothing is kept of the passkey')
      const { authenticatorData: data, clientDataJSON: client, signature: signed } = kept.passkey
      const bytes = (text: string) => Buffer.from(text, 'base64url')
      const whole = Buffer.concat([bytes(data), createHash('sha256').update(bytes(client)).digest()])
      expect(verify('sha256', whole, createPublicKey(keys.privateKey), bytes(signed))).toBe(true)
    })

    test.each([
      ['one character of the terms', { terms: TERMS.replace('5,000', '50,000') }],
      ['the recipient', { terms: TERMS.replace('0123456789', '0123456788') }],
      ['a look-alike character', { terms: TERMS.replace('A', 'А') }],
      ['the challenge', { challenge: 'another-challenge' }],
    ])('is refused when %s changed after it was signed', async (_, changed) => {
      const owner = await newOwner()
      const before = await passkeyOf(owner)
      const refusal = checkApproval(accounts.deps, approvalOf(owner, changed))
      await expect(refusal).rejects.toMatchObject({ code: 'passkey.refused' })
      expect(await passkeyOf(owner)).toEqual(before)
    })

    let attacked: Owner
    beforeAll(async () => {
      attacked = await newOwner()
    })
    test.each(['unlock', 'freeze', 'unfreeze', 'add-passkey'])('is refused when signed for %s', async (purpose) => {
      const refusal = checkApproval(accounts.deps, approvalOf(attacked, {}, { purpose }))
      await expect(refusal).rejects.toMatchObject({ code: 'passkey.refused' })
    })

    test.each(forgeries)('is refused when %s', async (_, forged) => {
      const refusal = checkApproval(accounts.deps, approvalOf(attacked, {}, { forged }))
      await expect(refusal).rejects.toMatchObject({ code: 'passkey.refused' })
    })

    test('is refused under another device’s id, and on a device that was replaced', async () => {
      const [owner, another] = [await newOwner(), await newPerson(accounts)]
      for (const deviceId of [another.session.deviceId, '', `dev_${'0'.repeat(35)}`]) {
        const refusal = checkApproval(accounts.deps, approvalOf(owner, { deviceId }))
        await expect(refusal).rejects.toMatchObject({ code: 'approval.invalid' })
      }
      await signInWith(await newBrowser(accounts), owner.email, owner.authenticator)
      const refusal = checkApproval(accounts.deps, approvalOf(owner))
      await expect(refusal).rejects.toMatchObject({ code: 'approval.invalid' })
    })

    test('still works while the PIN is switched off', async () => {
      const owner = await newOwner()
      await accounts.deps.database.query('update pins set wrong_in_row = 5 where user_id = $1', [owner.session.userId])
      await expect(checkApproval(accounts.deps, approvalOf(owner))).resolves.toMatchObject({ challenge: CHALLENGE })
    })

    test.each([
      ['paused after ten wrong PINs', 'money_out_frozen_until', 'pin.frozen'],
      ['frozen by its owner', 'frozen_at', 'money-out.frozen'],
    ])('is refused while money out is %s, and counts nothing', async (_, column, code) => {
      const owner = await newOwner()
      await accounts.deps.database.query(`update users set ${column} = $2 where id = $1`, [
        owner.session.userId,
        new Date(accounts.clock.now().getTime() + 60_000),
      ])
      const before = await passkeyOf(owner)
      await expect(checkApproval(accounts.deps, approvalOf(owner))).rejects.toMatchObject({ code })
      expect(await passkeyOf(owner)).toEqual(before)
      await lock(owner)
      expect((await unlockWith(owner.browser, owner.authenticator)).statusCode).toBe(204)
    })

    test('sent fifty times at once is one use of it, accepted each time: the quote decides that it counts once', async () => {
      const owner = await newOwner()
      const approval = approvalOf(owner, {}, { forged: { counter: 7 } })
      await Promise.all(Array.from({ length: 50 }, () => checkApproval(accounts.deps, approval)))
      expect(await passkeyOf(owner)).toMatchObject({ counter: 7n })
    })
  })
})
