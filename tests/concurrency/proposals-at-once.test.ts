import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfirmOptions } from '#contract/console/proposals.ts'
import { freezeByOperator } from '#server/identity/accounts/operate-freezes.ts'
import { confirmChange, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest, type TwoPersonAct } from '#server/identity/operators/requests.ts'
import { auditBooks } from '#tests/support/books.ts'
import { atConsole, type ConsolePerson, consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inReview, oldCode } from '#tests/support/endings.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { issueForeignAccount } from '#tests/support/money-in.ts'
import { differ } from '#tests/support/needs-two.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import {
  CHANNELS,
  CUSTOMER_LIMIT,
  LIMITS,
  NOTICE,
  PAUSE,
  PRICES,
  putUpNotice,
  putUpPause,
} from '#tests/support/settings.ts'

/** Half of them repeat the same request. */
const AT_ONCE = IS_NIGHTLY ? 100 : 20
const DAY_MS = 24 * 60 * 60_000

/** A request that waits for a second operator. `isDone`: whether it has taken effect. */
type Proposed = { readonly id: string; readonly isDone: () => Promise<boolean> }
type Propose = (of: { jara: TestJara; maker: ConsolePerson; number: number }) => Promise<Proposed>

async function ask({ maker }: { maker: ConsolePerson }, of: { path: string; body: object }): Promise<string> {
  const answer = await maker.browser.decide(maker.authenticator, of.path, of.body)
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  return answer.json<{ requestId: string }>().requestId
}

async function holds({ database }: TestJara, condition: string, value: string): Promise<boolean> {
  return (await database.query(`select 1 from ${condition}`, [value])).length > 0
}

/** One stop at a time: the open one, if any. */
async function openStop({ jara, number }: { jara: TestJara; number: number }): Promise<string> {
  const [open] = await jara.database.query<{ id: string }>('select id from payment_suspensions where lifted_at is null')
  if (open !== undefined) return open.id
  await jara.database.query(
    `insert into payment_suspensions (id, reason, detail, stopped_at) values ($1, 'books', 'an entry did not add up', $2)`,
    [`stp_${number}`, jara.clock.now()],
  )
  return `stp_${number}`
}

const reason = 'A race between operators.'

/** Airtime with this discount, in hundredths of a percent. */
function pricesWith(standard: number): typeof PRICES {
  const list = JSON.parse(PRICES.list)
  return {
    ...PRICES,
    list: JSON.stringify({ ...list, discounts: { ...list.discounts, airtime: { standard, bpc: 250 } } }),
  }
}

