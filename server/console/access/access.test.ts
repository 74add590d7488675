import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccessAnswer } from '#contract/console/access.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import { confirmEnrolment } from '#server/identity/operators/confirm-enrolment.ts'
import { changePassphrase } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { proveOperator } from '#server/identity/operators/prove-operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { atConsole, type ConsolePerson, consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'

const PRESENT = 'seven herons wait at noon'
const NEXT = 'nine lanterns drift at dawn'
const ACCESS = '/api/admin/access'
const AT_ONCE = 20

describe.each(featureDatabases)('an operator’s own access, on %s', (kind) => {
  let jara: TestJara
  let mary: ProvenOperator
  let ada: ConsolePerson
  let number = 0

  beforeAll(async () => {
    jara = await startJara(kind)
    mary = await operatorNamed(jara.database, 'Mary Manager')
    await operatorNamed(jara.database, 'Musa Manager')
  })
  beforeEach(async () => {
    number += 1
    ada = await atConsole(jara, `Ada ${number}`, { role: 'support', confirmedBy: mary })
    await changePassphrase(jara.deps, ada.operator, { unchecked: PRESENT })
  })
  afterAll(() => jara.close())

  const look = async () => (await ada.browser.send('GET', ACCESS)).json<AccessAnswer>()
  const removal = (id: string) => `${ACCESS}/passkeys/${id}/remove`
  const remove = async (id: string, authenticator = ada.authenticator) =>
    await ada.browser.decide(authenticator, removal(id))

  async function confirmNew(requestId: string): Promise<void> {
    await confirmEnrolment(jara.deps, {
      request: await readRequest(jara.deps, requestId, ['enrol-passkey']),
      by: mary,
    })
  }
  /** Enrols another passkey for Ada, confirmed by default. */
  async function second(isConfirmed = true): Promise<Authenticator> {
    jara.clock.advance(1_000)
    const { authenticator, answer } = await enrolBy(jara, consoleBrowser(jara), await linkFor(jara, ada.operator))
    if (isConfirmed) await confirmNew(answer.json<{ requestId: string }>().requestId)
    return authenticator
  }
  async function own() {
    const { passkeys } = await look()
    const opener = passkeys.find(({ openedThis }) => openedThis)?.id ?? ''
    return { opener, other: passkeys.find(({ openedThis }) => !openedThis)?.id ?? '' }
  }
  const knows = async (passphrase: string) => {
    const of = { uncheckedName: ada.operator.name, uncheckedPassphrase: passphrase, act: 'take-case' as const }
    return await proveOperator(jara.deps, of).then(
      () => true,
      () => false,
    )
  }
  const lines = async () =>
    await jara.database.query<{ act: string; subject: string; after: string | null }>(
      'select act, subject, after from operator_audit where operator_id = $1 order by number',
      [ada.operator.id],
    )

  it('lists one’s own passkeys alone, with the one that opened this session, and leaves a line', async () => {
    await second(false)
    const { passkeys, newWaits } = await look()
    expect(passkeys.map(({ openedThis, confirmedAt }) => [openedThis, confirmedAt !== null])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(passkeys[0]).toMatchObject({ name: 'Firefox on Linux', lastUsedAt: expect.any(String) })
    expect(newWaits).toBe(true)
    expect((await lines()).map(({ act }) => act)).toContain('look-at-access')
  })

  it('keeps the last passkey that signs one in, and one that waits is no other', async () => {
    await second(false)
    const { opener, other } = await own()
    const answer = await ada.browser.send('POST', `${removal(opener)}/options`)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      'It is the only passkey that signs you in: enrol another one first.',
    ])
    expect((await look()).passkeys.map(({ whyNotRemove }) => whyNotRemove)).toEqual([
      'It is the only passkey that signs you in: enrol another one first.',
      null,
    ])
    expect((await remove(other)).statusCode).toBe(204)
  })

  it('removes another one, signed by the one that stays, and the session goes on', async () => {
    const authenticator = await second()
    const { other } = await own()
    const looked = (await ada.browser.send('POST', `${removal(other)}/options`)).json<DecisionOptions>()
    expect(looked.terms).toBe(`Do this: Remove your passkey Firefox on Linux, ${other}.\nIt no longer works.`)
    expect((await remove(other)).statusCode).toBe(204)
    expect((await look()).passkeys).toHaveLength(1)
    expect((await consoleBrowser(jara).signIn(authenticator)).statusCode).toBe(403)
    const line = (await lines()).findLast(({ act }) => act === 'remove-passkey')
    expect([line?.subject, JSON.parse(line?.after ?? '{}').signed.terms]).toEqual([other, looked.terms])
  })

  it('removes the one in use, signed by itself, which ends the session', async () => {
    const authenticator = await second()
    const { opener } = await own()
    const looked = (await ada.browser.send('POST', `${removal(opener)}/options`)).json<DecisionOptions>()
    expect(looked.terms).toContain('This session ends with it.')
    expect((await remove(opener)).statusCode).toBe(204)
    expect((await ada.browser.send('GET', '/api/admin/me')).statusCode).toBe(401)
    expect((await consoleBrowser(jara).signIn(authenticator)).statusCode).toBe(200)
  })

  it('of two removals at once one passkey stays', async () => {
    await second()
    const { opener, other } = await own()
    const bodies = []
    for (let each = 0; each < AT_ONCE; each++) {
      const path = removal(each % 2 === 0 ? opener : other)
      const { challenge, options } = (await ada.browser.send('POST', `${path}/options`)).json<DecisionOptions>()
      bodies.push({ path, body: { challenge, passkey: ada.authenticator.get(options.challenge) } })
    }
    await Promise.all(bodies.map(({ path, body }) => ada.browser.send('POST', path, body)))
    const left = await jara.database.query(
      'select 1 from operator_passkeys where operator_id = $1 and removed_at is null',
      [ada.operator.id],
    )
    expect(left).toHaveLength(1)
  })

  it('removes nobody else’s, also as a manager, and nothing unsigned', async () => {
    const boss = await atConsole(jara, `Boss ${number}`, { confirmedBy: mary })
    await second()
    const { other } = await own()
    const tried = [
      await boss.browser.decide(boss.authenticator, removal(other)),
      await ada.browser.send('POST', removal(other), {}),
      await ada.browser.decide(boss.authenticator, removal(other)),
    ]
    expect(tried.map(({ statusCode }) => statusCode)).toEqual([409, 400, 403])
    expect((await look()).passkeys).toHaveLength(2)
  })

  it('changes the passphrase with the present one and a passkey, and neither is signed or recorded', async () => {
    const body = { present: PRESENT, next: NEXT }
    const looked = (await ada.browser.send('POST', `${ACCESS}/passphrase/options`, body)).json<DecisionOptions>()
    expect(looked.terms).toBe(
      `Do this: Change the passphrase of the operator ${ada.operator.name}.\nThe present one stops working at once.`,
    )
    expect([await knows(PRESENT), await knows(NEXT)]).toEqual([true, false])
    jara.clock.advance(2_000)
    expect((await ada.browser.decide(ada.authenticator, `${ACCESS}/passphrase`, body)).statusCode).toBe(204)
    expect(await knows(NEXT)).toBe(true)
    expect(await knows(PRESENT)).toBe(false)
    const line = (await lines()).findLast(({ act }) => act === 'change-passphrase')
    expect([line?.subject, JSON.parse(line?.after ?? '{}').signed.terms]).toEqual([ada.operator.id, looked.terms])
    for (const secret of [PRESENT, NEXT]) expect(JSON.stringify(await lines())).not.toContain(secret)
    jara.clock.advance(2_000)
  })

  it.each([
    [
      'a wrong present one',
      { present: 'not the passphrase of mine', next: NEXT },
      'This is not your passphrase. Nothing was changed.',
    ],
    ['a short new one', { present: PRESENT, next: 'short' }, /^A passphrase has 15 characters or more/],
  ])('refuses %s before anybody signs', async (_, body, message) => {
    const answer = await ada.browser.send('POST', `${ACCESS}/passphrase/options`, body)
    expect([answer.statusCode, answer.json().error.message]).toEqual([409, expect.stringMatching(message)])
    jara.clock.advance(2_000)
    expect(await knows(PRESENT)).toBe(true)
  })

  it('makes whoever guesses the present one wait, as in a terminal', async () => {
    const guess = async () =>
      await ada.browser.send('POST', `${ACCESS}/passphrase/options`, { present: 'a guess of mine', next: NEXT })
    await guess()
    expect((await guess()).json().error.message).toMatch(/^A passphrase was wrong before: wait 1 s/)
    jara.clock.advance(2_000)
  })

  it('changes no passphrase without the passkey, or with the present one gone meanwhile', async () => {
    const body = { present: PRESENT, next: NEXT }
    expect((await ada.browser.send('POST', `${ACCESS}/passphrase`, body)).statusCode).toBe(400)
    const { challenge, options } = (
      await ada.browser.send('POST', `${ACCESS}/passphrase/options`, body)
    ).json<DecisionOptions>()
    const signed = { challenge, passkey: ada.authenticator.get(options.challenge) }
    await changePassphrase(jara.deps, ada.operator, { unchecked: 'ten kettles sing at dusk' })
    expect((await ada.browser.send('POST', `${ACCESS}/passphrase`, { ...body, ...signed })).statusCode).toBe(409)
    jara.clock.advance(2_000)
    expect(await knows('ten kettles sing at dusk')).toBe(true)
  })

  it('makes a link for another passkey with the passphrase and a passkey; another operator confirms it', async () => {
    const wrong = await ada.browser.send('POST', `${ACCESS}/link/options`, { passphrase: 'not the one of mine' })
    expect(wrong.json().error.message).toBe('This is not your passphrase. Nothing was changed.')
    jara.clock.advance(2_000)
    const made = await ada.browser.decide(ada.authenticator, `${ACCESS}/link`, { passphrase: PRESENT })
    expect(made.statusCode).toBe(200)
    const { hash, pathname } = new URL(made.json<{ address: string }>().address)
    expect(pathname).toBe('/admin/enrol')
    const { authenticator, answer } = await enrolBy(jara, consoleBrowser(jara), hash.slice(1))
    expect((await consoleBrowser(jara).signIn(authenticator)).statusCode).toBe(403)
    await confirmNew(answer.json<{ requestId: string }>().requestId)
    expect((await consoleBrowser(jara).signIn(authenticator)).statusCode).toBe(200)
    const line = (await lines()).findLast(({ act }) => act === 'make-link')
    expect(line?.after).toContain('Make a link that enrols another passkey')
    expect(line?.after).not.toContain(hash.slice(1))
  })
})
