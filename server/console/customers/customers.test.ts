import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Look } from '#contract/account-events.ts'
import type { CustomerAnswer, OpenedAnswer } from '#contract/console/customers.ts'
import { CUSTOMER_OPEN_MS, REASON_HEADINGS, REASON_WORDS_MAX_LENGTH, REASONS } from '#contract/console/reasons.ts'
import { ROLES, type Role } from '#contract/console/roles.ts'
import type { Wallet } from '#contract/wallet.ts'
import { EXPORTED_TABLES } from '#server/privacy/export-data.ts'
import { MASKING, masked, type PersonalColumn } from '#server/tables/masking.ts'
import { auditBooks } from '#tests/support/books.ts'
import { atConsole, type ConsolePerson, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { personalValuesIn } from '#tests/support/personal-values.ts'
import { airtime } from '#tests/support/purchases.ts'

const isMasked = (column: string) => MASKING[column as PersonalColumn] !== 'shown'
const MASKED_FIELDS = EXPORTED_TABLES.flatMap(({ name, columns, computed = {} }) =>
  [...columns, ...Object.keys(computed)].filter(isMasked).map((column) => [name, column] as const),
)

describe('what operators see of each field of the export', () => {
  it('is said for every column, and of no other', () => {
    const exported = EXPORTED_TABLES.flatMap(({ columns, computed = {} }) => [...columns, ...Object.keys(computed)])
    expect(Object.keys(MASKING).toSorted()).toEqual([...new Set(exported)].toSorted())
  })

  it.each(MASKED_FIELDS)('%s.%s is never there as it is', (_, column) => {
    for (const value of ['Adaeze Nwosu-Obi', 'ada.obi@example.ng', '0123456784', '1234', '{"name":"Ada"}']) {
      expect(masked(column as PersonalColumn, value)).not.toContain(value)
    }
  })

  it('is initials of a name, first letters of an email, and the last four digits of a number', () => {
    expect(masked('full_name', 'Adaeze Nwosu-Obi')).toBe('A. N.')
    expect(masked('counterparty', '0803 123 4567')).toBe('•••• 4567')
    expect(masked('email', 'ada.obi@mail.example.ng')).toBe('a•••@m•••.ng')
    expect(masked('account_number', '0123456784')).toBe('•••• 6784')
    expect(masked('counterparty_detail', '0123456784 · Access Bank')).toBe('•••• 6784')
    expect(masked('phone', '1234')).toBe('••••')
    expect(masked('terms', 'Send ₦1 to Ada')).toBe('••••')
  })
})

describe.each(featureDatabases)('a customer at the console, on %s', (kind) => {
  let jara: TestJara
  let customer: Person
  const at = new Map<Role, ConsolePerson>()
  beforeAll(async () => {
    jara = await startJara(kind)
    customer = await jara.person('Adaeze Canary Nwosu')
    await jara.settle()
    await customer.withdraw(150_000n)
    await customer.buy(airtime())
    await jara.settle()
    const confirmedBy = await operatorNamed(jara.database, 'Mary Maker')
    for (const role of ROLES) at.set(role, await atConsole(jara, `Role ${role}`, { role, confirmedBy }))
  })
  afterAll(() => jara.close())

  const operator = (role: Role) => at.get(role) as ConsolePerson
  const address = (rest = '') => `/api/admin/customers/${customer.id}${rest}`
  const read = async (role: Role) => await operator(role).browser.send('GET', address(), undefined, TOUCHED)
  const answerOf = async (role: Role) => (await read(role)).json<CustomerAnswer>()
  const open = async (role: Role, over: object = {}, id = customer.id) => {
    const body = { heading: 'payment', words: 'JR-7K2M-9QTX', withheld: false, ...over }
    return await operator(role).browser.send('POST', `/api/admin/customers/${id}/open`, body, TOUCHED)
  }
  const signInAnew = async (role: Role) => await operator(role).browser.signIn(operator(role).authenticator)
  const lines = async () =>
    await jara.database.query<{ act: string; role: string; subject: string; reason: string | null; after: string }>(
      'select act, role, subject, reason, after from operator_audit order by number',
    )

  /** Every masked value of this customer, field by field, as stored. */
  async function personalValues(): Promise<string[]> {
    const values: string[] = []
    for (const { name, columns, owner } of EXPORTED_TABLES.filter((table) => table.owner !== 'visitor')) {
      const wanted = columns.filter(isMasked)
      if (wanted.length === 0) continue
      const rows = await jara.database.query<Record<string, unknown>>(
        `select ${wanted.join(', ')} from ${name} where ${owner} = $1`,
        [customer.id],
      )
      values.push(...rows.flatMap(personalValuesIn))
    }
    // Values this short can be part of anything, such as a bank's code or a network's name.
    return values.filter((value) => value.length > 5 && value !== '[object Object]')
  }

  it('is masked in every answer until somebody gives a reason', async () => {
    const values = await personalValues()
    expect(values).toEqual(expect.arrayContaining(['Adaeze Canary Nwosu', customer.email, '0123456784']))
    expect(values.length).toBeGreaterThan(10)
    for (const role of ROLES) {
      const answers = [await read(role)]
      for (const q of ['Adaeze', customer.email, '0123456784', customer.id, '1500.00'])
        answers.push(await operator(role).browser.send('POST', '/api/admin/search', { q }, TOUCHED))
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(200)
        for (const value of values) expect(body).not.toContain(value)
      }
    }
    const { name, email, openUntil, orders } = await answerOf('support')
    expect([name, email.slice(1, 6), openUntil]).toEqual(['A. C. N.', '•••@e', null])
    expect(orders.map(({ recipientDetail }) => recipientDetail)).toContain('•••• 6784')
    const { emails } = await answerOf('support')
    expect(emails.map(({ kind, state }) => [kind, state])).toEqual([['account-event', 'sent']])
    expect(orders.map(({ amountKobo, totalKobo }) => [amountKobo, totalKobo])).toContainEqual(['150000', '151000'])
  })

  it('does not show its own dashboard without a reason', async () => {
    const refused = await operator('finance').browser.send('GET', address('/dashboard'), undefined, TOUCHED)
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'operator.reason-needed'])
    expect((await lines()).filter(({ act }) => act === 'look-at-dashboard')).toEqual([])
  })

  it('is open for fifteen minutes to the one who gave a reason, and to nobody else', async () => {
    const opened = await open('support')
    expect(opened.statusCode).toBe(201)
    const { openUntil } = opened.json<OpenedAnswer>()
    expect(openUntil).toBe(new Date(jara.clock.now().getTime() + CUSTOMER_OPEN_MS).toISOString())
    const { name, email, account, orders, ...rest } = await answerOf('support')
    expect([name, email, rest.openUntil]).toEqual(['Adaeze Canary Nwosu', customer.email, openUntil])
    expect(account?.number).toMatch(/^\d{10}$/)
    expect(orders.some(({ recipientDetail }) => recipientDetail?.includes('0123456784'))).toBe(true)
    expect((await answerOf('manager')).name).toBe('A. C. N.')
    const stranger = await jara.person('Somebody Else')
    const other = await operator('support').browser.send('GET', `/api/admin/customers/${stranger.id}`)
    expect(other.json<CustomerAnswer>().name).toBe('S. E.')

    jara.clock.advance(CUSTOMER_OPEN_MS / 2)
    expect((await answerOf('support')).openUntil).toBe(openUntil)
    jara.clock.advance(CUSTOMER_OPEN_MS / 2 - 1)
    expect((await answerOf('support')).name).toBe('Adaeze Canary Nwosu')
    jara.clock.advance(1)
    expect((await answerOf('support')).name).toBe('A. C. N.')
  })

  it('shows exactly what the customer’s own dashboard shows', async () => {
    await signInAnew('finance')
    await customer.unlock()
    await open('finance')
    const shown = await operator('finance').browser.send('GET', address('/dashboard'), undefined, TOUCHED)
    expect(shown.json<Wallet>()).toEqual(await customer.wallet())
    const { money } = await answerOf('finance')
    const { availableKobo, heldKobo } = await customer.wallet()
    expect(money).toMatchObject({ availableKobo, heldKobo })
    expect(BigInt(money.inKobo) - BigInt(money.outKobo)).toBe(BigInt(availableKobo) + BigInt(heldKobo))
  })

  it('is closed again by the end of the session, also where its operator comes back at once', async () => {
    await signInAnew('manager')
    await open('manager')
    expect((await answerOf('manager')).openUntil).not.toBeNull()
    await operator('manager').browser.send('DELETE', '/api/admin/session')
    await signInAnew('manager')
    expect((await answerOf('manager')).openUntil).toBeNull()
  })

  it('leaves a line of each look: whom it concerns, and the reason where one was given', async () => {
    await signInAnew('risk')
    const before = (await lines()).length
    await read('risk')
    await open('risk', { heading: 'security', words: '  A stolen\u202e phone ' })
    await operator('risk').browser.send('GET', address('/dashboard'), undefined, TOUCHED)
    const written = (await lines()).slice(before)
    expect(written.map(({ act, role, subject, reason }) => [act, role, subject, reason])).toEqual([
      ['look-at-customer', 'risk', customer.id, null],
      ['open-customer', 'risk', customer.id, 'Protecting your account: A stolen phone'],
      ['look-at-dashboard', 'risk', customer.id, null],
    ])
    expect(written.every((line) => !JSON.stringify(line).includes('Canary'))).toBe(true)
    expect(await auditBooks(jara.database)).toEqual([])
  })

  it.each(ROLES.flatMap((role) => REASON_HEADINGS.map((heading) => ({ role, heading }))))(
    '$role gives the reason $heading only where it may',
    async ({ role, heading }) => {
      await signInAnew(role)
      const roles: readonly Role[] = REASONS[heading].roles
      expect((await open(role, { heading })).statusCode).toBe(roles.includes(role) ? 201 : 403)
      const mayWithhold = role === 'risk' && heading === 'investigation'
      expect((await open(role, { heading, withheld: true })).statusCode).toBe(mayWithhold ? 201 : 403)
    },
  )

  it.each([
    ['nothing', ''],
    ['blanks', '     '],
    ['what cannot be seen', '\u200b\u200b\u200b\u200b\u200b\u202e'],
    ['four characters', 'late'],
    ['one character too many', 'x'.repeat(REASON_WORDS_MAX_LENGTH + 1)],
  ])('is not opened by a reason of %s', async (_, words) => {
    await signInAnew('support')
    const refused = await open('support', { words })
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'operator.reason-unclear'])
    expect((await answerOf('support')).openUntil).toBeNull()
  })

  it('takes the longest reason, and refuses what is none', async () => {
    await signInAnew('support')
    expect((await open('support', { words: '\u{1F600}'.repeat(REASON_WORDS_MAX_LENGTH) })).statusCode).toBe(201)
    for (const wrong of [{ heading: 'curiosity' }, { words: 5 }, { withheld: 'no' }, { until: '2030-01-01' }])
      expect([wrong, (await open('support', wrong)).statusCode]).toEqual([wrong, 400])
  })

  it.each([`usr_${'0'.repeat(35)}`, 'usr_1', '_', "usr_'--", '\u202e', 'ord_1'])(
    'is not found under %s, and nothing is opened or recorded',
    async (id) => {
      await signInAnew('support')
      const before = (await lines()).length
      const answers = [
        await operator('support').browser.send('GET', `/api/admin/customers/${encodeURIComponent(id)}`),
        await operator('support').browser.send('GET', `/api/admin/customers/${encodeURIComponent(id)}/dashboard`),
        await open('support', {}, encodeURIComponent(id)),
      ]
      expect(answers.map(({ statusCode, json }) => [statusCode, json().error.code])).toEqual(
        answers.map(() => [404, 'operator.no-customer']),
      )
      expect((await lines()).length).toBe(before)
    },
  )

  it('tells the customer who looked: role, time and heading, never a name, and no investigation that is withheld', async () => {
    const another = await jara.person('Bola Watched')
    const looksOf = async () => (await another.call<{ looks: Look[] }>('GET', '/api/looks')).body.looks
    expect(await looksOf()).toEqual([])
    await signInAnew('risk')
    await operator('risk').browser.send('GET', `/api/admin/customers/${another.id}`)
    expect(await looksOf()).toEqual([])
    const now = jara.clock.now().toISOString()
    await open('risk', { heading: 'investigation', withheld: true, words: 'Order of a court' }, another.id)
    expect(await looksOf()).toEqual([])
    await open('risk', { heading: 'investigation', words: 'A report by the bank' }, another.id)
    jara.clock.advance(1_000)
    await signInAnew('support')
    await open('support', { heading: 'help', words: 'JR-7K2M-9QTX' }, another.id)
    expect(await looksOf()).toEqual([
      { role: 'support', reason: 'You asked us for help', at: new Date(Date.parse(now) + 1_000).toISOString() },
      { role: 'risk', reason: 'An investigation', at: now },
    ])
  })
})
