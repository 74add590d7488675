import { describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME_MS } from '#contract/constants.ts'
import { type Accounts, newBrowser, newPerson, type Person, startAccountsBefore } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice, type TestDevice } from '#tests/support/device.ts'
import { type Approval, checkApproval } from './check-approval.ts'

const TERMS = 'Send: ₦5,000.00\nTo: ADA OBI\nAccount: 0123456789\nBank: GTBank\nFee: ₦10.00'
const CHALLENGE = 'a-challenge-that-belongs-to-a-quote'

/** An order's approval by the person's own device, with the changes that a test makes after signing. */
async function approvalOf(person: Person, changed: Partial<Approval> = {}, by: TestDevice = person.browser.device) {
  const approval: Approval = {
    session: person.session,
    deviceId: person.session.deviceId,
    purpose: 'order',
    challenge: CHALLENGE,
    terms: TERMS,
    pinProof: await person.browser.device.pinProof(person.pin),
    signature: await by.sign('order', CHALLENGE, TERMS),
  }
  return { ...approval, ...changed }
}

describe.each(featureDatabases)('an approval on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const wrongInRow = async (person: Person) => {
    const [row] = await accounts.deps.database.query<{ wrong_in_row: number }>(
      'select wrong_in_row from pins where user_id = $1',
      [person.session.userId],
    )
    return row?.wrong_in_row
  }

  test('by the own device, over what was shown, with the right PIN, is accepted', async () => {
    const person = await newPerson(accounts)
    await expect(checkApproval(accounts.deps, await approvalOf(person))).resolves.toMatchObject({
      deviceId: person.session.deviceId,
    })
  })

  test('with the right PIN and no device key is refused, and does not count against the owner', async () => {
    const person = await newPerson(accounts)
    const thief = await newDevice()
    const another = await newPerson(accounts)
    const attempts = [
      await approvalOf(person, {}, thief),
      await approvalOf(person, {}, another.browser.device),
      await approvalOf(person, { deviceId: another.session.deviceId }, another.browser.device),
      await approvalOf(person, { deviceId: another.session.deviceId }),
      await approvalOf(person, { deviceId: '' }),
      await approvalOf(person, { signature: '' }),
      await approvalOf(person, { signature: 'A'.repeat(86) }),
      await approvalOf(person, { signature: '_'.repeat(86) }),
    ]
    for (const attempt of attempts) {
      await expect(checkApproval(accounts.deps, attempt)).rejects.toMatchObject({ code: 'approval.invalid' })
    }
    expect(await wrongInRow(person)).toBe(0)
  })

  test.each([
    ['one character of the terms', { terms: TERMS.replace('5,000', '50,000') }],
    ['the recipient', { terms: TERMS.replace('0123456789', '0123456788') }],
    ['a look-alike character', { terms: TERMS.replace('A', 'А') }],
    ['the challenge', { challenge: 'another-challenge' }],
  ])('is refused when %s changed after it was signed', async (_, changed) => {
    const person = await newPerson(accounts)
    const approval = await approvalOf(person, changed)
    await expect(checkApproval(accounts.deps, approval)).rejects.toMatchObject({ code: 'approval.invalid' })
    expect(await wrongInRow(person)).toBe(0)
  })

  test('signed for an unlock does not approve an order', async () => {
    const person = await newPerson(accounts)
    const signature = await person.browser.device.sign('unlock', CHALLENGE, TERMS)
    const approval = await approvalOf(person, { signature })
    await expect(checkApproval(accounts.deps, approval)).rejects.toMatchObject({ code: 'approval.invalid' })
  })

  test('of a device that was replaced is refused', async () => {
    const person = await newPerson(accounts)
    await (await newBrowser(accounts)).signIn(person.email)
    const approval = await approvalOf(person)
    await expect(checkApproval(accounts.deps, approval)).rejects.toMatchObject({ code: 'approval.invalid' })
  })

  test('before a PIN was set is refused', async () => {
    const person = await newPerson(accounts)
    await accounts.deps.database.query('update pins set pin_hash = null where user_id = $1', [person.session.userId])
    const approval = await approvalOf(person)
    await expect(checkApproval(accounts.deps, approval)).rejects.toMatchObject({ code: 'pin.not-set' })
  })

  test('while money out is paused is refused with the right PIN, counts nothing, and unlocking still works', async () => {
    const person = await newPerson(accounts)
    const until = new Date(accounts.clock.now().getTime() + 60_000)
    await accounts.deps.database.query('update users set money_out_frozen_until = $2 where id = $1', [
      person.session.userId,
      until,
    ])
    const pinProof = await person.browser.device.pinProof('9999')
    for (const approval of [await approvalOf(person), await approvalOf(person, { pinProof })]) {
      const refusal = checkApproval(accounts.deps, approval)
      await expect(refusal).rejects.toMatchObject({ code: 'pin.frozen', details: { retryAfterS: 60 } })
    }
    expect(await wrongInRow(person)).toBe(0)
    expect((await person.browser.unlock(person.pin)).statusCode).toBe(204)
    accounts.clock.advance(60_000)
    await expect(checkApproval(accounts.deps, await approvalOf(person))).resolves.toMatchObject({
      deviceId: person.session.deviceId,
    })
  })

  test('two hundred right ones at once are all accepted', async () => {
    const person = await newPerson(accounts)
    const approval = await approvalOf(person)
    await Promise.all(Array.from({ length: 200 }, () => checkApproval(accounts.deps, approval)))
    expect(await wrongInRow(person)).toBe(0)
  })
})

