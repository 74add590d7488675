import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOOKUPS_PER_MINUTE } from '#contract/console/search-limits.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { CUSTOMER_LIMIT } from '#tests/support/settings.ts'

const NOBODY = 'nobody@example.ng'
const UNSIGNED = {
  challenge: 'A'.repeat(86),
  passkey: {
    id: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
}
const REASON = 'Three tips about a stolen telephone.'

/** Forms in which an operator types a customer and learns whether the customer exists. */
const BY_EMAIL: readonly (readonly [path: string, of: (whose: string) => object])[] = [
  ['/api/admin/freezes', (whose) => ({ whose, heading: 'wish', reason: REASON })],
  ['/api/admin/unfreezings', (whose) => ({ whose, reason: REASON })],
  ['/api/admin/sessions/end', (whose) => ({ whose, reason: REASON })],
  ['/api/admin/customer-limits', (customer) => ({ ...CUSTOMER_LIMIT, customer })],
]

describe.each(featureDatabases)('a look-up at the console, on %s', (kind) => {
  let jara: TestJara
  let mary: ConsolePerson
  let customer: Person

  beforeAll(async () => {
    jara = await startJara(kind)
    mary = await atConsole(jara, 'Mary Manager')
    customer = await jara.person('Bola Customer')
  })
  afterAll(() => jara.close())

  /** The lines that were recorded during `work`, and by whom. */
  async function recordedBy(work: () => Promise<unknown>) {
    const [last] = await jara.database.query<{ number: bigint }>(
      'select coalesce(max(number), 0) as number from operator_audit',
    )
    await work()
    return await jara.database.query<{ act: string; subject: string | null; after: string | null }>(
      'select act, subject, after from operator_audit where number > $1 and operator_id = $2 order by number',
      [last?.number ?? 0n, mary.operator.id],
    )
  }
  const send = (path: string, body: object) => mary.browser.send('POST', path, body)

  it.each(BY_EMAIL)('by an email at %s leaves a line, whether there is such a customer or not', async (path, of) => {
    for (const [whose, subject] of [
      [NOBODY, null],
      [customer.email, path.includes('unfreez') ? null : customer.id],
      [customer.id, path.includes('unfreez') ? null : customer.id],
    ] as const) {
      const lines = await recordedBy(() => send(`${path}/options`, of(whose)))
      expect(lines.map(({ act, subject: about }) => [act, about])).toEqual([['look-at-terms', subject]])
      expect(lines[0]?.after ?? '').not.toContain('@')
    }
    jara.clock.advance(60_000)
  })

  it.each(BY_EMAIL)('by an email at %s leaves one without a signature too', async (path, of) => {
    for (const whose of [NOBODY, customer.email]) {
      const lines = await recordedBy(() => send(path, { ...of(whose), ...UNSIGNED }))
      expect(lines.map(({ act }) => act)).toEqual(['decision-refused'])
    }
    jara.clock.advance(60_000)
  })

  it('of an account to recover leaves one, where the email is looked up', async () => {
    const path = '/api/admin/recoveries'
    for (const [email, subject] of [
      [NOBODY, null],
      [customer.email, customer.id],
    ] as const) {
      const body = { email, newEmail: 'new@example.ng', reason: REASON }
      const terms = await recordedBy(() => send(`${path}/options`, body))
      expect(terms.map(({ act, subject: about }) => [act, about])).toEqual([['look-at-terms', subject]])
      expect(terms[0]?.after ?? '').not.toContain('@')
      const unsigned = await recordedBy(() => send(path, { ...body, ...UNSIGNED }))
      expect(unsigned.map(({ act }) => act)).toEqual(['decision-refused'])
    }
    jara.clock.advance(60_000)
  })

  it('is refused beyond sixty in a minute, wherever it is made and over however many sessions', async () => {
    const asked = [
      () => send('/api/admin/search', { q: customer.email }),
      ...BY_EMAIL.map(
        ([path, of]) =>
          (n: number) =>
            send(`${path}/options`, of(n % 2 === 0 ? NOBODY : customer.email)),
      ),
      () => send('/api/admin/freezes', { whose: NOBODY, heading: 'wish', reason: REASON, ...UNSIGNED }),
    ]
    const codes: unknown[] = []
    for (let n = 0; n < LOOKUPS_PER_MINUTE; n++) {
      if (n === LOOKUPS_PER_MINUTE / 2) await mary.browser.signIn(mary.authenticator)
      codes.push((await asked[n % asked.length]?.(n))?.json().error?.code)
    }
    expect(codes).not.toContain('request.too-many')
    for (const [n, ask] of asked.entries()) {
      const answer = await ask(n)
      expect(answer.json().error).toMatchObject({ code: 'request.too-many', retryAfterS: expect.any(Number) })
    }
    // Another operator is not limited, and neither is she a minute later.
    const rita = await atConsole(jara, 'Rita Risk', { role: 'risk', confirmedBy: mary.operator })
    expect((await rita.browser.send('POST', '/api/admin/search', { q: customer.email })).statusCode).toBe(200)
    jara.clock.advance(60_000)
    expect((await send('/api/admin/search', { q: customer.email })).statusCode).toBe(200)
  })

  it('many at once are no more than sixty', async () => {
    jara.clock.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 2 * LOOKUPS_PER_MINUTE }, () =>
        send('/api/admin/freezes/options', { whose: customer.email, heading: 'wish', reason: REASON }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LOOKUPS_PER_MINUTE)
    jara.clock.advance(60_000)
  })
})
