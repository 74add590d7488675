import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LINK_LIVES_MS } from '#contract/console/limits.ts'
import type { OperatorAsked, OperatorsAnswer } from '#contract/console/operators.ts'
import { emailNewcomers, showsLinksInSandbox } from '#server/identity/operators/email-newcomers.ts'
import { makeLinksOfNewcomers } from '#server/identity/operators/enrolment-links.ts'
import { proveOperator } from '#server/identity/operators/prove-operator.ts'
import { atConsole, type ConsolePerson, consoleBrowser, enrolBy, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'

const PASSPHRASE = 'nine lanterns drift at dawn'
const NINA = { name: 'Nina New', role: 'support', passphrase: PASSPHRASE } as const
const ADD = '/api/admin/operators'
const REVOKE = '/api/admin/revocations'

describe.each(featureDatabases)('an operator who is proposed at the console, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
  })
  afterEach(() => jara.close())

  const decide = async ({ browser, authenticator }: ConsolePerson, path: string, body?: object) =>
    await browser.decide(authenticator, path, body)
  const active = async () =>
    (await ada.browser.send('GET', ADD))
      .json<OperatorsAnswer>()
      .operators.map(({ name, role }) => [name, role])
      .toSorted()

  it('is added at once as the second one, with their own passphrase, and the line records what was signed', async () => {
    const answer = await decide(ada, ADD, NINA)
    expect([answer.statusCode, answer.json<OperatorAsked>()]).toEqual([201, { requestId: null }])
    expect(await active()).toEqual([
      ['Ada Obi', 'manager'],
      ['Nina New', 'support'],
    ])
    const proven = await proveOperator(jara.deps, {
      uncheckedName: NINA.name,
      uncheckedPassphrase: PASSPHRASE,
      act: 'search',
    })
    expect(proven.name).toBe('Nina New')
    const [line] = await jara.database.query<{ after: string }>(
      "select after from operator_audit where act = 'add-operator'",
    )
    expect(JSON.parse(line?.after ?? '{}').signed.terms).toMatch(
      /^Do this: Make Nina New an operator with the role support\.\nIt is done at once/,
    )
  })

  describe('in practice mode', () => {
    const emails = () => jara.emails('operators@jara.sandbox.example')
    const tokenIn = (text: string) => /admin\/enrol#(\S+)/.exec(text)?.[1] ?? ''
    const signInAgain = async () => await ada.browser.signIn(ada.authenticator)

    it('gets their link in the sandbox’s emails, and their passkey opens nothing until the first operator confirms it', async () => {
      await decide(ada, ADD, NINA)
      const [email, ...more] = emails()
      expect([email?.subject, more]).toEqual(['Jara: a practice passkey for the operator Nina New', []])
      const nina = consoleBrowser(jara)
      const { authenticator, answer } = await enrolBy(jara, nina, tokenIn(email?.text ?? ''))
      const { requestId } = answer.json<{ requestId: string }>()
      expect((await nina.signIn(authenticator)).json().error.code).toBe('operator.passkey-unconfirmed')
      expect((await decide(ada, `/api/admin/requests/${requestId}/confirm`)).statusCode).toBe(204)
      expect((await nina.signIn(authenticator)).statusCode).toBe(200)
      jara.clock.advance(LINK_LIVES_MS)
      await signInAgain()
      expect(emails()).toHaveLength(1)
    })

    it('gets a new link when somebody signs in after the last one has expired, and not before', async () => {
      await decide(ada, ADD, NINA)
      await signInAgain()
      expect(emails()).toHaveLength(1)
      jara.clock.advance(LINK_LIVES_MS)
      await signInAgain()
      expect(new Set(emails().map(({ text }) => tokenIn(text))).size).toBe(2)
    })

    it('gets a link as the third operator only once two have agreed', async () => {
      const bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
      const { requestId } = (await decide(ada, ADD, NINA)).json<OperatorAsked>()
      await signInAgain()
      expect(emails()).toEqual([])
      await decide(bayo, `/api/admin/requests/${requestId}/confirm`)
      expect(emails()).toHaveLength(1)
    })

    it.each([
      ['live mode', { mode: 'live' }],
      ['a sandbox that sends its emails elsewhere', { mail: { tls: 'starttls' } }],
      ['a process that sends no emails', { role: 'web' }],
    ])('gets none in %s', async (_, over) => {
      await decide(ada, ADD, NINA)
      jara.clock.advance(LINK_LIVES_MS)
      const { config } = jara.deps
      const there = {
        ...config,
        ...over,
        mail: { ...config.mail, ...('mail' in over ? over.mail : {}) },
      } as typeof config
      await emailNewcomers({ ...jara.deps, config: there })
      expect([showsLinksInSandbox(there), emails().length]).toEqual([false, 1])
      const live = { ...config, mode: 'live' as const }
      expect(await makeLinksOfNewcomers({ ...jara.deps, config: live })).toEqual([])
      await emailNewcomers(jara.deps)
      expect(emails()).toHaveLength(2)
    })
  })

  it('is added as the third one only after another operator signs, and the request contains nothing of the passphrase', async () => {
    const bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
    const { requestId } = (await decide(ada, ADD, NINA)).json<OperatorAsked>()
    expect((await active()).length).toBe(2)
    const [request] = await jara.database.query<{ row: string; terms: string }>(
      `select to_jsonb(r)::text as row, request_evidence ->> 'terms' as terms from operator_requests r where id = $1`,
      [requestId],
    )
    expect(request?.terms).toBe('Ask for this: Make Nina New an operator with the role support.')
    expect(request?.row).not.toContain(PASSPHRASE)
    expect((await decide(ada, `/api/admin/requests/${requestId}/confirm`)).statusCode).toBe(409)
    expect((await decide(bayo, `/api/admin/requests/${requestId}/confirm`)).statusCode).toBe(204)
    expect((await active()).length).toBe(3)
    const lines = (await recorded(jara)).filter(({ act }) => act.endsWith('add-operator'))
    expect(lines.map(({ act, by }) => [act, by])).toEqual([
      ['request-add-operator', 'Ada Obi'],
      ['add-operator', 'Bayo Ade'],
    ])
  })

  it.each([
    ['a name that is taken', { name: ' ada  OBI ' }, 'This name is taken for good: choose another.'],
    ['the program’s own name', { name: 'Reconciliation' }, 'program'],
    ['no name', { name: '\u202e' }, 'Who does this?'],
    ['a short passphrase', { passphrase: 'nine lanterns' }, 'A passphrase has 15 characters or more'],
    [
      'a passphrase that guessers try first',
      { passphrase: 'passwordpassword' },
      'A passphrase has 15 characters or more',
    ],
  ])('is refused before anybody signs: %s', async (_, over, sentence) => {
    const answer = await ada.browser.send('POST', `${ADD}/options`, { ...NINA, ...over })
    expect([answer.statusCode, answer.json().error.message]).toEqual([409, expect.stringContaining(sentence)])
    expect(await active()).toEqual([['Ada Obi', 'manager']])
  })

  it('is not added if the request differs from what was signed', async () => {
    const { challenge, options } = (await ada.browser.send('POST', `${ADD}/options`, NINA)).json()
    const passkey = ada.authenticator.get(options.challenge)
    for (const over of [{ name: 'Eve Other' }, { role: 'manager' }]) {
      const answer = await ada.browser.send('POST', ADD, { ...NINA, ...over, challenge, passkey })
      expect([over, answer.statusCode]).toEqual([over, 403])
    }
    expect(await active()).toEqual([['Ada Obi', 'manager']])
  })

  it('is no longer one once two revoke them, with the reason in the signed text and in the record', async () => {
    const bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
    const chidi = await atConsole(jara, 'Chidi Eze', { confirmedBy: ada.operator })
    const body = { operatorId: chidi.operator.id, reason: 'Chidi left the team.' }
    const { requestId } = (await decide(ada, REVOKE, body)).json<{ requestId: string }>()
    expect((await chidi.browser.send('GET', '/api/admin/today')).statusCode).toBe(200)
    expect((await decide(ada, `/api/admin/requests/${requestId}/confirm`)).statusCode).toBe(409)
    expect((await decide(bayo, `/api/admin/requests/${requestId}/confirm`)).statusCode).toBe(204)
    expect((await chidi.browser.send('GET', '/api/admin/today')).statusCode).toBe(401)
    const [line] = await jara.database.query<{ reason: string; session: string }>(
      `select reason, session_id as session from operator_audit where act = 'request-revoke-operator'`,
    )
    expect(line).toEqual({ reason: 'Chidi left the team.', session: expect.stringMatching(/^ops_/) })
    const [request] = await jara.database.query<{ terms: string }>(
      `select confirm_evidence ->> 'terms' as terms from operator_requests where id = $1`,
      [requestId],
    )
    expect(request?.terms).toContain('Reason: Chidi left the team.')
  })

  it('stays if only two are left, without a reason, and with an unknown id', async () => {
    const bayo = await operatorNamed(jara.database, 'Bayo Ade')
    const asked = async (over: object) =>
      (
        await ada.browser.send('POST', `${REVOKE}/options`, { operatorId: bayo.id, reason: 'They left us.', ...over })
      ).json().error?.message
    expect(await asked({})).toBe('Two operators have to remain: add another one first.')
    await operatorNamed(jara.database, 'Chidi Eze')
    expect(await asked({ reason: ' ' })).toBe('Why? Give a reason of 5 characters or more.')
    expect(await asked({ operatorId: `opr_${'0'.repeat(35)}` })).toBe('There is no active operator with this name.')
    expect(await asked({})).toBeUndefined()
  })
})
