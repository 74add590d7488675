import { expect } from 'vitest'
import { freezeByOperator } from '#server/identity/accounts/operate-freezes.ts'
import type { TwoPersonAct } from '#server/identity/operators/requests.ts'
import { type ConsolePerson, consoleBrowser, enrolBy, linkFor } from './console.ts'
import { inReview, oldCode } from './endings.ts'
import type { TestJara } from './jara.ts'
import { issueForeignAccount } from './money-in.ts'
import { differ } from './needs-two.ts'
import { operatorNamed } from './operators.ts'
import { CHANNELS, CUSTOMER_LIMIT, LIMITS, NOTICE, PAUSE, PRICES, putUpNotice, putUpPause } from './settings.ts'

/** A request that waits for a second operator. `isDone`: whether it has taken effect. */
type Proposed = { readonly id: string; readonly isDone: () => Promise<boolean> }
export type Propose = (of: { jara: TestJara; maker: ConsolePerson; number: number }) => Promise<Proposed>

async function ask({ maker }: { maker: ConsolePerson }, of: { path: string; body: object }): Promise<string> {
  const answer = await maker.browser.decide(maker.authenticator, of.path, of.body)
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  return answer.json<{ requestId: string }>().requestId
}

async function holds({ database }: TestJara, condition: string, value: string): Promise<boolean> {
  return (await database.query(`select 1 from ${condition}`, [value])).length > 0
}

/** Only one stop can be open at a time, so reuses the open one. */
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

/** Prices with this discount on airtime, in basis points. */
function pricesWith(standard: number): typeof PRICES {
  const list = JSON.parse(PRICES.list)
  return {
    ...PRICES,
    list: JSON.stringify({ ...list, discounts: { ...list.discounts, airtime: { standard, bpc: 250 } } }),
  }
}

/** For each act of two operators, how one of them asks for it. `number` makes it another one each time. */
export const EVERY_ACT: Readonly<Record<TwoPersonAct, Propose>> = {
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
    // Names may contain letters only.
    const name = `Nina ${`${of.number}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
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
  // Last, because a refused resumption leaves money stopped.
  async 'resume-money'(of) {
    const stop = await openStop(of)
    const id = await ask(of, { path: '/api/admin/resumptions', body: { stop } })
    const lifted = 'payment_suspensions where id = $1 and lifted_at is not null'
    return { id, isDone: () => holds(of.jara, lifted, stop) }
  },
}
