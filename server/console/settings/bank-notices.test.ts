import { describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '#contract/console/settings.ts'
import { confirmChange, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { bankNotices } from '#server/installation/bank-notices.ts'
import { listOpenNotices, setBankNotice } from '#server/installation/settings/operate-bank-notices.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { NOTICE, noticesFor } from '#tests/support/settings.ts'

const HOUR_MS = 60 * 60_000
const ENVIRONMENTS = {
  bank: 'Wema Bank',
  meaning: 'Transfers from Wema Bank fail.',
  by: 'Ada Obi, operations',
  at: '2026-01-01T00:00:00Z',
  expiresAt: '2036-01-01T00:00:00Z',
}

describe.each(featureDatabases)('a bank notice, on %s', (kind) => {
  let jara: TestJara
  let customer: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    jara = await startJara(kind)
    customer = await jara.person('Bola Customer')
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'support', confirmedBy: ada.operator })
    return jara
  })

  const propose = async (of: Partial<typeof NOTICE> = {}) =>
    await proposeAt(ada, '/api/admin/bank-notices', { ...NOTICE, ...of })
  const proposeEnd = async (notice: string) => await proposeAt(ada, '/api/admin/bank-notice-ends', { notice })
  const confirm = async (id: string, by = bayo, body: object | null = null) =>
    await by.browser.send('POST', confirmPath(id), body ?? signShown(await lookAtRequest(by, id), by))
  const told = async () => (await noticesFor(customer)).map(({ bank, meaning, source }) => ({ bank, meaning, source }))
  /** The same notices without a session, because a customer's session locks as time passes. */
  const toldLater = async () =>
    bankNotices(jara.deps, [], await listOpenNotices(jara.database, jara.clock.now())).map(
      ({ bank, meaning, source }) => ({ bank, meaning, source }),
    )
  const settings = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/settings')).json<SettingsAnswer>()
  const SHOWN = { bank: NOTICE.bank, meaning: NOTICE.meaning, source: NOTICE.source }

  /** Publishes a notice and returns its id. */
  async function putUp(of: Partial<typeof NOTICE> = {}): Promise<string> {
    expect((await confirm(await propose(of))).statusCode).toBe(204)
    const [notice] = (await settings(ada)).notices
    return notice?.id ?? ''
  }

  it('is shown word for word before the proposal and at the check, reaches customers once confirmed, and expires', async () => {
    const asked = await ada.browser.send('POST', '/api/admin/bank-notices/options', NOTICE)
    const words = `Customers about to pay for a BPC by bank transfer read: “OPay: ${NOTICE.meaning}”`
    expect(asked.json().terms).toBe(
      [
        'Ask for this: Put up a notice about OPay.',
        words,
        'Below it they read: “Source: Jara support”, and when it went up.',
        'It goes up when it is confirmed, and comes down automatically 6 hours later.',
      ].join('\n'),
    )
    const id = await propose()
    expect(await told()).toEqual([])
    const looked = await lookAtRequest(bayo, id)
    expect(looked.terms).toContain(`Confirm this: Put up a notice about OPay.\n${words}\n`)
    jara.clock.advance(60_000)
    expect((await confirm(id, bayo, signShown(looked, bayo))).statusCode).toBe(204)
    const [notice] = await noticesFor(customer)
    const now = jara.clock.now().getTime()
    expect(notice).toMatchObject({ ...SHOWN, at: new Date(now).toISOString() })
    expect(notice?.expiresAt).toBe(new Date(now + 6 * HOUR_MS).toISOString())
    jara.clock.advance(6 * HOUR_MS - 1)
    expect(await toldLater()).toEqual([SHOWN])
    jara.clock.advance(1)
    expect(await toldLater()).toEqual([])
    const acts = (await recorded(jara)).filter(({ act }) => act.includes('bank-notice'))
    expect(acts.map(({ act, by }) => [act, by])).toEqual([
      ['request-set-bank-notice', 'Ada Obi'],
      ['set-bank-notice', 'Bayo Ade'],
    ])
  })

  it('is taken down by two before it expires', async () => {
    const notice = await putUp()
    const id = await proposeEnd(notice)
    expect((await settings(ada)).notices.map(({ mayEnd }) => mayEnd)).toEqual([false])
    const looked = await lookAtRequest(bayo, id)
    expect(looked.terms).toContain(`Customers no longer see it: “OPay: ${NOTICE.meaning}”`)
    expect(await told()).toEqual([SHOWN])
    expect((await confirm(id)).statusCode).toBe(204)
    expect(await told()).toEqual([])
    const { notices, past } = await settings(bayo)
    expect(notices).toEqual([])
    expect(past).toMatchObject([{ id: notice, setBy: 'Ada Obi, Bayo Ade', ended: { by: 'Ada Obi, Bayo Ade' } }])
    const again = await ada.browser.send('POST', '/api/admin/bank-notice-ends/options', { notice })
    expect(messageOf(again)).toBe('This notice was taken down already.')
  })

  it('that is planned shows the checker its times, and reaches customers when it begins', async () => {
    const start = new Date(jara.clock.now().getTime() + 24 * HOUR_MS)
    start.setUTCSeconds(0, 0)
    const from = new Date(start.getTime() + HOUR_MS).toISOString().slice(0, 16)
    const id = await propose({ from, hours: '2' })
    expect((await lookAtRequest(bayo, id)).terms).toMatch(
      /It goes up .+, Lagos time, and comes down automatically .+, Lagos time\./,
    )
    await confirm(id)
    expect(await told()).toEqual([])
    jara.clock.advance(start.getTime() - jara.clock.now().getTime() - 1)
    expect(await toldLater()).toEqual([])
    jara.clock.advance(1)
    expect(await toldLater()).toEqual([SHOWN])
    jara.clock.advance(2 * HOUR_MS)
    expect(await toldLater()).toEqual([])
  })

  it('is shown with the environment’s notice and with others about the same bank, which the checker sees', async () => {
    await putUp()
    const id = await propose({ meaning: 'Transfers from OPay fail. Pay from another bank.' })
    expect((await lookAtRequest(bayo, id)).terms).toMatch(
      /Another notice about OPay stays until .+: “Transfers from OPay arrive/,
    )
    const other = await startJara(kind, { settings: { BANK_NOTICE: JSON.stringify(ENVIRONMENTS) } })
    const person = await other.person('Bola Customer')
    expect((await noticesFor(person)).map(({ bank }) => bank)).toEqual(['Wema Bank'])
    await other.close()
  })

  it('reaches customers even while the provider sends no list of banks', async () => {
    await putUp()
    await jara.sandbox.fault({ operation: 'banks', fault: 'down', count: 5 })
    expect(await told()).toEqual([SHOWN])
  })

  it.each<[string, Partial<typeof NOTICE>]>([
    ['a bank with a Cyrillic letter', { bank: 'GTВank' }],
    ['a source in full-width letters', { source: 'Ｊara support' }],
    ['no bank', { bank: ' \u202e ' }],
    ['10,000 characters', { meaning: 'a'.repeat(10_000) }],
    ['301 characters', { meaning: 'a'.repeat(301) }],
    ['too few words', { meaning: 'Down.' }],
    ['no source', { source: '' }],
    ['any other number of hours', { hours: '240' }],
    ['a negative number of hours', { hours: '-2' }],
    ['an invalid time', { from: '2026-13-45T99:99' }],
    ['a time that has passed', { from: '2020-01-01T00:00' }],
    ['a time too far ahead', { from: '2036-01-01T00:00' }],
  ])('with %s is refused', async (_, odd) => {
    const answer = await ada.browser.send('POST', '/api/admin/bank-notices/options', { ...NOTICE, ...odd })
    expect([400, 409]).toContain(answer.statusCode)
    const [{ requests } = { requests: null }] = await jara.database.query<{ requests: number }>(
      "select count(*)::int as requests from operator_requests where act = 'set-bank-notice'",
    )
    expect(requests).toBe(0)
    hasChangedNothing()
  })

  it('is one clean line, and markup stays text', async () => {
    await putUp({
      bank: 'O\u202ePay\u0007',
      meaning: '<b>Transfers</b> from\nOPay are \u2066late\u2069.<script>alert(1)</script>',
    })
    const [notice] = await noticesFor(customer)
    expect(notice?.bank).toBe('O Pay')
    expect(notice?.meaning).toBe('<b>Transfers</b> from OPay are late .<script>alert(1)</script>')
    expect(JSON.stringify(notice)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('cannot be confirmed by the operator who proposed it, nor proposed by other roles', async () => {
    const answer = await confirm(await propose(), ada)
    expect(messageOf(answer)).toBe('This takes two different people: one asks for it, another one confirms it.')
    expect((await bayo.browser.send('POST', '/api/admin/bank-notices/options', NOTICE)).statusCode).toBe(403)
    expect(await told()).toEqual([])
  })

  it('changes nothing if altered, signed by another operator or replayed', async () => {
    const [id, other] = [await propose(), await propose({ bank: 'Kuda' })]
    const looked = await lookAtRequest(bayo, id)
    const altered = { ...signShown(looked, bayo), shown: looked.terms.replace('late', 'soon') }
    for (const body of [altered, signShown(looked, ada)])
      expect([403, 409]).toContain((await confirm(id, bayo, body)).statusCode)
    expect([403, 409]).toContain((await confirm(other, bayo, signShown(looked, bayo))).statusCode)
    expect(await told()).toEqual([])
    const right = signShown(await lookAtRequest(bayo, id), bayo)
    expect((await confirm(id, bayo, right)).statusCode).toBe(204)
    expect((await confirm(id, bayo, right)).statusCode).toBe(409)
    expect(await told()).toEqual([SHOWN])
  })

  it('goes up once when 50 requests confirm it at once', async () => {
    const id = await propose()
    const bodies = []
    for (let each = 0; each < 50; each += 1) bodies.push(signShown(await lookAtRequest(bayo, id), bayo))
    const answers = await Promise.all(bodies.map((body) => confirm(id, bayo, body)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(await told()).toEqual([SHOWN])
  })

  it('is void if it was proposed a day ago, or if its planned time has passed', async () => {
    const soon = new Date(jara.clock.now().getTime() + 3 * HOUR_MS)
    const planned = await propose({ from: soon.toISOString().slice(0, 16), hours: '2' })
    const id = await propose()
    jara.clock.advance(5 * HOUR_MS)
    await bayo.browser.signIn(bayo.authenticator)
    const answer = await bayo.browser.decide(bayo.authenticator, confirmPath(planned))
    expect(messageOf(answer)).toBe('The time of this notice has passed: ask again.')
    const request = await readRequest(jara.deps, planned, ['set-bank-notice'])
    await expect(setBankNotice(jara.deps, { request, by: bayo.operator })).rejects.toThrow('has passed: ask again')
    jara.clock.advance(19 * HOUR_MS)
    await bayo.browser.signIn(bayo.authenticator)
    expect(messageOf(await bayo.browser.decide(bayo.authenticator, confirmPath(id)))).toBe(
      'It is too old to be confirmed: ask again.',
    )
    expect(await toldLater()).toEqual([])
  })

  it('is not ended again once it was taken down or has expired', async () => {
    const notice = await putUp({ hours: '2' })
    const [one, other] = [await proposeEnd(notice), await proposeEnd(notice)]
    expect((await confirm(one)).statusCode).toBe(204)
    expect(messageOf(await bayo.browser.decide(bayo.authenticator, confirmPath(other)))).toBe(
      'This notice was taken down already.',
    )
    const next = await putUp({ hours: '2' })
    const late = await proposeEnd(next)
    jara.clock.advance(2 * HOUR_MS)
    await bayo.browser.signIn(bayo.authenticator)
    expect(messageOf(await bayo.browser.decide(bayo.authenticator, confirmPath(late)))).toBe(
      'This notice has expired already.',
    )
  })

  it('is refused if one of its operators was revoked meanwhile', async () => {
    const id = await propose()
    const body = signShown(await lookAtRequest(bayo, id), bayo)
    const [chidi, dele] = [
      await operatorNamed(jara.database, 'Chidi Eze'),
      await operatorNamed(jara.database, 'Dele Ojo'),
    ]
    const revocation = await requestRevocation(jara.deps, { uncheckedName: 'Ada Obi', by: chidi })
    await confirmChange(jara.deps, { request: await readRequest(jara.deps, revocation, ['revoke-operator']), by: dele })
    expect(messageOf(await confirm(id, bayo, body))).toBe(
      'Ada Obi is no operator any more: somebody else has to ask for it.',
    )
    expect(await told()).toEqual([])
  })

  it('is stored only as two operators agreed to it, and stays unchanged', async () => {
    await putUp()
    const alone = jara.database.query(
      `insert into bank_notices select 'bkn_' || repeat('0', 35), bank, meaning, source, starts_at, expires_at, set_at, set_by,
         confirmed_by from bank_notices`,
    )
    await expect(alone).rejects.toThrow('takes what two operators agreed to')
    for (const change of [
      "meaning = 'All is well again.'",
      'ended_at = set_at, ended_by = set_by, end_confirmed_by = confirmed_by',
    ])
      await expect(jara.database.query(`update bank_notices set ${change}`)).rejects.toThrow(
        /stays what was agreed to|takes what two operators agreed to/,
      )
  })
})
