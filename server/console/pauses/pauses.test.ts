import { describe, expect, it } from 'vitest'
import type { PausesAnswer } from '#contract/console/pauses.ts'
import type { Task } from '#contract/console/today.ts'
import type { PausesInForce } from '#contract/installation.ts'
import type { Quote } from '#contract/orders.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { pauseKind } from '#server/installation/settings/operate-pauses.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import { lockSuspensions } from '#server/suspension/suspensions.ts'
import { moneyOf, orderCount, orderNow, startWithBuyer, UNTOUCHED } from '#tests/support/buyer.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, askForList, checkList } from '#tests/support/lists.ts'
import { type Answered, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { buyByTransfer, payInto } from '#tests/support/purchases.ts'
import { PAUSE, putUpPause } from '#tests/support/settings.ts'

const HOUR_MS = 60 * 60_000
const AIRTIME = { kind: 'airtime', network: 'mtn', phone: '08031234567', amountKobo: '10000' } as const
const AIRTEL = { ...AIRTIME, network: 'airtel', phone: '08021234567' } as const
const DATA = { kind: 'data', network: 'mtn', phone: '08031234567', bundleId: '' } as const
const WITHDRAWAL = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' } as const

describe.each(featureDatabases)('a pause, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let mary: ConsolePerson
  let femi: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    mary = await atConsole(jara, 'Mary Manager')
    femi = await atConsole(jara, 'Femi Finance', { role: 'finance', confirmedBy: mary.operator })
    return jara
  })

  const propose = async (of: Partial<typeof PAUSE> = {}) =>
    await proposeAt(mary, '/api/admin/pauses', { ...PAUSE, ...of })
  const confirm = async (id: string, by = femi, body: object | null = null) =>
    await by.browser.send('POST', confirmPath(id), body ?? signShown(await lookAtRequest(by, id), by))
  const pause = async (of: Partial<typeof PAUSE> = {}) => await putUpPause(jara, { by: mary.operator, ...of })
  const pauses = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/pauses')).json<PausesAnswer>()
  const today = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/today'))
      .json<{ tasks: Task[] }>()
      .tasks.filter((each) => each.kind === 'pause')
  const told = async () => (await ada.call<PausesInForce>('GET', '/api/pauses')).body.pauses
  const quote = async (body: object) => codeOf(await ada.call('POST', '/api/quotes', body))
  const codeOf = ({ status, body }: Answered<Partial<Refusal>>) => `${status} ${body.error?.code ?? ''}`.trim()

  it('is read word for word by both operators and by customers, refuses quotes and approvals, and ends by itself', async () => {
    const before = [await ada.quoteOf(AIRTIME), await ada.quote(100_000n)] as const
    const terms = (await mary.browser.send('POST', '/api/admin/pauses/options', PAUSE)).json().terms
    const words = `Customers read above the form, before they type: “Buying airtime is paused for everyone. ${PAUSE.reason}”`
    expect(terms).toContain(`Ask for this: Pause: Buying airtime.\n${words}\n`)
    expect(terms).toContain('ends automatically 2 hours later')
    const id = await propose()
    expect(await told()).toEqual([])
    const looked = await lookAtRequest(femi, id)
    expect(looked.terms).toContain(`Confirm this: Pause: Buying airtime.\n${words}\n`)
    expect(looked.details).toEqual([{ label: 'Open orders, which continue', value: expect.stringMatching(/^0, /) }])
    expect((await confirm(id, femi, signShown(looked, femi))).statusCode).toBe(204)

    const now = jara.clock.now().getTime()
    const endsAt = new Date(now + 2 * HOUR_MS).toISOString()
    expect(await told()).toMatchObject([{ kind: 'airtime', serviceName: null, reason: PAUSE.reason, endsAt }])
    expect(await today(femi)).toMatchObject([{ title: expect.stringContaining(PAUSE.reason), deadline: endsAt }])
    const refused = await ada.call('POST', '/api/quotes', AIRTIME)
    expect([codeOf(refused), refused.body.error.message]).toEqual([
      '409 kind.paused',
      expect.stringContaining(
        `Buying airtime is paused for everyone. No money has left. ${PAUSE.reason} The pause ends`,
      ),
    ])
    // The refusal does not cost an attempt at the PIN either.
    expect(codeOf(await ada.approve(before[0], '0000'))).toBe('409 kind.paused')
    expect([await orderCount(jara), await moneyOf(ada)]).toEqual([0, UNTOUCHED])
    expect((await ada.approve(before[1])).status).toBe(201)
    expect(await quote(DATA)).not.toContain('kind.paused')

    jara.clock.advance(2 * HOUR_MS - 1)
    expect(await readPauses(jara.database, jara.clock.now())).toHaveLength(1)
    jara.clock.advance(1)
    await ada.unlock()
    expect(await told()).toEqual([])
    expect((await ada.approve(await ada.quoteOf(AIRTIME))).status).toBe(201)
    await mary.browser.signIn(mary.authenticator)
    expect(await today(mary)).toEqual([])
    expect((await pauses(mary)).past).toMatchObject([{ reason: PAUSE.reason, lifted: null }])
    const acts = (await recorded(jara)).filter(({ act }) => act.endsWith('pause-kind'))
    expect(acts.map(({ act, by }) => [act, by])).toEqual([
      ['request-pause-kind', 'Mary Manager'],
      ['pause-kind', 'Femi Finance'],
    ])
    await jara.pass(3_000)
  })

  it('of one network or one bank leaves the others alone', async () => {
    await pause({ service: 'mtn' })
    expect([await quote(AIRTIME), await quote(AIRTEL)]).toEqual(['409 kind.paused', '201'])
    expect((await ada.withdraw(100_000n)).status).toBe('pending')
    const found = (await pauses(mary)).kinds.find((each) => each.kind === 'withdrawal')
    expect(found).toMatchObject({ open: 1, services: [{ id: RECIPIENT.bankCode, open: 1 }] })
    const held = await ada.quote(100_000n)
    const other = await ada.quote(100_000n, { bankCode: '058', accountNumber: '0001234567' })
    const { serviceName } = await pause({ kind: 'withdrawal', service: RECIPIENT.bankCode })
    const refused = await ada.approve(held)
    expect([codeOf(refused), refused.body.error.message]).toEqual([
      '409 kind.paused',
      expect.stringContaining(`Sending to ${serviceName} is paused for everyone. No money has left.`),
    ])
    expect(await quote(WITHDRAWAL)).toBe('409 kind.paused')
    expect((await ada.approve(other)).status).toBe(201)
    await jara.pass(3_000)
  })

  it('takes nothing back: orders approved before are sent, reported and cancelled as usual', async () => {
    const [approved, second] = [await ada.quoteOf(AIRTIME), await ada.quoteOf(AIRTEL)]
    const { order } = (await ada.approve(approved)).body
    const { order: other } = (await ada.approve(second)).body
    await pause()
    const again = await ada.approve(approved)
    expect([again.status, again.body.order.id]).toEqual([200, order.id])
    expect((await ada.call('POST', `/api/orders/${other.id}/cancel`)).status).toBe(200)
    await jara.pass(5_000)
    expect((await orderNow(ada, order)).state).toBe('settled')
  })

  it('refuses a whole list of its kind, and only the rows of one network', async () => {
    const list = await checkList(ada, airtimeList(2))
    const one = await pause({ service: 'mtn' })
    const mixed = await checkList(ada, '08031234567,500\n08021234567,500')
    expect(mixed.rows.map(({ ok, problem }) => [ok, problem?.includes(PAUSE.reason)])).toEqual([
      [false, true],
      [true, undefined],
    ])
    expect(codeOf(await approveList(ada, list, '0000'))).toBe('409 kind.paused')
    expect(one.service).toBe('mtn')
    await pause()
    expect(codeOf(await askForList(ada, { text: airtimeList(2) }))).toBe('409 kind.paused')
    expect([await orderCount(jara), await moneyOf(ada)]).toEqual([0, UNTOUCHED])
  })

  it('refuses each of fifty concurrent approvals that does not come before it', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => ada.quote(10_000n)))
    const id = await propose({ kind: 'withdrawal' })
    const request = await readRequest(jara.deps, id, ['pause-kind'])
    const first = quotes.slice(0, 25).map((each) => ada.approve(each))
    const pausing = pauseKind(jara.deps, { request, by: femi.operator }).then(() => orderCount(jara))
    const rest = quotes.slice(25).map((each) => ada.approve(each))
    const answers = await Promise.all([...first, ...rest])
    const before = await pausing
    const accepted = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.every((each) => codeOf(each) === '409 kind.paused')).toBe(true)
    expect([await orderCount(jara), before]).toEqual([accepted, accepted])
    await jara.pass(3_000)
  })

  if (kind === 'postgres')
    it('waits for an approval that has passed the gate, and refuses the next one', async () => {
      const GATES = `select 1 from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and d.datname = current_database()`
      const waiting = async () => (await jara.database.query(`${GATES} and not granted`)).length
      const agreed: Quote = await ada.quote(100_000n)
      const request = await readRequest(jara.deps, await propose({ kind: 'withdrawal' }), ['pause-kind'])
      let commit = () => {}
      const passing = jara.database.transaction(async (tx) => {
        await lockSuspensions(tx)
        await new Promise<void>((resolve) => {
          commit = resolve
        })
      })
      try {
        await expect.poll(() => jara.database.query(GATES)).toHaveLength(1)
        const pausing = pauseKind(jara.deps, { request, by: femi.operator })
        await expect.poll(waiting).toBe(1)
        // This approval reads before the pause exists, and decides after it.
        const approving = ada.approve(agreed)
        await expect.poll(waiting).toBe(2)
        expect(await readPauses(jara.database, jara.clock.now())).toEqual([])
        commit()
        await Promise.all([passing, pausing])
        expect(codeOf(await approving)).toBe('409 kind.paused')
      } finally {
        commit()
        await passing
      }
      expect([await orderCount(jara), await moneyOf(ada)]).toEqual([0, UNTOUCHED])
    })

  it('is lifted by two before it ends, and cannot be lifted afterwards', async () => {
    const { id } = await pause()
    const longer = await pause({ hours: '6' })
    const ends = async (of: string) => await proposeAt(mary, '/api/admin/pause-ends', { pause: of })
    const lift = await ends(id)
    expect((await pauses(mary)).pauses.map((each) => [each.id, each.mayLift])).toEqual([
      [longer.id, true],
      [id, false],
    ])
    expect((await lookAtRequest(femi, lift)).terms).toContain('Another pause lasts until')
    expect(messageOf(await confirm(lift, mary))).toContain('This takes two different people')
    expect((await confirm(lift)).statusCode).toBe(204)
    expect(await quote(AIRTIME)).toBe('409 kind.paused')
    expect((await confirm(await ends(longer.id))).statusCode).toBe(204)
    expect(await told()).toEqual([])
    expect((await ada.approve(await ada.quoteOf(AIRTIME))).status).toBe(201)
    const again = await mary.browser.send('POST', '/api/admin/pause-ends/options', { pause: id })
    expect(messageOf(again)).toBe('This pause was lifted already.')
    const next = await pause()
    jara.clock.advance(2 * HOUR_MS)
    await mary.browser.signIn(mary.authenticator)
    const late = await mary.browser.send('POST', '/api/admin/pause-ends/options', { pause: next.id })
    expect(messageOf(late)).toBe('This pause has ended already.')
  })

  it('takes a manager or risk to ask, and another operator outside support to confirm', async () => {
    const sade = await atConsole(jara, 'Sade Support', { role: 'support', confirmedBy: mary.operator })
    for (const { browser } of [femi, sade])
      expect((await browser.send('POST', '/api/admin/pauses/options', PAUSE)).statusCode).toBe(403)
    const id = await propose()
    expect((await sade.browser.send('POST', `${confirmPath(id)}/options`)).statusCode).toBe(409)
    expect(messageOf(await confirm(id, mary))).toBe(
      'This takes two different people: one asks for it, another one confirms it.',
    )
    expect(await told()).toEqual([])
    expect((await pauses(sade)).mayPause).toBe(false)
  })

  it('changes nothing if altered, signed by another operator or replayed, and 20 confirmations at once pause once', async () => {
    const id = await propose()
    const looked = await lookAtRequest(femi, id)
    const altered = { ...signShown(looked, femi), shown: looked.terms.replace('airtime', 'data') }
    for (const body of [altered, signShown(looked, mary)])
      expect([403, 409]).toContain((await confirm(id, femi, body)).statusCode)
    expect(await told()).toEqual([])
    const bodies = []
    for (let each = 0; each < 20; each += 1) bodies.push(signShown(await lookAtRequest(femi, id), femi))
    const answers = await Promise.all(bodies.map((body) => confirm(id, femi, body)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(await told()).toHaveLength(1)
  })

  it('can still be confirmed while orders come and go: their count is shown and not signed', async () => {
    const id = await propose()
    const looked = await lookAtRequest(femi, id)
    await ada.buy(AIRTIME)
    expect((await lookAtRequest(femi, id)).details).toMatchObject([{ value: expect.stringMatching(/^1, /) }])
    expect((await confirm(id, femi, signShown(looked, femi))).statusCode).toBe(204)
    await jara.pass(3_000)
  })

  it.each<[string, Partial<typeof PAUSE>]>([
    ['another kind', { kind: 'gift' }],
    ['an unknown network', { service: 'etisalat' }],
    ['a bank that no order went to', { kind: 'withdrawal', service: '058' }],
    ['a part of a BPC', { kind: 'bpc', service: 'mtn' }],
    ['too few words', { reason: 'Down.' }],
    ['301 characters', { reason: 'a'.repeat(301) }],
    ['any other number of hours', { hours: '48' }],
    ['no hours', { hours: '' }],
  ])('of %s is refused', async (_, odd) => {
    const answer = await mary.browser.send('POST', '/api/admin/pauses/options', { ...PAUSE, ...odd })
    expect(answer.statusCode).toBe(409)
    hasChangedNothing()
  })

  it('is stored only as two operators agreed to it, and stays unchanged', async () => {
    await pause()
    for (const change of [
      "reason = 'All is well again.'",
      'lifted_at = set_at, lifted_by = set_by, lift_confirmed_by = confirmed_by',
    ])
      await expect(jara.database.query(`update kind_pauses set ${change}`)).rejects.toThrow(
        /stays what was agreed to|takes what two operators agreed to/,
      )
  })

  it('of BPCs refuses both ways of paying, and still delivers a code that waits for its transfer', async () => {
    const body = { kind: 'bpc', fullName: 'Ada Obi', email: ada.email } as const
    const waits = await buyByTransfer(jara, ada)
    const { id } = await ada.quoteOf({ ...body, payWith: 'transfer' })
    await pause({ kind: 'bpc' })
    expect(codeOf(await ada.call('POST', '/api/orders', { quoteId: id }))).toBe('409 kind.paused')
    for (const payWith of ['transfer', 'wallet']) expect(await quote({ ...body, payWith })).toBe('409 kind.paused')
    expect((await orderNow(ada, waits)).state).toBe('awaiting_payment')
    await payInto(jara, waits)
    await jara.pass(5_000)
    expect((await orderNow(ada, waits)).state).toBe('settled')
  })
})
