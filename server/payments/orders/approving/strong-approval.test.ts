import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STRONG_DAY_KOBO, STRONG_NEW_RECIPIENT_KOBO } from '#contract/constants.ts'
import type { AuthenticatorOffer } from '#contract/factors.ts'
import { naira } from '#contract/money.ts'
import type { Order, Quote } from '#contract/orders.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { byPasskey, byPin, giveAuthenticator } from '#tests/support/passkeys.ts'
import type { Answered, Person, Refusal } from '#tests/support/person.ts'
import { type AuthenticatorApp, appWith } from '#tests/support/second-step.ts'

const ANOTHER = { accountNumber: '0123456791' } as const
const STEP_MS = 30_000

describe.each(featureDatabases)('a large transfer on %s', (kind) => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())

  type Placed = Answered<{ order: Order } & Refusal>
  const place = (person: Person, quote: Quote, approval: unknown): Promise<Placed> =>
    person.call('POST', '/api/orders', { quoteId: quote.id, approval })

  async function giveApp(person: Person): Promise<AuthenticatorApp> {
    const { secret } = (await person.call<AuthenticatorOffer>('POST', '/api/authenticator')).body
    const app = appWith(jara, secret)
    await person.call('PUT', '/api/authenticator', { code: app.code() })
    jara.clock.advance(STEP_MS)
    return app
  }

  test('needs only the PIN of a user who has nothing stronger', async () => {
    const person = await jara.person()
    const quote = await person.quote(STRONG_DAY_KOBO + naira(1))
    expect(quote.approveWith).toBe('pin')
    expect((await person.approve(quote)).status).toBe(201)
    await jara.settle()
  })

  test('to somebody new needs the passkey of who has one; the PIN reaches smaller ones and who was paid before', async () => {
    const person = await jara.person()
    const authenticator = await giveAuthenticator(jara, person)
    const small = await person.quote(STRONG_NEW_RECIPIENT_KOBO)
    expect(small.approveWith).toBe('pin')
    const large = await person.quote(STRONG_NEW_RECIPIENT_KOBO + naira(1), ANOTHER)
    expect(large.approveWith).toBe('strong')

    const refused = await place(person, large, await byPin(person, large))
    expect(refused.body.error.code).toBe('approval.strong-needed')
    const wrong = await place(person, large, await byPin(person, large, '9999'))
    expect(wrong.body.error.code).toBe('approval.strong-needed')
    expect((await place(person, large, byPasskey(person, authenticator, large))).status).toBe(201)
    expect((await person.quote(naira(25_000), ANOTHER)).approveWith).toBe('pin')
    await jara.settle()
  })

  test('that takes the day above ₦50,000 needs it too, also when the approvals come at once', async () => {
    const person = await jara.person()
    await giveAuthenticator(jara, person)
    await person.withdraw(naira(20_000))
    const quotes = [await person.quote(naira(20_000)), await person.quote(naira(20_000))]
    expect(quotes.map((each) => each.approveWith)).toEqual(['pin', 'pin'])
    const answers = await Promise.all(quotes.map(async (quote) => place(person, quote, await byPin(person, quote))))
    expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([
      [201, undefined],
      [403, 'approval.strong-needed'],
    ])
    await jara.settle()
  })

  test('takes the PIN with a code of the app, each once; the order says what it was approved with', async () => {
    const person = await jara.person()
    const app = await giveApp(person)
    const quote = await person.quote(naira(60_000))
    expect(quote.approveWith).toBe('strong')
    const approval = await byPin(person, quote)
    const withCode = (code: string) => place(person, quote, { ...approval, code })
    expect((await withCode('000000')).body.error.code).toBe('session.code-wrong')
    expect((await withCode(app.code())).body.error.code).toBe('session.code-wait')
    jara.clock.advance(1_000)
    const code = app.code()
    expect((await withCode(code)).status).toBe(201)
    const [step] = await jara.database.query(
      "select evidence from order_steps where event = 'approved' and user_id = $1",
      [person.id],
    )
    expect(step).toEqual({ evidence: 'approved with PIN, device signature and a code of the authenticator app' })

    const next = await person.quote(naira(30_000))
    const used = await place(person, next, { ...(await byPin(person, next)), code })
    expect(used.body.error.code).toBe('session.code-wrong')
    await jara.settle()
  })
})
