import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionOptions } from '#contract/console/operators.ts'
import { openRecovery } from '#server/identity/recovery/operate-recoveries.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'

const REASON = 'A telephone was stolen.'
const AT_ONCE = 20

describe.each(databaseKinds)('a decision by one operator, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ConsolePerson
  let customer: Person

  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { confirmedBy: ada.operator })
    customer = await jara.person('Lola Loser')
  })
  afterAll(() => jara.close())

  async function openOne(): Promise<string> {
    const by = await operatorNamed(jara.database, 'Mary Maker')
    const unchecked = { uncheckedNewEmail: 'new@example.ng', uncheckedReason: 'They showed their passport.' }
    return await openRecovery(jara.deps, { ...unchecked, uncheckedEmail: customer.email, by })
  }
  const stopOf = (id: string) => `/api/admin/recoveries/${id}/stop`
  const END = '/api/admin/sessions/end'

  async function look(path: string, body?: object, by = ada): Promise<DecisionOptions> {
    const answer = await by.browser.send('POST', `${path}/options`, body)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    return answer.json<DecisionOptions>()
  }
  const sign = ({ challenge, options }: DecisionOptions, { authenticator }: ConsolePerson = ada) => ({
    challenge,
    passkey: authenticator.get(options.challenge),
  })
  const send = async (path: string, body: object, by = ada) => await by.browser.send('POST', path, body)

  async function isStopped(id: string): Promise<boolean> {
    return (
      (await jara.database.query('select 1 from account_recoveries where id = $1 and stopped_at is not null', [id]))
        .length > 0
    )
  }
  async function openSessions(): Promise<number> {
    return (await jara.database.query('select 1 from sessions where user_id = $1 and ended_at is null', [customer.id]))
      .length
  }
  async function lastLine(act: string) {
    const [line] = await jara.database.query<{ subject: string; reason: string | null; after: string }>(
      'select subject, reason, after from operator_audit where act = $1 order by number desc limit 1',
      [act],
    )
    return line
  }

  it('is refused without a passkey, with another operator’s, and with one that signed something else', async () => {
    const id = await openOne()
    const asked = { whose: customer.email, reason: REASON }
    const [stopping, ending] = [await look(stopOf(id)), await look(END, asked)]
    const before = await openSessions()
    const tried = [
      await send(stopOf(id), {}),
      await send(END, asked),
      await send(stopOf(id), sign(stopping, bayo)),
      await send(stopOf(id), sign(stopping), bayo),
      await send(stopOf(id), sign(ending)),
      await send(END, { ...asked, ...sign(stopping) }),
      await send(END, { ...asked, ...sign(ending), reason: 'Another reason than was signed.' }),
      await send(END, { ...asked, ...sign(ending), whose: (await jara.person()).email }),
    ]
    expect(tried.map(({ statusCode }) => statusCode)).toEqual([400, 400, 403, 403, 403, 403, 403, 403])
    expect([await isStopped(id), await openSessions()]).toEqual([false, before])
    expect((await send(stopOf(id), sign(stopping))).statusCode).toBe(204)
  })

  it('stops a recovery once, however many requests arrive at once, and records what was signed', async () => {
    const id = await openOne()
    const looked = []
    for (let each = 0; each < AT_ONCE / 2; each++) looked.push(sign(await look(stopOf(id))))
    const { terms } = await look(stopOf(id))
    expect(terms).toBe(
      `Do this: Stop the recovery ${id} of the account ${customer.id}.\nNo link for a new password goes to the new mailbox.`,
    )
    const answers = await Promise.all([...looked, ...looked].map((body) => send(stopOf(id), body)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    for (const status of statuses) expect([204, 403, 409]).toContain(status)
    expect(await isStopped(id)).toBe(true)
    const line = await lastLine('stop-recovery')
    expect([line?.subject, JSON.parse(line?.after ?? '{}').signed]).toEqual([
      id,
      expect.objectContaining({ terms, clientDataJSON: expect.any(String), signature: expect.any(String) }),
    ])
  })

  it('ends the sessions of the customer who was signed for, with the signed reason, and names no email', async () => {
    const asked = { whose: customer.email, reason: `  ${REASON}\u202e\n` }
    const looked = await look(END, asked)
    expect(looked.terms).toBe(`Do this: End every session of the customer ${customer.id}.\nReason: ${REASON}`)
    const body = { ...asked, ...sign(looked) }
    const answer = await send(END, body)
    expect([answer.statusCode, answer.json()]).toEqual([200, { sessions: 1 }])
    expect(await openSessions()).toBe(0)
    expect((await send(END, body)).statusCode).toBe(409)
    const line = await lastLine('end-sessions')
    expect([line?.subject, line?.reason]).toEqual([customer.id, REASON])
    expect(JSON.parse(line?.after ?? '{}').signed.terms).toBe(looked.terms)
    expect(line?.after).not.toContain(customer.email)
  })

  it.each([
    ['a reason that is too short', { reason: 'no' }],
    ['an unknown email', { whose: 'nobody@example.ng' }],
    ['a wildcard', { whose: '%' }],
    ['an unknown id', { whose: `usr_${'0'.repeat(35)}` }],
  ])('is refused before anybody signs: %s', async (_, over) => {
    const answer = await send(`${END}/options`, { whose: customer.email, reason: REASON, ...over })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'operator.refused'])
  })

  it('is refused before anybody signs: a recovery with an invalid new mailbox', async () => {
    const asked = { email: customer.email, newEmail: 'a@b\u0000', reason: 'They showed their passport.' }
    const answer = await send('/api/admin/recoveries/options', asked)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'operator.refused'])
  })
})
