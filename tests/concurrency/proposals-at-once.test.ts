import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfirmOptions } from '#contract/console/proposals.ts'
import { confirmChange, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest, type TwoPersonAct } from '#server/identity/operators/requests.ts'
import { auditBooks } from '#tests/support/books.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EVERY_ACT, type Propose } from '#tests/support/every-act.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { operatorNamed } from '#tests/support/operators.ts'

/** Half of them repeat the same request. */
const AT_ONCE = IS_NIGHTLY ? 100 : 20
const DAY_MS = 24 * 60 * 60_000

let number = 100
/**
 * Refusals use code that all acts share: the nightly run tests every act, other runs one that moves money and one that
 * does not.
 */
const REFUSED: readonly TwoPersonAct[] = ['close-difference', 'set-bank-notice']

describe.each(featureDatabases)('on %s, an act of two operators', (kind) => {
  let jara: TestJara
  let zainab: ProvenOperator

  beforeAll(async () => {
    jara = await startJara(kind)
    zainab = await operatorNamed(jara.database, 'Zainab Stays')
    await operatorNamed(jara.database, 'Yusuf Stays')
  })
  afterAll(() => jara.close())

  async function begin(propose: Propose) {
    number += 1
    const [maker, checker, other] = [
      await atConsole(jara, `Maker ${number}`, { confirmedBy: zainab }),
      await atConsole(jara, `Checker ${number}`, { confirmedBy: zainab }),
      await atConsole(jara, `Other ${number}`, { confirmedBy: zainab }),
    ]
    return { ...(await propose({ jara, maker, number })), maker, checker, other }
  }

  const pathOf = (id: string) => `/api/admin/requests/${id}/confirm`

  /** Opens the request and signs the terms shown. */
  async function sign(id: string, { browser, authenticator }: ConsolePerson) {
    const looked = await browser.send('POST', `${pathOf(id)}/options`)
    expect([looked.statusCode, looked.body]).toEqual([200, looked.body])
    const { challenge, options, terms } = looked.json<ConfirmOptions>()
    return { challenge, passkey: authenticator.get(options.challenge), shown: terms }
  }
  const confirm = async (id: string, { browser }: ConsolePerson, body: object) =>
    (await browser.send('POST', pathOf(id), body)).statusCode

  async function revoke({ operator }: ConsolePerson): Promise<void> {
    const id = await requestRevocation(jara.deps, { uncheckedName: operator.id, by: zainab })
    const by = await operatorNamed(jara.database, 'Yusuf Stays')
    await confirmChange(jara.deps, { request: await readRequest(jara.deps, id, ['revoke-operator']), by })
  }

  /** How often it was confirmed, carried out and recorded. */
  async function timesDone(id: string, act: TwoPersonAct): Promise<object> {
    const [row] = await jara.database.query<object>(
      `select (select count(*)::int from operator_requests where id = $1 and confirmed_at is not null) as confirmed,
         (select count(*)::int from operator_audit a join operator_requests r on r.subject = a.subject
            where r.id = $1 and a.act = $2) as recorded`,
      [id, act],
    )
    return row ?? {}
  }

  describe.each(Object.keys(EVERY_ACT) as TwoPersonAct[])('%s', (act) => {
    const propose = EVERY_ACT[act]
    const ONCE = { confirmed: 1, recorded: 1 }
    const NEVER = { confirmed: 0, recorded: 0 }

    it(`is done once when two operators confirm it ${AT_ONCE} times at once`, async () => {
      const { id, isDone, checker, other } = await begin(propose)
      const bodies: { by: ConsolePerson; body: object }[] = []
      for (let each = 0; each < AT_ONCE / 4; each++)
        for (const by of [checker, other]) bodies.push({ by, body: await sign(id, by) })
      expect(await isDone()).toBe(false)
      const answers = await Promise.all([...bodies, ...bodies].map(({ by, body }) => confirm(id, by, body)))
      expect(answers).toHaveLength(AT_ONCE)
      expect(answers.filter((status) => status === 204)).toHaveLength(1)
      for (const status of answers) expect([204, 403, 409]).toContain(status)
      expect([await isDone(), await timesDone(id, act)]).toEqual([true, ONCE])
    })

    it('is refused when something else was shown, signed by somebody else, or signed for something else', async () => {
      const { id, isDone, maker, checker, other } = await begin(propose)
      number += 1
      const twin = await propose({ jara, maker, number })
      const body = await sign(id, checker)
      const tried = [
        await confirm(id, checker, { ...body, shown: `${body.shown}.` }),
        await confirm(id, other, body),
        await confirm(twin.id, checker, body),
        await confirm(twin.id, checker, { ...body, shown: undefined }),
        await confirm(id, maker, await sign(id, maker)),
      ]
      for (const status of tried) expect([403, 409]).toContain(status)
      expect([await isDone(), await twin.isDone(), await timesDone(id, act)]).toEqual([false, false, NEVER])
    })

    if (!IS_NIGHTLY && !REFUSED.includes(act)) return

    it('is refused after its maker was revoked', async () => {
      const { id, isDone, maker, checker } = await begin(propose)
      const body = await sign(id, checker)
      await revoke(maker)
      expect(await confirm(id, checker, body)).toBe(409)
      expect([await isDone(), await timesDone(id, act)]).toEqual([false, NEVER])
    })

    it('is refused to a checker who was revoked after looking at it', async () => {
      const { id, isDone, checker } = await begin(propose)
      const body = await sign(id, checker)
      await revoke(checker)
      expect(await confirm(id, checker, body)).toBe(401)
      expect([await isDone(), await timesDone(id, act)]).toEqual([false, NEVER])
    })

    it('is done completely or not at all if its maker is revoked at the same moment', async () => {
      const { id, isDone, maker, checker } = await begin(propose)
      const bodies = []
      for (let each = 0; each < 10; each++) bodies.push(await sign(id, checker))
      const [answers] = await Promise.all([
        Promise.all(bodies.map((body) => confirm(id, checker, body))),
        revoke(maker),
      ])
      const done = answers.filter((status) => status === 204).length
      expect(done).toBeLessThanOrEqual(1)
      expect([await isDone(), await timesDone(id, act)]).toEqual([done === 1, done === 1 ? ONCE : NEVER])
    })

    it('is refused a day later', async () => {
      const { id, isDone, checker } = await begin(propose)
      const body = await sign(id, checker)
      jara.clock.advance(DAY_MS)
      await checker.browser.signIn(checker.authenticator)
      expect(await confirm(id, checker, body)).toBe(409)
      expect((await checker.browser.decide(checker.authenticator, pathOf(id))).statusCode).toBe(409)
      expect([await isDone(), await timesDone(id, act)]).toEqual([false, NEVER])
    })
  })

  it('leaves the books balanced and one chain of lines', async () => {
    expect(await auditBooks(jara.database)).toEqual([])
  })
})
