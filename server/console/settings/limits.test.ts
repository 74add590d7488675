import { describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '#contract/console/settings.ts'
import type { Installation } from '#contract/installation.ts'
import { kobo } from '#contract/money.ts'
import { DAY_MS, HOUR_MS, nextLagosMidnight } from '#contract/time.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { sayAffected } from '#server/installation/settings/affected-by-limits.ts'
import { setLimits } from '#server/installation/settings/operate-limits.ts'
import { limitsInForce } from '#server/payments/limits/limits-in-force.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { boughtBy, codesOf } from '#tests/support/purchases.ts'
import { LIMITS, setLimitsTo } from '#tests/support/settings.ts'

const LOWERED_KOBO = kobo(30_000_000n)
const FIRST = { daily: '500000', perBpc: '500,000', max: '₦5,000,000', from: '' }

describe.each(featureDatabases)('daily limits, on %s', (kind) => {
  let jara: TestJara
  let buyer: Person
  let rita: ConsolePerson
  let bayo: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    ;({ jara, ada: buyer } = await startWithBuyer(kind))
    rita = await atConsole(jara, 'Rita Risk', { role: 'risk' })
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'finance', confirmedBy: rita.operator })
    const { account } = await fundingOf(buyer)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '900000000' })
    await jara.settle()
    return jara
  })

  const propose = async (body: object = LIMITS) => await proposeAt(rita, '/api/admin/limits', body)
  const confirm = async (id: string, by = bayo) =>
    await by.browser.send('POST', confirmPath(id), signShown(await lookAtRequest(by, id), by))
  const installation = async () => (await (await fetch(`${jara.url}/api/installation`)).json()) as Installation
  const settings = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/settings')).json<SettingsAnswer>()
  const starterOf = async (person: Person) => (await codesOf(person)).find((code) => code.kind === 'starter')?.code
  /** Quotes a transfer without the benefit of a bought code. */
  const quoteStandard = async (amountKobo: bigint) =>
    await buyer.quote(amountKobo, { bpcCode: (await starterOf(buyer)) ?? '' })
  const quoted = async (amountKobo: bigint) => {
    const body = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: `${amountKobo}` }
    const answer = await buyer.call('POST', '/api/quotes', body)
    return [answer.status, answer.body.error?.code]
  }
  const refusalOf = async (quote: Awaited<ReturnType<Person['quote']>>) => {
    const { status, body } = await buyer.approve(quote)
    return [status, body.error?.code]
  }
  const REFUSED = [409, 'limit.daily']

  it('are those of the product until two operators, who both read each change, set others', async () => {
    expect((await installation()).limits).toEqual({
      dailyKobo: '50000000',
      perBpcKobo: '50000000',
      maxKobo: '500000000',
    })
    const id = await propose()
    const { terms } = await lookAtRequest(bayo, id)
    expect(terms.split('\n').slice(0, 6)).toEqual([
      'Confirm this: Change the daily limits.',
      'Daily limit: ₦500,000 → ₦300,000',
      'What each bought BPC adds: ₦500,000 → ₦200,000',
      'Maximum with BPCs: ₦5,000,000 → ₦2,000,000',
      'It begins when it is confirmed. Each approval from then on is checked against it, also of an existing quote, and with BPCs bought before.',
      'In the seven days before today, no customer spent more in a day than these limits allow.',
    ])
    expect((await buyer.wallet()).dailyLimitKobo).toBe('50000000')
    expect((await confirm(id)).statusCode).toBe(204)
    expect((await installation()).limits).toEqual({
      dailyKobo: '30000000',
      perBpcKobo: '20000000',
      maxKobo: '200000000',
    })
    expect((await buyer.wallet()).dailyLimitKobo).toBe('30000000')
    expect((await settings(rita)).limits.map(({ number, state }) => [number, state])).toEqual([
      [1, 'in force'],
      [0, 'past'],
    ])
  })

  it('let out exactly the new limit in a day, not one kobo more, and all of it again after midnight in Lagos', async () => {
    await setLimitsTo(jara)
    jara.clock.set(new Date(nextLagosMidnight(jara.clock.now()).getTime() - 60_000))
    await buyer.unlock()
    expect(await quoted(LOWERED_KOBO + 1n)).toEqual(REFUSED)
    await buyer.withdraw(LOWERED_KOBO - 10_000n)
    expect(await quoted(10_001n)).toEqual(REFUSED)
    await buyer.withdraw(10_000n)
    const late = await buyer.call('POST', '/api/quotes', {
      kind: 'airtime',
      network: 'mtn',
      phone: '08031234567',
      amountKobo: '5000',
    })
    expect(late.body.error?.message).toBe(
      'This goes over your daily limit of ₦300,000. You can still send ₦0 today; the limit resets at midnight, Lagos time.',
    )
    jara.clock.advance(60_000)
    await buyer.withdraw(LOWERED_KOBO)
    await jara.pass(3_000)
  })

  it('take one of fifty that each ask for all of the new limit', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => buyer.quote(LOWERED_KOBO)))
    await setLimitsTo(jara)
    const answers = await Promise.all(quotes.map((quote) => buyer.approve(quote)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body }) => body.error?.code ?? []))).toEqual(new Set(['limit.daily']))
    expect((await buyer.wallet()).spentTodayKobo).toBe(`${LOWERED_KOBO}`)
    await jara.pass(3_000)
  })

  it('that begin between a quote and its approval decide about the approval, from that moment on', async () => {
    const start = new Date(Math.ceil(jara.clock.now().getTime() / 60_000) * 60_000 + 60_000)
    await setLimitsTo(jara, { from: new Date(start.getTime() + HOUR_MS).toISOString().slice(0, 16) })
    expect((await settings(bayo)).limits[0]?.state).toBe('to come')
    jara.clock.set(new Date(start.getTime() - 3_000))
    const [before, after] = [await buyer.quote(LOWERED_KOBO), await buyer.quote(10_000n)]
    jara.clock.set(new Date(start.getTime() - 1))
    expect((await buyer.approve(before)).status).toBe(201)
    expect((await buyer.wallet()).dailyLimitKobo).toBe('50000000')
    jara.clock.set(start)
    jara.clock.advance(2_000)
    expect(await refusalOf(after)).toEqual(REFUSED)
    expect((await buyer.wallet()).dailyLimitKobo).toBe('30000000')
    expect((await installation()).limits.dailyKobo).toBe('30000000')
    await jara.pass(3_000)
  })

  it('that are raised allow what was refused before', async () => {
    expect(await quoted(60_000_000n)).toEqual(REFUSED)
    await setLimitsTo(jara, { daily: '600000' })
    await buyer.withdraw(60_000_000n)
    await jara.pass(3_000)
  })

  it('hold for a BPC bought before: it adds what each adds now, up to the maximum now', async () => {
    await buyer.buyBpc('wallet')
    expect((await buyer.wallet()).dailyLimitKobo).toBe('100000000')
    await setLimitsTo(jara)
    expect((await buyer.wallet()).dailyLimitKobo).toBe('50000000')
    await setLimitsTo(jara, { daily: '300,000', perBpc: '200,000', max: '500,000' })
    await buyer.buyBpc('wallet')
    expect((await buyer.wallet()).dailyLimitKobo).toBe('50000000')
  })

  it('of the moment of an order decide whether it needed a BPC: that one cannot be returned', async () => {
    await buyer.buyBpc('wallet')
    expect((await buyer.approve(await quoteStandard(49_350_001n))).status).toBe(201)
    jara.clock.advance(1_000)
    await setLimitsTo(jara, { daily: '1000000', max: '5000000' })
    expect((await boughtBy(buyer))[0]?.returnableUntil).toBe(null)
    await jara.pass(3_000)
  })

  it('that are lowered take no return away: nothing was gained from the BPC', async () => {
    await buyer.buyBpc('wallet')
    expect((await buyer.approve(await quoteStandard(49_350_000n))).status).toBe(201)
    jara.clock.advance(1_000)
    await setLimitsTo(jara)
    expect((await boughtBy(buyer))[0]?.returnableUntil).not.toBe(null)
    await jara.pass(3_000)
  })

  it('count who spent more in one of the last seven whole days, with the BPCs held then', async () => {
    const say = async (body: object = LIMITS) =>
      (await lookAtRequest(bayo, await propose(body))).terms.split('\n').find((line) => line.startsWith('In the seven'))
    const none = 'In the seven days before today, no customer spent more in a day than these limits allow.'
    const one = 'In the seven days before today, one customer spent more in a day than these limits allow.'
    await buyer.withdraw(LOWERED_KOBO)
    await buyer.withdraw(10_000n)
    await jara.pass(60_000)
    expect(await say()).toBe(none)
    jara.clock.set(nextLagosMidnight(jara.clock.now()))
    for (const each of [rita, bayo]) await each.browser.signIn(each.authenticator)
    expect(await say()).toBe(one)
    expect(await say({ ...LIMITS, daily: '300100' })).toBe(none)
    // What the customers buy and spend today changes nothing.
    await buyer.unlock()
    await buyer.buyBpc('wallet')
    expect(await say()).toBe(one)
    const limits = { ...(await limitsInForce(jara.deps)), dailyKobo: LOWERED_KOBO }
    const later = (days: number) => new Date(jara.clock.now().getTime() + days * DAY_MS)
    expect([
      await sayAffected(jara.database, limits, later(6)),
      await sayAffected(jara.database, limits, later(7)),
    ]).toEqual([one, none])
  })

  it('void a proposal if they changed meanwhile, and only one of two at once is set', async () => {
    const ids = [await propose(), await propose({ ...LIMITS, daily: '250000' })]
    const requests = await Promise.all(ids.map((id) => readRequest(jara.deps, id, ['set-limits'])))
    const outcomes = await Promise.allSettled(
      requests.map((request) => setLimits(jara.deps, { request, by: bayo.operator })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = ids[outcomes.findIndex(({ status }) => status === 'rejected')] ?? ''
    const looked = await bayo.browser.send('POST', `${confirmPath(late)}/options`)
    expect(messageOf(looked)).toBe('The limits have changed since this was requested: look at them, and ask again.')
    expect((await settings(rita)).limits).toHaveLength(2)
  })

  const BOUNDS = 'whole naira, ₦100 to ₦5,000,000.'
  it.each<[string, Partial<typeof FIRST>, string]>([
    ['no amount', { daily: '' }, `Daily limit: ${BOUNDS}`],
    ['less than ₦100', { daily: '99' }, `Daily limit: ${BOUNDS}`],
    ['a sign', { daily: '-5000' }, `Daily limit: ${BOUNDS}`],
    ['a part of a naira', { perBpc: '1000.50' }, `What each bought BPC adds: ${BOUNDS}`],
    ['a BPC that adds nothing', { perBpc: '0' }, `What each bought BPC adds: ${BOUNDS}`],
    ['more than a transfer can carry', { max: '5000001' }, `Maximum with BPCs: ${BOUNDS}`],
    ['a maximum that a BPC passes', { daily: '4500100' }, 'The maximum is below the limit with one BPC, ₦5,000,100: '],
    ['no change', {}, 'Nothing would change.'],
  ])('with %s are refused', async (_, typed, sentence) => {
    const answer = await rita.browser.send('POST', '/api/admin/limits/options', { ...FIRST, ...typed })
    expect([answer.statusCode, messageOf(answer)]).toEqual([409, expect.stringContaining(sentence)])
    hasChangedNothing()
  })

  it('take risk or a manager to propose, and another operator outside support to confirm', async () => {
    expect((await bayo.browser.send('POST', '/api/admin/limits/options', LIMITS)).statusCode).toBe(403)
    const id = await propose()
    expect(messageOf(await confirm(id, rita))).toMatch(/^This takes two different people/)
    const sani = await atConsole(jara, 'Sani Bello', { role: 'support', confirmedBy: rita.operator })
    expect((await sani.browser.send('POST', `${confirmPath(id)}/options`)).statusCode).toBe(409)
    expect((await installation()).limits.dailyKobo).toBe('50000000')
  })
})
