import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperatorAsked, OperatorsAnswer } from '#contract/console/operators.ts'
import { proveOperator } from '#server/identity/operators/prove-operator.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'

const PASSPHRASE = 'nine lanterns drift at dawn'
const NINA = { name: 'Nina New', role: 'support', passphrase: PASSPHRASE } as const
const ADD = '/api/admin/operators'
const REVOKE = '/api/admin/revocations'

describe.each(featureDatabases)('who is an operator, asked for at the console on %s', (kind) => {
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

  it('is the second one at once, with a passphrase of their own, and the line has what was signed', async () => {
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

  it('is a third one only when another one has signed, and nothing of the passphrase is in what waits', async () => {
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
    ['a name that is taken', { name: ' ada  OBI ' }, 'This name is taken, and stays so: give another one.'],
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

  it('is not who was signed for when somebody else is sent', async () => {
    const { challenge, options } = (await ada.browser.send('POST', `${ADD}/options`, NINA)).json()
    const passkey = ada.authenticator.get(options.challenge)
    for (const over of [{ name: 'Eve Other' }, { role: 'manager' }]) {
      const answer = await ada.browser.send('POST', ADD, { ...NINA, ...over, challenge, passkey })
      expect([over, answer.statusCode]).toEqual([over, 403])
    }
    expect(await active()).toEqual([['Ada Obi', 'manager']])
  })

  it('is nobody any more when two revoke them, with a reason in what is signed and in the record', async () => {
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

  it('stays when only two are left, when nobody says why, and when it is nobody’s id', async () => {
    const bayo = await operatorNamed(jara.database, 'Bayo Ade')
    const asked = async (over: object) =>
      (
        await ada.browser.send('POST', `${REVOKE}/options`, { operatorId: bayo.id, reason: 'They left us.', ...over })
      ).json().error?.message
    expect(await asked({})).toBe('Two operators have to stay: bring in another one first.')
    await operatorNamed(jara.database, 'Chidi Eze')
    expect(await asked({ reason: ' ' })).toBe('Why? Give a reason of 5 characters or more.')
    expect(await asked({ operatorId: `opr_${'0'.repeat(35)}` })).toBe('No operator of this name stands.')
    expect(await asked({})).toBeUndefined()
  })
})
