import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NEW_LIMIT_KOBO, NEW_LIMIT_MS } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { naira } from '#contract/money.ts'
import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import type { SecondStepNeeded } from '#contract/second-step.ts'
import { codeIn } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice, type TestDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { PASSWORD, type Person, PIN, RECIPIENT, type Refusal } from '#tests/support/person.ts'

const LARGE_STEP_MS = 60 * 60_000
const transfer = (amountKobo: bigint) =>
  ({ kind: 'withdrawal', ...RECIPIENT, amountKobo: amountKobo.toString() }) as const

describe.each(featureDatabases)('the first 24 hours on %s', (kind) => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara(kind, { settings: { NEW_LIMIT: 'on' } })
  })
  afterAll(() => jara.close())
  const refusalOf = async (person: Person, amountKobo: bigint) =>
    (await person.call<Refusal>('POST', '/api/quotes', transfer(amountKobo))).body.error

  test('let ₦20,000 out in all, however it is sliced, and say so before and after', async () => {
    const person = await jara.person()
    expect((await person.wallet()).newLimit).toMatchObject({ leftKobo: NEW_LIMIT_KOBO.toString() })
    const refused = await refusalOf(person, NEW_LIMIT_KOBO + 1n)
    expect(refused.code).toBe('limit.new')
    expect(refused.message).toContain('You have ₦20,000 left until')

    const first = await person.quote(naira(15_000))
    const second = await person.quote(naira(15_000))
    const answers = await Promise.all([person.approve(first), person.approve(second)])
    expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([
      [201, undefined],
      [409, 'limit.new'],
    ])
    expect((await person.wallet()).newLimit).toMatchObject({ leftKobo: naira(5_000).toString() })
    await person.buy({ kind: 'airtime', network: 'mtn', phone: '08031234567', amountKobo: naira(4_000).toString() })
    expect((await refusalOf(person, naira(1_500))).code).toBe('limit.new')
    await jara.settle()
  })

  test('are over after 24 hours, and begin again with a new PIN and with a new device', async () => {
    const person = await jara.person()
    const { email } = person
    const signIn = (device: TestDevice) =>
      person.call<SecondStepNeeded>('POST', '/api/sessions', {
        email,
        password: PASSWORD,
        device: { publicKey: device.publicKey },
      })
    const limit = async () => (await person.wallet()).newLimit
    const whole = { leftKobo: NEW_LIMIT_KOBO.toString() }

    await jara.pass(NEW_LIMIT_MS, LARGE_STEP_MS)
    expect((await signIn(person.device)).status).toBe(200)
    expect(await limit()).toBeNull()
    await person.withdraw(naira(30_000))
    await jara.settle()
    jara.clock.advance(1_000)
    await person.call('PUT', '/api/pin', { pinProof: await person.device.pinProof(PIN) })
    expect(await limit()).toMatchObject(whole)
    expect((await refusalOf(person, NEW_LIMIT_KOBO + 1n)).code).toBe('limit.new')

    await jara.pass(NEW_LIMIT_MS, LARGE_STEP_MS)
    const { secondStep } = (await signIn(await newDevice())).body
    await jara.settle()
    const proof = { by: 'email', code: codeIn(await jara.emails(email)) }
    const signedIn = await person.call('POST', '/api/sessions/second-step', { token: secondStep.token, proof })
    expect(signedIn.status).toBe(200)
    expect(await limit()).toMatchObject(whole)
  })

  test('count what failed as never sent', async () => {
    const person = await jara.person()
    await jara.sandbox.fault({ provider: 'paystack', operation: 'transfer', fault: 'decline', count: 1 })
    await person.withdraw(naira(20_000))
    await jara.pass(60_000)
    await person.unlock()
    expect((await person.wallet()).newLimit).toMatchObject({ leftKobo: NEW_LIMIT_KOBO.toString() })
  })

  test('are not checked where the installation has no such limit', async () => {
    const open = await startJara(kind)
    const person = await open.person()
    expect((await person.wallet()).newLimit).toBeNull()
    await person.withdraw(naira(50_000))
    await open.settle()
    await open.close()
  })
})

describe.each(['on', 'off'])('with the limit of the first 24 hours %s', (setting) => {
  test('the emails about a new PIN and a link say so, and only then', async () => {
    const jara = await startJara('pglite', { settings: { NEW_LIMIT: setting } })
    const person = await jara.person()
    await person.call('PUT', '/api/pin', { pinProof: await person.device.pinProof(PIN) })
    await person.call('POST', '/api/password-resets', { email: person.email })
    await jara.settle()
    const told = jara
      .emails(person.email)
      .filter(({ text }) => text.includes('PIN was set') || text.includes('/reset-password#'))
    expect(told.length).toBeGreaterThanOrEqual(2)
    for (const { text } of told) expect(text.includes(NEW_LIMIT_SENTENCE)).toBe(setting === 'on')
    const { body } = await person.call<Installation>('GET', '/api/installation')
    expect(body.newLimit).toBe(setting === 'on')
    await jara.close()
  })
})
