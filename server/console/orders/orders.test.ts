import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderAnswer, Sentence } from '#contract/console/orders.ts'
import type { UserId } from '#contract/ids.ts'
import type { Order } from '#contract/orders.ts'
import { ORDER_REVIEW_AFTER_MS } from '#server/payments/orders/proving/schedule.ts'
import { EXPORTED_TABLES } from '#server/privacy/export-data.ts'
import type { Suspension, SuspensionReason } from '#server/suspension/suspensions.ts'
import { MASKING, type PersonalColumn } from '#server/tables/masking.ts'
import { auditBooks } from '#tests/support/books.ts'
import { newKey } from '#tests/support/cases.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { stopBooks } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { personalValuesIn } from '#tests/support/personal-values.ts'
import { purchasesOf } from '#tests/support/purchases.ts'
import { resume } from '#tests/support/stops.ts'
import { nextOfOrder } from './next-of-order.ts'
import { readOrderFacts } from './order-facts.ts'

const texts = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text)
const sourcesOf = ({ line }: OrderAnswer) => line.map(({ source }) => source)

describe.each(featureDatabases)('an order at the console, on %s', (kind) => {
  let jara: TestJara
  let customer: Person
  let support: ConsolePerson
  let finance: ConsolePerson
  beforeAll(async () => {
    jara = await startJara(kind)
    customer = await jara.person('Adaeze Canary Nwosu')
    jara.clock.advance(1_000)
    const confirmedBy = await operatorNamed(jara.database, 'Mary Maker')
    support = await atConsole(jara, 'Sam Support', { role: 'support', confirmedBy })
    finance = await atConsole(jara, 'Fola Finance', { role: 'finance', confirmedBy })
  })
  afterAll(() => jara.close())

  const look = async (id: string, by = support) =>
    await by.browser.send('GET', `/api/admin/orders/${encodeURIComponent(id)}`, undefined, TOUCHED)
  const read = async (order: Pick<Order, 'id'>, by = support) => {
    const answer = await look(order.id, by)
    expect([answer.statusCode, answer.body.slice(0, 80)]).toEqual([200, expect.any(String)])
    return answer.json<OrderAnswer>()
  }
  const dueAt = async (order: Order) => {
    const [job] = await jara.database.query<{ dueAt: Date }>(
      `select due_at as "dueAt" from jobs where kind = 'order' and subject_id = $1`,
      [order.id],
    )
    return job?.dueAt.toISOString() ?? null
  }

  it('shows one that the provider has as taken but not proved, and exactly when it is asked again', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await customer.withdraw(111_100n)
    await jara.settle()
    const answer = await read(order)
    expect(answer).toMatchObject({
      state: 'pending',
      status: 'pending',
      kind: 'withdrawal',
      amountKobo: '111100',
      feeKobo: order.feeKobo,
      provider: 'paystack',
      reference: order.id,
      recipientDetail: '•••• 6784',
      customer: { id: customer.id, name: 'A. C. N.', openUntil: null },
      customerReads: null,
    })
    expect(texts(answer.known)).toEqual(
      expect.arrayContaining([
        'The money was held in the wallet.',
        'Request to Paystack recorded once.',
        'Paystack took the request. That alone proves nothing.',
      ]),
    )
    expect(texts(answer.known).join(' ')).not.toMatch(/proved that/)
    expect(texts(answer.notKnown)).toEqual([
      'Whether it was paid: Paystack has it, and has proved neither success nor failure.',
    ])
    expect(answer.next[0]).toEqual({
      text: 'Paystack is asked whether it was paid. Proof either way ends it.',
      at: await dueAt(order),
    })
    expect(answer.next.at(-1)).toEqual({
      text: 'Without proof by then it goes to manual review. Its money stays held.',
      at: new Date(Date.parse(order.createdAt) + ORDER_REVIEW_AFTER_MS).toISOString(),
    })
    expect(sourcesOf(answer)).toEqual(expect.arrayContaining(['terms', 'approval', 'request', 'step', 'ledger']))
    const moments = answer.line.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted())
    await jara.sandbox.decide(order.reference, 'success')
    await jara.pass(5_000)
    expect((await read(order)).state).toBe('settled')
  })

  it('lists what the customer was told about it, in each channel, and to no address', async () => {
    const order = await customer.withdraw(133_300n)
    await jara.pass(60_000)
    const alerts = (await read(order)).line.filter(({ source }) => source === 'alert')
    expect(alerts.map(({ title, facts }) => [title, facts.map(({ label, value }) => `${label}: ${value}`)])).toEqual([
      [
        'Alert to the customer: the payment is completed',
        ['In their app: not seen yet', 'Email: sent', 'Push: not sent: off for them', 'SMS: not sent: off for them'],
      ],
    ])
    expect(JSON.stringify(alerts)).not.toContain('@')
  })

  it('says that it is not known whether the provider has one without an answer', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'timeout' })
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'timeout', count: 1 })
    const order = await customer.withdraw(122_200n)
    await jara.settle()
    const answer = await read(order)
    expect(answer.state).toBe('unknown')
    expect(texts(answer.notKnown)).toEqual(['Whether Paystack has it: no answer so far proves anything.'])
    expect(answer.next[0]?.at).toBe(await dueAt(order))
    expect(answer.line.map(({ title }) => title)).toContain(
      'Step 3: no answer from Paystack, or one that proves nothing',
    )
    // The next verification counts the first "not found", which starts the half hour of R8.
    await jara.pass(2_000)
    const [row] = await jara.database.query<{ since: Date }>(
      'select not_found_since as since from orders where id = $1',
      [order.id],
    )
    const later = await read(order)
    expect(later.next.find(({ text }) => text.includes('goes out again under the same reference'))?.at).toBe(
      new Date((row?.since.getTime() ?? 0) + 30 * 60_000).toISOString(),
    )
    expect(texts(later.notKnown)[0]).toMatch(/^Whether Paystack has it: it does not know the reference/)
  })

  it('shows the proof of a settled one, and every ledger movement with the new balances', async () => {
    const before = await customer.wallet()
    const order = await customer.withdraw(133_300n)
    await jara.settle()
    await jara.pass(2_000)
    const answer = await read(order)
    expect(answer.state).toBe('settled')
    expect(texts(answer.known)).toContain('Paystack proved that it was paid.')
    expect(answer.next).toEqual([
      { text: 'Paystack is asked once more whether its answer still holds.', at: await dueAt(order) },
    ])
    const [hold, settle] = answer.line.filter(({ source }) => source === 'ledger')
    expect(hold?.movements).toEqual([{ from: 'Wallet, available', to: 'Wallet, held', amountKobo: order.totalKobo }])
    expect(hold?.postings).toContainEqual({
      account: 'Wallet, available',
      beforeKobo: before.availableKobo,
      afterKobo: `${BigInt(before.availableKobo) - BigInt(order.totalKobo)}`,
    })
    expect(settle?.movements).toEqual(
      expect.arrayContaining([
        { from: 'Wallet, held', to: 'Float at Paystack', amountKobo: '133300' },
        { from: 'Wallet, held', to: 'Our fees', amountKobo: order.feeKobo },
      ]),
    )
    expect(settle?.postings.map(({ account }) => account)).toEqual(['Wallet, held'])
    const webhooks = answer.line.filter(({ source }) => source === 'webhook')
    expect(webhooks.map(({ facts }) => facts)).toContainEqual(
      expect.arrayContaining([{ label: 'Reference', value: order.reference }]),
    )
  })

  it('shows where the money of a released and a returned one is', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    const refused = await customer.withdraw(144_400n)
    await jara.pass(2_000)
    const released = await read(refused)
    expect(released.state).toBe('released')
    expect(texts(released.known)).toEqual(
      expect.arrayContaining([
        'The held money was released and became available again.',
        'Paystack proved that it was not paid.',
      ]),
    )
    const paid = await customer.withdraw(155_500n)
    await jara.pass(2_000)
    await jara.sandbox.decide(paid.reference, 'reversed')
    await jara.pass(2_000)
    const returned = await read(paid)
    expect(returned.state).toBe('returned')
    expect(texts(returned.known)).toEqual(
      expect.arrayContaining([
        'The money was returned and became available again.',
        'Paystack proved that it was reversed.',
      ]),
    )
    expect(returned.notKnown).toEqual([])
  })

  it('says that a held one waits for the stop, and that only its customer can cancel it', async () => {
    const held = await customer.withdraw(166_600n)
    await stopBooks(jara)
    await jara.settle()
    const answer = await read(held, finance)
    expect(answer.state).toBe('held')
    expect(texts(answer.known)).toContain('Nothing has been sent to Paystack.')
    expect(answer.next[0]).toEqual({
      text: 'The worker checks whether money is still stopped. Nothing is sent while it is.',
      at: await dueAt(held),
    })
    expect(answer.actions.find(({ name }) => name === 'Resume money')).toMatchObject({ allowed: true })
    expect(answer.actions.find(({ name }) => name === 'Cancel it')).toMatchObject({ allowed: false })
    expect((await read(held)).actions.find(({ name }) => name === 'Resume money')).toMatchObject({
      allowed: false,
      why: expect.stringContaining('Finance or manager asks for it'),
    })
    await resume(jara)
    await jara.pass(40_000)
  })

  it('says that nobody is asked about a sent one while the clock is in doubt', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await customer.withdraw(171_700n)
    await jara.settle()
    const of = { userId: customer.id as UserId, orderId: order.id }
    const facts = await readOrderFacts(jara.database, jara.deps, of)
    if (facts === null) throw new Error('it is there')
    const firstWith = (reason: SuspensionReason) => {
      const stop: Suspension = {
        id: jara.deps.newId('stp'),
        reason,
        detail: 'a test',
        since: null,
        stoppedAt: facts.now,
      }
      return nextOfOrder({ ...facts, stops: [stop] })[0]?.text
    }
    expect(facts.order.state).toBe('pending')
    expect(firstWith('clock')).toBe(
      'The worker checks whether the server’s clock is right again. Nobody is asked before that.',
    )
    expect(firstWith('books')).toBe('Paystack is asked whether it was paid. Proof either way ends it.')
    await jara.sandbox.decide(order.reference, 'success')
    await jara.pass(10_000)
  })

  it('reports an order that is waiting although nothing is scheduled', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await customer.withdraw(177_700n)
    await jara.settle()
    const [job] = await jara.database.query<{ dueAt: Date }>(
      `delete from jobs where kind = 'order' and subject_id = $1 returning due_at as "dueAt"`,
      [order.id],
    )
    expect(texts((await read(order)).next)[0]).toMatch(/^Nothing is scheduled although it is waiting/)
    await jara.database.query(
      `insert into jobs (kind, subject_id, user_id, due_at, created_at) values ('order', $1, $2, $3, $3)`,
      [order.id, customer.id, job?.dueAt],
    )
    await jara.sandbox.decide(order.reference, 'success')
    await jara.pass(10_000)
  })

  it('offers to close a difference to those who may, and tells others who may', async () => {
    const order = await customer.withdraw(188_800n)
    await jara.settle()
    await jara.pass(2_000)
    await jara.database.query(
      `insert into reconciliation_exceptions (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
       values ('paystack', 'transfer-differs', $1, 41, 'the amount differs', 500, $2, $2),
         ('paystack', 'transfer-differs', 'another', 42, 'of another order', 500, $2, $2)`,
      [order.reference, jara.clock.now()],
    )
    const name = 'Propose to close difference 41'
    const ofFinance = await read(order, finance)
    expect(ofFinance.actions.find((each) => each.name === name)).toMatchObject({
      allowed: true,
      difference: { number: '41', kind: 'transfer-differs' },
    })
    expect(texts(ofFinance.known)).toContain('Difference 41 with Paystack is open: the amount differs.')
    expect(JSON.stringify(ofFinance)).not.toContain('of another order')
    expect((await read(order)).actions.find((each) => each.name === name)).toMatchObject({
      allowed: false,
      difference: null,
    })
  })

  it('shows its cases and their messages once a reason is given', async () => {
    const order = await customer.withdraw(199_900n)
    await jara.pass(2_000)
    const body = { key: newKey(), topic: 'payment', text: 'Where is my canary?', transactionId: order.transactionId }
    await customer.unlock()
    const made = await customer.call<{ case: { trackingNumber: string } }>('POST', '/api/cases', body)
    const number = made.body.case.trackingNumber
    const masked = await read(order)
    expect(masked.line.map(({ title }) => title)).toEqual(
      expect.arrayContaining([`Case ${number} about it`, `The customer wrote in ${number}`]),
    )
    expect(JSON.stringify(masked)).not.toContain('canary')
    expect(masked.actions).toContainEqual(
      expect.objectContaining({ name: `Answer case ${number}`, allowed: true, link: `/admin/cases?case=${number}` }),
    )
  })

  /** Every masked value of this customer, field by field, as stored. */
  async function personalValues(): Promise<string[]> {
    const isMasked = (column: string) => MASKING[column as PersonalColumn] !== 'shown'
    const values: string[] = []
    for (const { name, columns, owner } of EXPORTED_TABLES.filter((table) => table.owner !== 'visitor')) {
      const wanted = columns.filter(isMasked)
      if (wanted.length === 0) continue
      const rows = await jara.database.query<Record<string, unknown>>(
        `select ${wanted.join(', ')} from ${name} where ${owner} = $1`,
        [customer.id],
      )
      values.push(...rows.flatMap(personalValuesIn))
    }
    // Values this short can be part of anything. A title is shown, and names the company.
    const shown = await jara.database.query<{ title: string }>('select title from transactions')
    const isShown = (value: string) => shown.some(({ title }) => title.includes(value))
    return values.filter((value) => value.length > 5 && value !== '[object Object]' && !isShown(value))
  }

  it('is masked in every field of every order until a reason is given, and secrets stay hidden even then', async () => {
    for (const form of purchasesOf(1)) await customer.buy(form)
    await jara.pass(5_000)
    const values = await personalValues()
    expect(values).toEqual(expect.arrayContaining(['Adaeze Canary Nwosu', '0123456784', customer.deviceId]))
    const orders = await jara.database.query<{ id: string; signature: string; terms: string }>(
      `select id, approval ->> 'signature' as signature, terms from orders where user_id = $1`,
      [customer.id],
    )
    expect(orders.length).toBeGreaterThan(11)
    for (const { id } of orders) {
      const { body } = await look(id)
      for (const value of values) expect([id, value, body.includes(value)]).toEqual([id, value, false])
    }
    const opening = { heading: 'payment', words: 'A caller asks.', withheld: false }
    await support.browser.send('POST', `/api/admin/customers/${customer.id}/open`, opening, TOUCHED)
    for (const { id, signature, terms } of orders) {
      const open = await read({ id })
      expect(open.customer.name).toBe('Adaeze Canary Nwosu')
      expect(open.customerReads).not.toBeNull()
      if (open.kind === 'withdrawal') expect(open.recipientDetail).toContain('0123456784')
      if (open.kind === 'electricity') expect(open.token).toMatch(/^[\d-]{20,}$/)
      const approved = open.line.find(({ source }) => source === 'approval')
      expect(approved?.facts).toContainEqual({ label: 'Signed terms', value: terms })
      expect(approved?.facts).toContainEqual({ label: 'Device', value: customer.deviceId })
      expect(JSON.stringify(open)).not.toContain(signature)
    }
    expect((await read({ id: orders[0]?.id ?? '' }, finance)).customer.name).toBe('A. C. N.')
  })

  it('records each look once, and none at an order that does not exist', async () => {
    const [order] = await jara.database.query<{ id: string }>('select id from orders limit 1')
    const before = (await recorded(jara)).length
    await look(order?.id ?? '')
    for (const id of [
      `ord_${'0'.repeat(35)}`,
      customer.id,
      'ord_1',
      'x'.repeat(60),
      '_',
      "ord_'--",
      '\u202e',
      `dep_${'0'.repeat(35)}`,
    ]) {
      for (const [area, code] of [
        ['orders', 'operator.no-order'],
        ['deposits', 'operator.no-deposit'],
      ]) {
        const url = `/api/admin/${area}/${encodeURIComponent(id)}`
        const answer = await support.browser.send('GET', url, undefined, TOUCHED)
        expect([id, answer.statusCode, answer.json().error.code]).toEqual([id, 404, code])
      }
    }
    for (const area of ['orders', 'deposits']) {
      const url = `/api/admin/${area}/${'a'.repeat(10_000)}`
      const answer = await support.browser.send('GET', url, undefined, TOUCHED)
      expect([400, 404, 414]).toContain(answer.statusCode)
      expect(answer.json().error.code).toEqual(expect.any(String))
    }
    expect((await recorded(jara)).slice(before)).toEqual([
      { act: 'look-at-order', by: 'Sam Support', subject: order?.id },
    ])
    expect(await auditBooks(jara.database)).toEqual([])
  })
})
