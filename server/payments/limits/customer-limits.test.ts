import { describe, expect, it } from 'vitest'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { nextLagosMidnight } from '#contract/time.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { CUSTOMER_LIMIT, limitCustomer, setLimitsTo } from '#tests/support/settings.ts'
import { setCustomerLimit } from './customer-limits.ts'

const LIMIT_KOBO = 5_000_000n
const SENTENCE = 'Your limit is ₦50,000 a day. We set it on 21 November 2026. Contact support.'

describe.each(featureDatabases)('the limit of one customer, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let rita: ConsolePerson
  let mary: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    rita = await atConsole(jara, 'Rita Risk', { role: 'risk' })
    mary = await atConsole(jara, 'Mary Manager', { confirmedBy: rita.operator })
    return jara
  })

  const body = (of: object = {}) => ({ ...CUSTOMER_LIMIT, customer: ada.id, ...of })
  const propose = async (of: object = {}) => await proposeAt(rita, '/api/admin/customer-limits', body(of))
  const confirm = async (id: string, by = mary) =>
    await by.browser.send('POST', confirmPath(id), signShown(await lookAtRequest(by, id), by))
  const shown = async ({ browser } = rita) =>
    (await browser.send('GET', `/api/admin/customers/${ada.id}`)).json<CustomerAnswer>()
  const quoted = async (amountKobo: bigint, person = ada) => {
    const transfer = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: `${amountKobo}` }
    const answer = await person.call('POST', '/api/quotes', transfer)
    return [answer.status, answer.body.error?.code]
  }
  const limitNow = async (person = ada) => {
    const { dailyLimitKobo, ownLimit } = await person.wallet()
    return [dailyLimitKobo, ownLimit]
  }
  const REFUSED = [409, 'limit.daily']
  const NONE = ['50000000', null]

  it('is read by both operators, and binds this customer and nobody else from its confirmation on', async () => {
    const bola = await jara.person('Bola Ahmed')
    const [over, under] = [await ada.quote(LIMIT_KOBO + 1n), await ada.quote(LIMIT_KOBO)]
    const asked = await rita.browser.send('POST', '/api/admin/customer-limits/options', body())
    const read = [
      `Limit customer ${ada.id} to ₦50,000 a day.`,
      'Each approval from then on is checked against it, also of an existing quote. A BPC does not raise it.',
      'If everybody’s limit is lowered below it, that one holds.',
      'Where it binds, the customer reads: “Your limit is ₦50,000 a day.”, the day on which we set it, and to contact support. They do not read the reason.',
      `Reason: ${CUSTOMER_LIMIT.reason}`,
    ]
    expect(asked.json().terms.split('\n')).toEqual([`Ask for this: ${read[0]}`, ...read.slice(1)])
    const id = await propose()
    const looked = await lookAtRequest(mary, id)
    expect(looked.terms.split('\n').slice(0, 5)).toEqual([`Confirm this: ${read[0]}`, ...read.slice(1)])
    expect(looked.details).toEqual([
      { label: 'Customer', value: 'A. O.' },
      { label: 'Email', value: expect.stringContaining('•••') },
    ])
    expect([await limitNow(), (await shown()).ownLimit]).toEqual([NONE, null])

    expect((await confirm(id)).statusCode).toBe(204)
    expect(await limitNow()).toEqual(['5000000', SENTENCE])
    expect(await limitNow(bola)).toEqual(NONE)
    expect(await quoted(LIMIT_KOBO + 1n)).toEqual(REFUSED)
    expect(await quoted(LIMIT_KOBO + 1n, bola)).toEqual([201, undefined])
    const refused = await ada.approve(over)
    expect([refused.status, refused.body.error?.message]).toEqual([
      409,
      `This goes over your daily limit of ₦50,000. You can still send ₦50,000 today; the limit resets at midnight, Lagos time. No money has left. ${SENTENCE}`,
    ])
    expect((await ada.approve(under)).status).toBe(201)
    expect(await quoted(10_000n)).toEqual(REFUSED)
    expect((await shown()).ownLimit).toEqual({
      dailyKobo: '5000000',
      reason: CUSTOMER_LIMIT.reason,
      setAt: expect.stringContaining('2026-11-21'),
      setBy: 'Rita Risk, Mary Manager',
      binds: true,
    })
    await jara.pass(3_000)
  })

  it('begins again at midnight in Lagos', async () => {
    await limitCustomer(jara, ada, '50000')
    const midnight = nextLagosMidnight(jara.clock.now())
    jara.clock.set(new Date(midnight.getTime() - 1_000))
    await ada.unlock()
    await ada.withdraw(LIMIT_KOBO)
    expect(await quoted(10_000n)).toEqual(REFUSED)
    jara.clock.set(midnight)
    await ada.withdraw(LIMIT_KOBO)
    await jara.pass(3_000)
  })

  it('lets one of fifty approvals through that each ask for all of it', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => ada.quote(LIMIT_KOBO)))
    await limitCustomer(jara, ada, '50000')
    const answers = await Promise.all(quotes.map((quote) => ada.approve(quote)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body: { error } }) => error?.code ?? []))).toEqual(new Set(['limit.daily']))
    await jara.pass(3_000)
  })

  it('is not raised by a BPC, and yields to everybody’s limit where that is lower', async () => {
    await limitCustomer(jara, ada, '50000')
    await ada.buyBpc('wallet')
    expect(await limitNow()).toEqual(['5000000', SENTENCE])
    await setLimitsTo(jara, { daily: '20000', perBpc: '20000', max: '40000' })
    expect([await limitNow(), (await shown()).ownLimit?.binds]).toEqual([['4000000', null], false])
    await setLimitsTo(jara)
    expect(await limitNow()).toEqual(['5000000', SENTENCE])
  })

  it('is changed and ended by two operators, with everything kept', async () => {
    await limitCustomer(jara, ada, '50000')
    const higher = await propose({ daily: '60,000' })
    expect((await lookAtRequest(mary, higher)).terms).toContain(
      'It replaces their limit of ₦50,000 a day of 21 Nov 2026',
    )
    await confirm(higher)
    expect((await limitNow())[0]).toBe('6000000')
    const end = await propose({ daily: 'none', reason: 'They showed their papers.' })
    expect((await lookAtRequest(mary, end)).terms.split('\n').slice(0, 3)).toEqual([
      `Confirm this: End the limit of ₦60,000 a day of customer ${ada.id}.`,
      'From then on everybody’s limit holds for them, also for existing quotes.',
      'Reason: They showed their papers.',
    ])
    expect((await confirm(end)).statusCode).toBe(204)
    expect([await limitNow(), (await shown()).ownLimit]).toEqual([NONE, null])
    const kept = await jara.database.query<object>(
      'select number, daily_kobo as "dailyKobo", set_by as "setBy" from customer_limits order by number',
    )
    expect(kept).toEqual([
      { number: 1, dailyKobo: 5_000_000n, setBy: 'Rita Requests' },
      { number: 2, dailyKobo: 6_000_000n, setBy: 'Rita Risk' },
      { number: 3, dailyKobo: null, setBy: 'Rita Risk' },
    ])
  })

  it('is void when it changed meanwhile, and of two at once one is set', async () => {
    const ids = [await propose(), await propose({ daily: '40000' })]
    const requests = await Promise.all(ids.map((id) => readRequest(jara.deps, id, ['set-customer-limit'])))
    const outcomes = await Promise.allSettled(
      requests.map((request) => setCustomerLimit(jara.deps, { request, by: mary.operator })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = ids[outcomes.findIndex(({ status }) => status === 'rejected')] ?? ''
    const looked = await mary.browser.send('POST', `${confirmPath(late)}/options`)
    expect([looked.statusCode, messageOf(looked)]).toEqual([
      409,
      'The limit of this customer has changed since this was requested: look at it, and ask again.',
    ])
  })

  it.each<[string, object, string]>([
    ['everybody’s limit', { daily: '500000' }, 'Give less than their limit of ₦500,000 a day.'],
    ['nothing', { daily: '0' }, 'The limit: whole naira, ₦100 to ₦5,000,000.'],
    ['a part of a naira', { daily: '100.50' }, 'The limit: whole naira, ₦100 to ₦5,000,000.'],
    ['no reason', { reason: 'scammer' }, 'The reason has between 10 and 300 characters.'],
    ['too long a reason', { reason: 'x'.repeat(301) }, 'The reason has between 10 and 300 characters.'],
    ['an unknown customer', { customer: 'usr_1' }, 'No open account has this email.'],
    ['the end of none', { daily: 'none' }, 'This customer has no limit of their own.'],
  ])('with %s is refused', async (_, of, sentence) => {
    const answer = await rita.browser.send('POST', '/api/admin/customer-limits/options', body(of))
    expect([answer.statusCode, messageOf(answer)]).toEqual([409, sentence])
    hasChangedNothing()
  })

  it('takes risk or a manager to propose and to confirm, and two of them', async () => {
    const fola = await atConsole(jara, 'Fola Finance', { role: 'finance', confirmedBy: rita.operator })
    expect((await fola.browser.send('POST', '/api/admin/customer-limits/options', body())).statusCode).toBe(403)
    const id = await propose()
    expect(messageOf(await confirm(id, rita))).toMatch(/^This takes two different people/)
    expect((await fola.browser.send('POST', `${confirmPath(id)}/options`)).statusCode).toBe(409)
    expect([(await shown()).mayLimit, (await shown(fola)).mayLimit, await limitNow()]).toEqual([true, false, NONE])
  })

  it('is in the file of everything about the customer, without the reason and who set it', async () => {
    await limitCustomer(jara, ada, '50000')
    await ada.unlock()
    const { body: file } = await ada.call<Record<string, unknown>>('POST', '/api/me/export')
    expect(file.customerLimits).toEqual([
      { id: expect.stringMatching(/^clm_/), number: 1, dailyKobo: '5000000', setAt: expect.any(String) },
    ])
  })
})
