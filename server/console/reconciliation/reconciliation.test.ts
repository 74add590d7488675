import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfirmOptions, ProposalsAnswer } from '#contract/console/proposals.ts'
import type { Difference, ReconciliationAnswer, RunAnswer } from '#contract/console/reconciliation.ts'
import { DAY_MS } from '#contract/time.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { compared, differ } from '#tests/support/needs-two.ts'

describe.each(databaseKinds)('the reconciliation in the console, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeAll(async () => {
    jara = await startJara(kind)
    const { database, clock } = jara
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'finance', confirmedBy: ada.operator })
    const now = clock.now()
    const early = new Date(now.getTime() - 5 * DAY_MS)
    for (const [number, provider, kindFound, foundAt, ledger, there, sum] of [
      ['1', 'paystack', 'fee-differs', now, -100_000n, -50_000n, 50_000n],
      ['2', 'paystack', 'fee-differs', early, null, null, -20_000n],
      ['3', 'paystack', 'missing-deposit', now, 90_000n, null, null],
      ['4', 'vtpass', 'paid-twice', now, null, null, 7_000n],
    ] as const) {
      await differ(jara, { number, differenceKobo: 1n })
      await database.query(
        `update reconciliation_exceptions set provider = $2, kind = $3, found_at = $4, ledger_kobo = $5, provider_kobo = $6,
           difference_kobo = $7 where number = $1`,
        [number, provider, kindFound, foundAt, ledger, there, sum],
      )
    }
    await database.query(
      `insert into provider_opening_balances (provider, own_kobo, set_at) values ('paystack', 100000, $1)`,
      [now],
    )
  })
  afterAll(() => jara.close())

  const PATH = '/api/admin/reconciliation'
  const get = async (path: string) => await ada.browser.send('GET', path)

  async function look(query = ''): Promise<ReconciliationAnswer> {
    const answer = await get(`${PATH}${query}`)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    return answer.json<ReconciliationAnswer>()
  }
  const numbersOf = (of: { readonly differences: readonly Difference[] }) => of.differences.map(({ number }) => number)
  const sidesOf = ({ ledgerKobo, providerKobo, runningKobo }: Difference) => [ledgerKobo, providerKobo, runningKobo]
  const setSum = async (providerKobo: bigint) =>
    await jara.database.query(
      'update reconciliation_exceptions set provider_kobo = $1, difference_kobo = $1::bigint + 100000 where number = 1',
      [providerKobo],
    )

  it('has each difference with its type, its age, both sides where they are known, and the running difference', async () => {
    const { differences, providers } = await look()
    expect(differences.map((each) => [each.type, each.age, ...sidesOf(each)])).toEqual([
      ['fee', '0-1', '-100000', '-50000', '50000'],
      ['fee', '4-7', null, null, '30000'],
      ['missing-there', '0-1', '90000', null, '30000'],
      ['duplicate', '0-1', null, null, '7000'],
    ])
    expect(providers).toEqual(['paystack', 'vtpass'])
  })

  it('counts by type and age, with what is not known apart, whatever else is filtered', async () => {
    const { counts } = await look('?provider=paystack&age=4-7')
    expect(counts).toHaveLength(3)
    expect(counts).toEqual(
      expect.arrayContaining([
        { type: 'fee', age: '0-1', count: 1, sumKobo: '50000', unknown: 0 },
        { type: 'fee', age: '4-7', count: 1, sumKobo: '-20000', unknown: 0 },
        { type: 'missing-there', age: '0-1', count: 1, sumKobo: '0', unknown: 1 },
      ]),
    )
  })

  it('filters by provider, type and age, and refuses what it does not know', async () => {
    const queries = ['?provider=vtpass', '?type=fee', '?type=fee&age=4-7', '?type=late', '?provider=nobody']
    const found = []
    for (const query of queries) found.push(numbersOf(await look(query)))
    expect(found).toEqual([['4'], ['1', '2'], ['2'], [], []])
    for (const query of ['?type=', '?type=toString', '?age=1', '?provider=%27%20or%20true', '?page=2'])
      expect([query, (await get(`${PATH}${query}`)).statusCode]).toEqual([query, 400])
  })

  it('opens a run with what differed then, says what was not recorded, and leaves a line of each look', async () => {
    const id = await compared(jara)
    await setSum(-40_000n)
    const { run, differences } = (await get(`${PATH}/runs/${id}`)).json<RunAnswer>()
    expect(run).toMatchObject({ id, lines: 9, matched: 7, pending: 1 })
    expect(differences?.map((each) => [each.number, ...sidesOf(each)])).toEqual([
      ['1', '-100000', '-50000', '50000'],
      ['2', null, null, '30000'],
      ['3', '90000', null, '30000'],
      ['4', null, null, '7000'],
    ])
    expect(await recorded(jara)).toContainEqual({ act: 'look-at-reconciliation', by: 'Ada Obi', subject: id })
    const older = jara.deps.newId('rec')
    await jara.database.query(
      `insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
         fresh, gaps, reached, not_ours, set_aside) values ($1, $2, $2, $2, $2, 1, 0, 0, 1, 1, $3, '{}', 0, '{}')`,
      [older, jara.clock.now(), ['paystack: the list of transfers: timed out', 'vtpass: not configured']],
    )
    const { run: before, differences: lost } = (await get(`${PATH}/runs/${older}`)).json<RunAnswer>()
    expect(lost).toBeNull()
    expect(before.gaps).toEqual(['Paystack: the list of transfers: timed out', 'VTpass: not configured'])
    for (const wrong of ['rec_1', jara.deps.newId('rec'), 'ord_1'])
      expect([wrong, (await get(`${PATH}/runs/${wrong}`)).statusCode]).toEqual([wrong, 404])
    await setSum(-50_000n)
  })

  it('closes several by one proposal that shows each, their sum and what it posts, and none once one has changed', async () => {
    const body = { numbers: ['2', '1'], evidence: 'One line of the bank.' }
    const made = await ada.browser.decide(ada.authenticator, '/api/admin/joint-closings', body)
    expect([made.statusCode, made.body]).toEqual([201, made.body])
    const { requestId } = made.json<{ requestId: string }>()
    expect((await look()).differences.map((each) => each.requestId === requestId)).toEqual([true, true, false, false])
    const confirm = `/api/admin/requests/${requestId}/confirm`

    await setSum(-50_001n)
    const { proposals } = (await bayo.browser.send('GET', '/api/admin/proposals')).json<ProposalsAnswer>()
    expect(proposals.map(({ whyNot }) => whyNot)).toEqual([
      'Nobody can confirm this any more: 1 has changed in the meantime: look at it, and ask again.',
    ])
    expect((await bayo.browser.send('POST', `${confirm}/options`)).statusCode).toBe(409)

    await setSum(-50_000n)
    const { terms } = (await bayo.browser.send('POST', `${confirm}/options`)).json<ConfirmOptions>()
    for (const said of [
      'Close differences 1, 2 with Paystack together. Their sum is ₦300.00.',
      '1: fee-differs about difference-1, ₦500.00: holds',
      '2: fee-differs about difference-2, -₦200.00: holds',
      'It makes no entry in the ledger. It changes what counts as our own money.',
      'Our own money at Paystack: ₦1,000.00 → ₦1,300.00',
      'Reason: One line of the bank.',
    ])
      expect(terms).toContain(said)
    expect((await ada.browser.decide(ada.authenticator, confirm)).statusCode).toBe(409)
    expect((await bayo.browser.decide(bayo.authenticator, confirm)).statusCode).toBe(204)
    expect((await bayo.browser.decide(bayo.authenticator, confirm)).statusCode).toBe(409)
    expect(numbersOf(await look())).toEqual(['3', '4'])
  })
})
