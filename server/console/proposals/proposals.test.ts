import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConfirmOptions, ProposalsAnswer } from '#contract/console/proposals.ts'
import type { Role } from '#contract/console/roles.ts'
import type { TodayAnswer } from '#contract/console/today.ts'
import { closeException } from '#server/controls/reconciliation/operate-exceptions.ts'
import { IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { confirmRoleChange, readRoleChange, requestRoleChange } from '#server/identity/operators/change-role.ts'
import { confirmChange, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { DIFFERENCE, differ, STOP, stopBooks, undecided } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { messageOf } from '#tests/support/proposals.ts'

const DAY_MS = 24 * 60 * 60_000
const CLOSING = { number: DIFFERENCE, evidence: 'The statement of the day.', reference: '' }
const UNTOUCHED = { own: '100000', differences: 1, stops: 1, confirmed: 0 }

describe.each(featureDatabases)('a proposal, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
    await stopBooks(jara)
    await differ(jara, { number: DIFFERENCE, differenceKobo: 50_000n })
    await jara.database.query(
      `insert into provider_opening_balances (provider, own_kobo, set_at) values ('paystack', 100000, $1)`,
      [jara.clock.now()],
    )
  })
  afterEach(() => jara.close())

  const pathOf = (id: string) => `/api/admin/requests/${id}/confirm`

  async function propose(path: string, body: object): Promise<string> {
    const answer = await ada.browser.decide(ada.authenticator, path, body)
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
    return answer.json<{ requestId: string }>().requestId
  }
  const proposeClosing = async () => await propose('/api/admin/closings', CLOSING)
  const proposeResumption = async () => await propose('/api/admin/resumptions', { stop: STOP })

  async function look(id: string, { browser }: ConsolePerson): Promise<ConfirmOptions> {
    const answer = await browser.send('POST', `${pathOf(id)}/options`)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    return answer.json<ConfirmOptions>()
  }

  /** Signs what the operator has looked at. */
  function sign({ challenge, options, terms }: ConfirmOptions, { authenticator }: ConsolePerson) {
    return { challenge, passkey: authenticator.get(options.challenge), shown: terms }
  }

  async function list({ browser }: ConsolePerson): Promise<ProposalsAnswer> {
    return (await browser.send('GET', '/api/admin/proposals')).json<ProposalsAnswer>()
  }

  it('of a difference shows what it posts, posts exactly that once, and is in the record with both', async () => {
    const id = await proposeClosing()
    const [shown] = (await list(bayo)).proposals
    expect(shown).toMatchObject({
      act: 'close-difference',
      requestedBy: 'Ada Obi',
      mayConfirm: true,
      postings: [{ account: 'Our own money at Paystack', beforeKobo: '100000', afterKobo: '150000' }],
    })
    const looked = await look(id, bayo)
    expect(looked.terms).toContain('Our own money at Paystack: ₦1,000.00 → ₦1,500.00')
    expect(looked.terms).toContain(`Requested by Ada Obi, ${id}`)
    expect(await undecided(jara)).toEqual(UNTOUCHED)
    const body = sign(looked, bayo)
    expect((await bayo.browser.send('POST', pathOf(id), body)).statusCode).toBe(204)
    const done = { own: '150000', differences: 0, stops: 1, confirmed: 1 }
    expect(await undecided(jara)).toEqual(done)
    expect((await bayo.browser.send('POST', pathOf(id), body)).statusCode).toBe(409)
    expect(await undecided(jara)).toEqual(done)
    const acts = (await recorded(jara)).filter(({ act }) => act.endsWith('close-difference'))
    expect(acts).toEqual([
      { act: 'request-close-difference', by: 'Ada Obi', subject: DIFFERENCE },
      { act: 'close-difference', by: 'Bayo Ade', subject: DIFFERENCE },
    ])
    const [evidence] = await jara.database.query<{ terms: string }>(
      "select confirm_evidence ->> 'terms' as terms from operator_requests where id = $1",
      [id],
    )
    expect(evidence?.terms).toBe(looked.terms)
  })

  it('to resume money lets it move once the second operator has signed', async () => {
    const id = await proposeResumption()
    expect((await undecided(jara)) as object).toMatchObject({ stops: 1 })
    expect((await bayo.browser.send('POST', pathOf(id), sign(await look(id, bayo), bayo))).statusCode).toBe(204)
    expect(await undecided(jara)).toMatchObject({ stops: 0, confirmed: 1 })
    expect((await list(bayo)).stops).toEqual([])
  })

  it('to lift one of two stops says that the other one stays', async () => {
    const id = await proposeResumption()
    expect((await look(id, bayo)).terms).not.toContain('Another stop stays')
    await jara.database.query(
      `insert into payment_suspensions (id, reason, detail, stopped_at, seen_at)
       values ('stp_other', 'clock', 'a clock is wrong', $1, $1)`,
      [jara.clock.now()],
    )
    expect((await look(id, bayo)).terms).toContain(
      'Another stop stays, and money that it stops does not move: a clock is',
    )
  })

  it('is clean in what is signed and stored, whatever was typed as its evidence', async () => {
    const evidence = 'The \u202estatement\u0007 of\n the day.'
    const id = await propose('/api/admin/closings', { ...CLOSING, evidence })
    const { terms } = await look(id, bayo)
    const [stored] = await jara.database.query<{ evidence: string }>(
      "select content ->> 'evidence' as evidence from operator_requests where id = $1",
      [id],
    )
    expect(terms).toContain(`Reason: ${stored?.evidence}\n`)
    expect(stored?.evidence).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it.each(['', '7\u0000', "7' or 1=1", '\u202e7', '%', '-1', 'usr_x'])(
    'about a stop, a difference or a customer named %j is refused, and nothing changes',
    async (odd) => {
      const reason = 'A telephone was stolen.'
      const answers = [
        await ada.browser.send('POST', '/api/admin/resumptions/options', { stop: odd }),
        await ada.browser.send('POST', '/api/admin/closings/options', { ...CLOSING, number: odd }),
        await ada.browser.send('POST', '/api/admin/sessions/end/options', { whose: odd, reason }),
      ]
      for (const { statusCode } of answers) expect([400, 409, 422]).toContain(statusCode)
      expect(await undecided(jara)).toEqual(UNTOUCHED)
    },
  )

  it('is refused to the operator who made it, and says so in their list', async () => {
    for (const id of [await proposeClosing(), await proposeResumption()]) {
      const answer = await ada.browser.send('POST', pathOf(id), sign(await look(id, ada), ada))
      expect(messageOf(answer)).toBe('This takes two different people: one asks for it, another one confirms it.')
    }
    for (const { mayConfirm, whyNot } of (await list(ada)).proposals)
      expect([mayConfirm, whyNot]).toEqual([false, 'You asked for this. Another operator has to confirm it.'])
    expect(await undecided(jara)).toEqual(UNTOUCHED)
  })

  it('expires after 24 hours', async () => {
    const id = await proposeClosing()
    jara.clock.advance(DAY_MS)
    await bayo.browser.signIn(bayo.authenticator)
    const answer = await bayo.browser.decide(bayo.authenticator, pathOf(id))
    expect(messageOf(answer)).toBe('It is too old to be confirmed: ask again.')
    expect((await list(bayo)).proposals).toEqual([])
    expect(await undecided(jara)).toEqual(UNTOUCHED)
  })

  it('is refused when what was shown is not what was signed, or the signature is another one’s', async () => {
    const id = await proposeClosing()
    const looked = await look(id, bayo)
    const altered = looked.terms.replace('₦1,500.00', '₦1,400.00')
    const answers = [
      await bayo.browser.send('POST', pathOf(id), { ...sign(looked, bayo), shown: altered }),
      await bayo.browser.send('POST', pathOf(id), sign(looked, ada)),
      await bayo.browser.send('POST', pathOf(await proposeResumption()), sign(looked, bayo)),
    ]
    for (const { statusCode } of answers) expect([403, 409]).toContain(statusCode)
    expect(await undecided(jara)).toEqual(UNTOUCHED)
  })

  it('that posts something else by now is refused, and can be looked at again', async () => {
    const id = await proposeClosing()
    const body = sign(await look(id, bayo), bayo)
    await jara.database.query('update provider_opening_balances set own_kobo = own_kobo + 1')
    const answer = await bayo.browser.send('POST', pathOf(id), body)
    expect(messageOf(answer)).toBe('What it does has changed since you looked: look at it again.')
    expect(await undecided(jara)).toEqual({ ...UNTOUCHED, own: '100001' })
    expect((await look(id, bayo)).terms).toContain('₦1,000.01 → ₦1,500.01')
  })

  it('that posts something else at the moment it is carried out is refused by the use case itself', async () => {
    const request = await readRequest(jara.deps, await proposeClosing(), ['close-difference'])
    const shown = { provider: 'paystack', beforeKobo: 99_999n, afterKobo: 149_999n }
    const closing = closeException(jara.deps, { request, by: bayo.operator, shown })
    await expect(closing).rejects.toThrow('what it posts has changed since you looked')
    expect(await undecided(jara)).toEqual(UNTOUCHED)
  })

  it('about another amount or a lifted stop is void, with a sentence', async () => {
    const [closing, resumption] = [await proposeClosing(), await proposeResumption()]
    await jara.database.query('update reconciliation_exceptions set difference_kobo = difference_kobo - 1')
    const other = await proposeResumption()
    expect((await bayo.browser.decide(bayo.authenticator, pathOf(other))).statusCode).toBe(204)
    for (const id of [closing, resumption]) {
      const answer = await bayo.browser.decide(bayo.authenticator, pathOf(id))
      expect(answer.statusCode).toBe(409)
      const found = (await list(bayo)).proposals.find((each) => each.id === id)
      expect([found?.mayConfirm, found?.whyNot]).toEqual([
        false,
        expect.stringMatching(/^Nobody can confirm this any more: .+\.$/),
      ])
    }
    expect(await undecided(jara)).toEqual({ ...UNTOUCHED, stops: 0, confirmed: 1 })
  })

  it('of an operator who was revoked meanwhile is refused, and so is the one who was to check it', async () => {
    const [id, chidi] = [await proposeClosing(), await operatorNamed(jara.database, 'Chidi Eze')]
    const body = sign(await look(id, bayo), bayo)
    await revoke('Ada Obi', chidi)
    const answer = await bayo.browser.send('POST', pathOf(id), body)
    expect(messageOf(answer)).toBe('Ada Obi is no operator any more: somebody else has to ask for it.')

    const mary = await atConsole(jara, 'Mary Eke', { confirmedBy: chidi })
    const looked = await look(await proposedBy(mary), bayo)
    await revoke('Bayo Ade', chidi)
    expect((await bayo.browser.send('POST', pathOf(id), sign(looked, bayo))).statusCode).toBe(401)
    expect(await undecided(jara)).toMatchObject({ own: '100000', differences: 1, stops: 1 })
  })

  async function proposedBy({ browser, authenticator }: ConsolePerson): Promise<string> {
    return (await browser.decide(authenticator, '/api/admin/closings', CLOSING)).json<{ requestId: string }>().requestId
  }

  async function revoke(name: string, by: Awaited<ReturnType<typeof operatorNamed>>): Promise<void> {
    const other = await operatorNamed(jara.database, 'Dele Confirms')
    const id = await requestRevocation(jara.deps, { uncheckedName: name, by })
    await confirmChange(jara.deps, { request: await readRequest(jara.deps, id, ['revoke-operator']), by: other })
  }

  it('of an operator whose role no longer asks for it is void wherever it is shown, and is confirmed by nobody', async () => {
    const [id, chidi] = [await proposeClosing(), await operatorNamed(jara.database, 'Chidi Eze')]
    const body = sign(await look(id, bayo), bayo)
    await giveRole('Ada Obi', 'support', chidi)
    const why = 'Ada Obi has the role support now and may not ask for this: somebody else has to.'
    expect((await list(bayo)).proposals).toMatchObject([
      { id, mayConfirm: false, whyNot: `Nobody can confirm this any more: ${why}` },
    ])
    const { tasks } = (await bayo.browser.send('GET', '/api/admin/today')).json<TodayAnswer>()
    expect(tasks.filter(({ kind }) => kind === 'proposal')).toEqual([])
    const answers = [
      await bayo.browser.send('POST', `${pathOf(id)}/options`),
      await bayo.browser.send('POST', pathOf(id), body),
    ]
    expect(answers.map(messageOf)).toEqual([why, why])
    expect(await undecided(jara)).toMatchObject({ own: '100000', differences: 1 })
  })

  async function giveRole(operator: string, role: Role, by: ProvenOperator): Promise<void> {
    const change = await readRoleChange(jara.deps, { operator, role, uncheckedReason: 'A new task.' })
    const id = await requestRoleChange(jara.deps, { change, by, where: IN_TERMINAL })
    const request = await readRequest(jara.deps, id, ['change-role'])
    const other = await operatorNamed(jara.database, 'Dele Confirms')
    await confirmRoleChange(jara.deps, { request, by: other, where: IN_TERMINAL })
  }

  it('that 100 requests confirm at once happens once', async () => {
    const id = await proposeClosing()
    const bodies = []
    for (let each = 0; each < 50; each += 1) bodies.push(sign(await look(id, bayo), bayo))
    const [replayed = bodies[0]] = bodies
    const answers = await Promise.all(
      [...bodies, ...Array.from({ length: 50 }, () => replayed)].map((body) =>
        bayo.browser.send('POST', pathOf(id), body),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    for (const { statusCode } of answers) expect([204, 403, 409]).toContain(statusCode)
    expect(await undecided(jara)).toEqual({ own: '150000', differences: 0, stops: 1, confirmed: 1 })
  })
})
