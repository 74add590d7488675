import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DepositAnswer } from '#contract/console/orders.ts'
import type { ConfirmOptions } from '#contract/console/proposals.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import type { IncomingPayment } from '#server/providers/payments/payment-provider.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount, ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { stopRestored } from '#tests/support/stops.ts'
import { creditSetAside } from './credit-set-aside.ts'

const PROOF = 'The bank confirmed the sender in writing.'
const GRANT = 20_000_000n
const CREDITS = '/api/admin/credits'

describe.each(featureDatabases)('a deposit that is set aside, on %s', (kind) => {
  let jara: TestJara
  let customer: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeEach(async () => {
    jara = await startJara(kind)
    customer = await jara.person('Bola Customer')
    ada = await atConsole(jara, 'Ada Obi', { role: 'finance' })
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'risk', confirmedBy: ada.operator })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await expectBooksToBalance(jara.database)
    await jara.close()
  })

  const sum = (name: 'available' | 'debt', of = customer) => ledgerSum(jara.database, `user:${of.id}:${name}`)
  const suspense = () => ledgerSum(jara.database, 'suspense:in')
  const stateOf = async (id: string) =>
    (await jara.database.query<{ state: string }>('select state from deposits where id = $1', [id]))[0]?.state
  const bodyOf = (deposit: string, of: Partial<{ customer: string; proof: string }> = {}) => ({
    deposit,
    customer: customer.id,
    proof: PROOF,
    ...of,
  })
  const refusedTo = async (body: object, by = ada) =>
    messageOf(await by.browser.send('POST', `${CREDITS}/options`, body))
  const propose = async (deposit: string) => await proposeAt(ada, CREDITS, bodyOf(deposit))
  const send = async (id: string, body: object, by = bayo) => await by.browser.send('POST', confirmPath(id), body)
  const confirm = async (id: string, by = bayo) => await send(id, signShown(await lookAtRequest(by, id), by), by)

  async function payIn(accountNumber: string, amountKobo: string): Promise<{ id: string; reference: string }> {
    jara.clock.advance(1_000)
    await jara.sandbox.payIn({ accountNumber, amountKobo, senderName: 'CHIDI EZE' })
    await jara.settle()
    const [found] = await jara.database.query<{ id: string; reference: string }>(
      'select id, reference from deposits order by id desc limit 1',
    )
    if (found === undefined) throw new Error('no deposit')
    return found
  }
  const setAside = async (amountKobo = '250000') => await payIn(await issueForeignAccount(jara), amountKobo)

  async function takeBack(reference: string): Promise<void> {
    jara.clock.advance(1_000)
    await jara.sandbox.decidePayment(reference, 'reversed')
    await jara.settle()
  }

  async function historyOf(person: Person): Promise<string[]> {
    const { body } = await person.call<TransactionsAnswer>('GET', '/api/transactions')
    return body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status}`)
  }

  /** An account whose owner owes this much, because the bank took back money they had spent. */
  async function oweKobo(person: Person, owedKobo: bigint): Promise<void> {
    const { account } = await fundingOf(person)
    const { reference } = await payIn(account?.accountNumber ?? '', `${owedKobo}`)
    const costs = await person.quote(GRANT - 100_000n)
    await person.withdraw(GRANT + owedKobo - BigInt(costs.totalKobo) + BigInt(costs.amountKobo))
    await jara.pass(2_000)
    await takeBack(reference)
  }

  it('is credited once two operators agree: the checker signs the amounts, and the history shows it', async () => {
    const { id } = await setAside()
    const request = await propose(id)
    const shown = await lookAtRequest(bayo, request)
    expect(shown.postings).toEqual([
      { account: 'Money set aside', beforeKobo: '250000', afterKobo: '0' },
      { account: 'Wallet of the customer, available', beforeKobo: `${GRANT}`, afterKobo: '20250000' },
    ])
    expect(shown.details[0]).toEqual({ label: 'Customer', value: 'B. C.' })
    expect(shown.terms).toContain(`Money set aside: ₦2,500.00 → ₦0.00`)
    expect(shown.terms).toContain(`Reason: ${PROOF}`)
    expect(shown.terms).toContain(customer.id)
    expect(shown.terms).not.toContain('Bola')
    expect([await stateOf(id), await sum('available')]).toEqual(['quarantined', GRANT])

    expect((await confirm(request)).statusCode).toBe(204)
    expect([await stateOf(id), await sum('available'), await suspense()]).toEqual([
      'credited_by_operators',
      20_250_000n,
      0n,
    ])
    expect((await historyOf(customer))[0]).toBe('Deposit 250000 completed')
    expect((await fundingOf(customer)).deposits).toMatchObject([{ id, status: 'credited', amountKobo: '250000' }])
    expect((await recorded(jara)).filter(({ subject }) => subject === id)).toEqual([
      { act: 'request-credit-deposit', by: 'Ada Obi', subject: id },
      { act: 'credit-deposit', by: 'Bayo Ade', subject: id },
    ])
    const told = (await ada.browser.send('GET', `/api/admin/deposits/${id}`, undefined, TOUCHED)).json<DepositAnswer>()
    expect(told.known.map(({ text }) => text)).toContain('Ada Obi asked to credit it, and Bayo Ade confirmed it.')
    expect(told.actions.map(({ name }) => name)).not.toContain('Propose to credit it to a customer')
    expect(await refusedTo(bodyOf(id))).toMatch(/it is no longer set aside: it is credited by operators/i)
  })

  it('notifies its customer’s open pages, like any deposit', async () => {
    const { id } = await setAside()
    const published = vi.spyOn(jara.deps.events, 'publish')
    expect((await confirm(await propose(id))).statusCode).toBe(204)
    expect(published).toHaveBeenCalledWith(customer.id, { topics: ['wallet', 'transactions', 'funding'] })
  })

  it('first repays the customer’s debt, as shown', async () => {
    await oweKobo(customer, 100_000n)
    expect([await sum('available'), await sum('debt')]).toEqual([0n, -100_000n])
    const { id } = await setAside()
    const request = await propose(id)
    const shown = await lookAtRequest(bayo, request)
    expect(shown.effects).toContain('₦1,000.00 of it repays the customer’s debt.')
    expect(shown.postings.slice(1)).toEqual([
      { account: 'Wallet of the customer, available', beforeKobo: '0', afterKobo: '150000' },
      { account: 'Debt of the customer', beforeKobo: '-100000', afterKobo: '0' },
    ])
    expect((await confirm(request)).statusCode).toBe(204)
    expect([await sum('available'), await sum('debt')]).toEqual([150_000n, 0n])
  })

  it('is taken from its customer if the bank takes it back afterwards, like any deposit', async () => {
    const { id, reference } = await setAside()
    expect((await confirm(await propose(id))).statusCode).toBe(204)
    await takeBack(reference)
    expect([await stateOf(id), await sum('available'), await suspense()]).toEqual(['recalled', GRANT, 0n])
    expect((await historyOf(customer)).slice(0, 2)).toEqual([
      'Deposit taken back -250000 completed',
      'Deposit 250000 reversed',
    ])
  })

  it('can be credited to another account if its own is closed, and says where it came in', async () => {
    const other = await jara.person('Chidi Closed')
    const { account } = await fundingOf(other)
    await jara.database.query(`update users set closed_at = $2 where id = $1`, [other.id, jara.clock.now()])
    const { id } = await payIn(account?.accountNumber ?? '', '30000')
    expect(await stateOf(id)).toBe('quarantined')
    expect(await refusedTo(bodyOf(id, { customer: other.id }))).toMatch(/has closed their account/)
    const request = await propose(id)
    expect((await lookAtRequest(bayo, request)).effects[0]).toMatch(/another customer, whose account is closed/)
    expect((await confirm(request)).statusCode).toBe(204)
    expect(await sum('available')).toBe(20_030_000n)
    expect(await sum('available', other)).toBe(GRANT)
  })

  it('is refused with a clear message if it cannot be credited, and nothing moves', async () => {
    const { id } = await setAside()
    const nobody = `usr_${'0'.repeat(35)}`
    expect(await refusedTo(bodyOf(id, { proof: 'Seen it.' }))).toMatch(/between 10 and 300 characters/)
    expect(await refusedTo(bodyOf(id, { proof: 'x'.repeat(301) }))).toMatch(/between 10 and 300 characters/)
    expect(await refusedTo(bodyOf(id, { customer: nobody }))).toMatch(/no such customer/)
    expect(await refusedTo(bodyOf(id, { customer: 'Bola' }))).toMatch(/who owns it/i)
    expect(await refusedTo(bodyOf('dep_1'))).toMatch(/no such deposit/)
    const own = await payIn((await fundingOf(customer)).account?.accountNumber ?? '', '1000')
    expect(await refusedTo(bodyOf(own.id))).toMatch(/no longer set aside: it is credited/)
    const support = await atConsole(jara, 'Seyi Support', { role: 'support', confirmedBy: ada.operator })
    for (const by of [bayo, support])
      expect((await by.browser.send('POST', `${CREDITS}/options`, bodyOf(id))).statusCode).toBe(403)
    const request = await propose(id)
    for (const by of [ada, support])
      expect((await by.browser.send('POST', `${confirmPath(request)}/options`)).statusCode).not.toBe(204)
    expect([await stateOf(id), await suspense()]).toEqual(['quarantined', 250_000n])
  })

  it.each<[string, Partial<IncomingPayment>]>([
    ['another currency', { currency: exactly('USD') }],
    ['money of another mode', { domain: exactly('live') }],
  ])('in %s cannot be credited', async (_name, change) => {
    const verify = jara.payments.verifyPayment
    vi.spyOn(jara.payments, 'verifyPayment').mockImplementation(async (reference) => {
      const answer = await verify(reference)
      return answer.outcome === 'succeeded' ? { ...answer, value: { ...answer.value, ...change } } : answer
    })
    const { id } = await payIn((await fundingOf(customer)).account?.accountNumber ?? '', '1000')
    expect(await stateOf(id)).toBe('quarantined')
    expect(await refusedTo(bodyOf(id))).toMatch(/it is not naira of this installation/i)
  })

  describe('after it was proposed', () => {
    /** Proposes, looks and signs; then `change` happens; then confirms what was signed. */
    async function confirmAfter(change: (deposit: { id: string; reference: string }) => Promise<unknown>) {
      const deposit = await setAside()
      const request = await propose(deposit.id)
      const body = signShown(await lookAtRequest(bayo, request), bayo)
      await change(deposit)
      const answer = await send(request, body)
      expect(answer.statusCode).toBe(409)
      const [stored] = await jara.database.query<{ at: Date | null }>(
        'select confirmed_at as at from operator_requests where id = $1',
        [request],
      )
      expect(stored?.at).toBeNull()
      return { said: messageOf(answer), ...deposit }
    }

    it('is not credited once the bank has taken it back', async () => {
      const { said, id } = await confirmAfter(({ reference }) => takeBack(reference))
      expect(said).toMatch(/the bank has taken it back/i)
      expect([await stateOf(id), await sum('available')]).toEqual(['sent_back', GRANT])
    })

    it('is not credited while money in is stopped', async () => {
      const { said, id } = await confirmAfter(() => stopRestored(jara, jara.clock.now()))
      expect(said).toMatch(/money in is stopped: a backup/i)
      expect([await stateOf(id), await sum('available')]).toEqual(['quarantined', GRANT])
    })

    it('is not credited to an account that was closed', async () => {
      const { said, id } = await confirmAfter(() =>
        jara.database.query('update users set closed_at = $2 where id = $1', [customer.id, jara.clock.now()]),
      )
      expect(said).toMatch(/has closed their account/)
      expect(await stateOf(id)).toBe('quarantined')
    })

    it('is not credited if the amounts differ from the signed ones', async () => {
      const { said, id } = await confirmAfter(async () => await setAside('7000'))
      expect(said).toMatch(/has changed since you looked/)
      expect(await stateOf(id)).toBe('quarantined')
    })

    it('is not credited if the amounts change while it is carried out', async () => {
      const { id } = await setAside()
      const request = await readRequest(jara.deps, await propose(id), ['credit-deposit'])
      const balances = { setAsideKobo: 0n, availableKobo: 1n, debtKobo: 0n }
      const shown = { before: balances, after: balances }
      await expect(creditSetAside(jara.deps, { request, by: bayo.operator, shown })).rejects.toThrow(
        /the amounts have changed since you looked/,
      )
      expect([await stateOf(id), await sum('available'), await suspense()]).toEqual(['quarantined', GRANT, 250_000n])
    })
  })

  it('ends consistently when the bank takes it back at the moment it is confirmed', async () => {
    for (let round = 0; round < 8; round++) {
      const before = await sum('available')
      const { id, reference } = await setAside(`${10_000 + round}`)
      const request = await propose(id)
      const body = signShown(await lookAtRequest(bayo, request), bayo)
      const [answer] = await Promise.all([send(request, body), takeBack(reference)])
      const credited = answer.statusCode === 204
      if (!credited) expect(answer.statusCode).toBe(409)
      expect([await stateOf(id), await sum('available'), await suspense()]).toEqual([
        credited ? 'recalled' : 'sent_back',
        before,
        0n,
      ])
    }
  })

  it('stores a clean proof, whatever was typed', async () => {
    const { id } = await setAside()
    const proof = `  The bank\u202e named\n them${'\u0000'} in writing. `
    const request = await proposeAt(ada, CREDITS, bodyOf(id, { proof }))
    expect((await lookAtRequest(bayo, request)).reason).toBe('The bank named them in writing.')
  })

  it('cannot be written without the agreement of two operators', async () => {
    const { id } = await setAside()
    const write = (set: string) => jara.database.query(`update deposits set ${set} where id = $1`, [id])
    const who = "credited_by = 'Ada Obi', confirmed_by = 'Bayo Ade', credited_at = now()"
    await expect(write("state = 'credited_by_operators'")).rejects.toThrow(/deposits_credited_state/)
    await expect(write(`state = 'credited_by_operators', user_id = '${customer.id}', ${who}`)).rejects.toThrow(
      /as two operators agreed/,
    )
    expect(await stateOf(id)).toBe('quarantined')
  })

  it('waits in the proposals with its amounts, and cannot be proposed again meanwhile', async () => {
    const { id } = await setAside()
    const request = await propose(id)
    const { proposals } = (await bayo.browser.send('GET', '/api/admin/proposals', undefined, TOUCHED)).json<{
      proposals: (ConfirmOptions & { id: string })[]
    }>()
    expect(proposals.find((each) => each.id === request)?.postings).toHaveLength(2)
    const told = (await ada.browser.send('GET', `/api/admin/deposits/${id}`, undefined, TOUCHED)).json<DepositAnswer>()
    expect(told.actions.find(({ name }) => name === 'Propose to credit it to a customer')).toMatchObject({
      allowed: false,
      why: 'It waits for a second operator.',
      link: '/admin/proposals',
    })
  })
})