describe.each(featureDatabases)('unlocking on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const ceremony = async ({ browser, pin }: Person) => {
    const challenge = await browser.challenge()
    const { device } = browser
    return { challenge, pinProof: await device.pinProof(pin), signature: await device.sign('unlock', challenge) }
  }

  test('works once per challenge, also when sent twenty times at once', async () => {
    const person = await newPerson(accounts)
    await person.browser.send('POST', '/api/lock')
    const body = await ceremony(person)
    const sent = Array.from({ length: 20 }, () => person.browser.send('POST', '/api/unlock', body))
    const codes = (await Promise.all(sent)).map((each) => each.statusCode).sort()
    expect(codes).toEqual([204, ...Array(19).fill(409)])

    await person.browser.send('POST', '/api/lock')
    const replayed = await person.browser.send('POST', '/api/unlock', body)
    expect(replayed.json().error.code).toBe('approval.challenge-used')
    expect((await person.browser.send('GET', '/api/me')).json().locked).toBe(true)
  })

  test('refuses a challenge after five minutes', async () => {
    const person = await newPerson(accounts)
    const body = await ceremony(person)
    accounts.clock.advance(CHALLENGE_LIFETIME_MS)
    expect((await person.browser.send('POST', '/api/unlock', body)).json().error.code).toBe('approval.challenge-used')
  })

  test('refuses the challenge of another account or of an ended session', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const theirs = await obi.browser.challenge()
    const { device } = ada.browser
    const pinProof = await device.pinProof(ada.pin)
    const stolen = { challenge: theirs, pinProof, signature: await device.sign('unlock', theirs) }
    expect((await ada.browser.send('POST', '/api/unlock', stolen)).json().error.code).toBe('approval.challenge-used')

    const before = await ceremony(ada)
    await ada.browser.signIn(ada.email)
    expect((await ada.browser.send('POST', '/api/unlock', before)).json().error.code).toBe('approval.challenge-used')
  })

  test.each([['never-given'], ['nul\u0000byte'], ['x'.repeat(200)]])('refuses the challenge %j', async (challenge) => {
    const { browser, pin } = await newPerson(accounts)
    const signature = await browser.device.sign('unlock', challenge)
    const body = { challenge, pinProof: await browser.device.pinProof(pin), signature }
    expect((await browser.send('POST', '/api/unlock', body)).json().error.code).toBe('approval.challenge-used')
  })

  test('asking for challenges without end fills nothing up', async () => {
    const person = await newPerson(accounts)
    for (let i = 0; i < 40; i++) await person.browser.challenge()
    const [row] = await accounts.deps.database.query<{ open: number }>(
      'select count(*)::int as open from challenges where user_id = $1',
      [person.session.userId],
    )
    expect(row?.open).toBe(16)
    expect((await person.browser.unlock(person.pin)).statusCode).toBe(204)
  })
})