const ACTS: Readonly<Record<TwoPersonAct, Propose>> = {
  async 'close-difference'(of) {
    const number = String(of.number)
    await differ(of.jara, { number, differenceKobo: 50_000n })
    const body = { number, evidence: 'The statement of the day.', reference: '' }
    const id = await ask(of, { path: '/api/admin/closings', body })
    const closed = 'reconciliation_exceptions where number = $1::bigint and closed_at is not null'
    return { id, isDone: () => holds(of.jara, closed, number) }
  },
  async 'close-differences'(of) {
    const numbers = [`${of.number}1`, `${of.number}2`]
    for (const number of numbers) await differ(of.jara, { number, differenceKobo: 25_000n })
    const id = await ask(of, {
      path: '/api/admin/joint-closings',
      body: { numbers, evidence: 'One line of the bank.' },
    })
    const closed = `reconciliation_exceptions where closed_at is not null
      and number = any(string_to_array($1, ',')::bigint[]) having count(*) = 2`
    return { id, isDone: () => holds(of.jara, closed, numbers.join(',')) }
  },
  async 'change-role'(of) {
    const { id: operatorId } = await operatorNamed(of.jara.database, `Tari ${of.number}`, 'support')
    const body = { operatorId, role: 'finance', reason }
    const id = await ask(of, { path: '/api/admin/role-changes', body })
    return { id, isDone: () => holds(of.jara, "operators where id = $1 and role = 'finance'", operatorId) }
  },
  async 'add-operator'(of) {
    const name = `Nina ${of.number}`
    const body = { name, role: 'support', passphrase: 'seven herons wait at noon' }
    const id = await ask(of, { path: '/api/admin/operators', body })
    return { id, isDone: () => holds(of.jara, 'operators where name = $1 and admitted_at is not null', name) }
  },
  async 'revoke-operator'(of) {
    const { id: operatorId } = await operatorNamed(of.jara.database, `Rita ${of.number}`)
    const body = { operatorId, reason }
    const id = await ask(of, { path: '/api/admin/revocations', body })
    return { id, isDone: () => holds(of.jara, 'operators where id = $1 and revoked_at is not null', operatorId) }
  },
  async 'enrol-passkey'({ jara, maker }) {
    const { answer } = await enrolBy(jara, consoleBrowser(jara), await linkFor(jara, maker.operator))
    const { requestId: id } = answer.json<{ requestId: string }>()
    const confirmed = `operator_passkeys p join operator_requests r on r.subject = p.id
      where r.id = $1 and p.confirmed_at is not null`
    return { id, isDone: () => holds(jara, confirmed, id) }
  },
  async 'credit-deposit'(of) {
    const { jara, number } = of
    jara.clock.advance(1_000)
    await jara.sandbox.payIn({ accountNumber: await issueForeignAccount(jara), amountKobo: `${number}00` })
    await jara.settle()
    const [deposit] = await jara.database.query<{ id: string }>('select id from deposits order by id desc limit 1')
    const { id: customer } = await jara.person('Bola Payee')
    const body = { deposit: deposit?.id ?? '', customer, proof: 'The bank named them in writing.' }
    const id = await ask(of, { path: '/api/admin/credits', body })
    const credited = `deposits d join ledger_accounts a on a.user_id = d.user_id and a.id = 'user:' || d.user_id || ':available'
      where d.id = $1 and d.state = 'credited_by_operators' and a.balance = 20000000 + d.amount_kobo`
    return { id, isDone: () => holds(jara, credited, body.deposit) }
  },
  async 'end-review'(of) {
    const customer = await of.jara.person('Rita Reviewed')
    of.jara.clock.advance(1_000)
    const { id: order } = await inReview(of.jara, customer, BigInt(of.number) * 1_000n)
    const body = { order, outcome: 'not-paid', evidence: 'The bank found nothing.' }
    const id = await ask(of, { path: '/api/admin/review-ends', body })
    const released = `orders o join ledger_accounts a on a.user_id = o.user_id and a.id = 'user:' || o.user_id || ':available'
      where o.id = $1 and o.state = 'released' and a.balance = 20000000`
    return { id, isDone: () => holds(of.jara, released, order) }
  },
  async 'refund-bpc'(of) {
    const customer = await of.jara.person('Bisi Buyer')
    of.jara.clock.advance(1_000)
    const { id: order } = await oldCode(of.jara, customer)
    const id = await ask(of, { path: '/api/admin/bpc-refunds', body: { order, reason } })
    const refunded = `orders o join ledger_accounts a on a.user_id = o.user_id and a.id = 'user:' || o.user_id || ':available'
      where o.id = $1 and o.state = 'returned' and a.balance = 20000000`
    return { id, isDone: () => holds(of.jara, refunded, order) }
  },
  async 'set-bank-notice'(of) {
    const body = { ...NOTICE, bank: `Bank ${of.number}` }
    const id = await ask(of, { path: '/api/admin/bank-notices', body })
    return { id, isDone: () => holds(of.jara, 'bank_notices where bank = $1', body.bank) }
  },
  async 'end-bank-notice'(of) {
    const { id: notice } = await putUpNotice(of.jara, of.maker.operator)
    const id = await ask(of, { path: '/api/admin/bank-notice-ends', body: { notice } })
    return { id, isDone: () => holds(of.jara, 'bank_notices where id = $1 and ended_at is not null', notice) }
  },
  async 'set-channels'(of) {
    const body = { ...CHANNELS, supportEmail: `help${of.number}@jara.ng` }
    const id = await ask(of, { path: '/api/admin/channels', body })
    return { id, isDone: () => holds(of.jara, 'channel_versions where support_email = $1', body.supportEmail) }
  },
  async 'set-prices'(of) {
    const id = await ask(of, { path: '/api/admin/prices', body: pricesWith((of.number % 90) + 1) })
    const set = 'price_versions v join operator_requests r on r.subject = v.id where r.id = $1'
    return { id, isDone: () => holds(of.jara, set, id) }
  },
  async 'set-limits'(of) {
    const id = await ask(of, { path: '/api/admin/limits', body: { ...LIMITS, daily: `${300_000 + of.number}` } })
    const set = 'limit_versions v join operator_requests r on r.subject = v.id where r.id = $1'
    return { id, isDone: () => holds(of.jara, set, id) }
  },
  async 'set-customer-limit'(of) {
    const { id: customer } = await of.jara.person('Lami Limited')
    const id = await ask(of, { path: '/api/admin/customer-limits', body: { ...CUSTOMER_LIMIT, customer } })
    const set = 'customer_limits where user_id = $1 and daily_kobo = 5000000'
    return { id, isDone: () => holds(of.jara, set, customer) }
  },
  async 'recover-account'(of) {
    const { email, id: userId } = await of.jara.person('Lola Loser')
    const body = { email, newEmail: `new${of.number}@example.ng`, reason: 'They showed their passport.' }
    const recovery = await ask(of, { path: '/api/admin/recoveries', body })
    const [request] = await of.jara.database.query<{ id: string }>(
      'select id from operator_requests where subject = $1',
      [recovery],
    )
    const id = request?.id ?? ''
    const confirmed = 'account_recoveries where user_id = $1 and confirmed_at is not null'
    return { id, isDone: () => holds(of.jara, confirmed, userId) }
  },
  async 'unfreeze-customer'(of) {
    const { id: user } = await of.jara.person('Fola Frozen')
    const asked = { whose: { user }, uncheckedHeading: 'safety', uncheckedReason: reason }
    await freezeByOperator(of.jara.deps, { ...asked, by: of.maker.operator })
    const id = await ask(of, { path: '/api/admin/unfreezings', body: { whose: user, reason } })
    return { id, isDone: () => holds(of.jara, 'users where id = $1 and operator_freeze_id is null', user) }
  },
  async 'end-all-sessions'(of) {
    const { id: user } = await of.jara.person('Sola Signed-In')
    const id = await ask(of, { path: '/api/admin/sessions/end-all', body: { reason } })
    return {
      id,
      async isDone() {
        await of.jara.settle()
        return await holds(of.jara, 'sessions where user_id = $1 and ended_at is not null', user)
      },
    }
  },
  async 'pause-kind'(of) {
    const reason = `Number ${of.number}: a network does not answer reliably.`
    const id = await ask(of, { path: '/api/admin/pauses', body: { ...PAUSE, kind: 'tv', reason } })
    return { id, isDone: () => holds(of.jara, 'kind_pauses where reason = $1', reason) }
  },
  async 'resume-kind'(of) {
    const { id: pause } = await putUpPause(of.jara, { by: of.maker.operator, kind: 'education' })
    const id = await ask(of, { path: '/api/admin/pause-ends', body: { pause } })
    return { id, isDone: () => holds(of.jara, 'kind_pauses where id = $1 and lifted_at is not null', pause) }
  },
  // Last: the money of those that are refused stays stopped.
  async 'resume-money'(of) {
    const stop = await openStop(of)
    const id = await ask(of, { path: '/api/admin/resumptions', body: { stop } })
    const lifted = 'payment_suspensions where id = $1 and lifted_at is not null'
    return { id, isDone: () => holds(of.jara, lifted, stop) }
  },
}

let number = 100
/** What is refused is decided by what all acts share: in the nightly run each act shows it, otherwise one that moves money and one that does not. */
const REFUSED: readonly TwoPersonAct[] = ['close-difference', 'set-bank-notice']

describe.each(featureDatabases)('on %s, an act of two operators', { timeout: 240_000 }, (kind) => {
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

  /** Looks at the request and signs the terms shown. */
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

  /** How many times it was confirmed, carried out and recorded. */
  async function timesDone(id: string, act: TwoPersonAct): Promise<object> {
    const [row] = await jara.database.query<object>(
      `select (select count(*)::int from operator_requests where id = $1 and confirmed_at is not null) as confirmed,
         (select count(*)::int from operator_audit a join operator_requests r on r.subject = a.subject
            where r.id = $1 and a.act = $2) as recorded`,
      [id, act],
    )
    return row ?? {}
  }

  describe.each(Object.keys(ACTS) as TwoPersonAct[])('%s', (act) => {
    const propose = ACTS[act]
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
