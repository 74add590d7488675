import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quote } from '#contract/orders.ts'
import { moneyOf, orderCount, orderNow, startWithBuyer, UNTOUCHED } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList } from '#tests/support/lists.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { type Answered, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'
import { noticesIn, openStops, resume, stopRestored } from '#tests/support/stops.ts'
import { lockSuspensions, suspendMoney } from './suspensions.ts'

describe.each(featureDatabases)('while money is stopped on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })

  const stopForBooks = () =>
    jara.database.transaction((tx) =>
      suspendMoney(tx, {
        id: jara.deps.newId('stp'),
        reason: 'books',
        detail: 'a test',
        since: null,
        stoppedAt: jara.clock.now(),
      }),
    )
  const liftRestored = () =>
    jara.database.query(
      `update payment_suspensions set lifted_at = $1, lifted_by = 'reconciliation' where reason = 'restored'`,
      [jara.clock.now()],
    )
  const codeOf = ({ status, body }: Answered<Refusal>) => `${status} ${body.error.code}`
  const AIRTIME = { kind: 'airtime', network: 'mtn', phone: '08031234567', amountKobo: '10000' } as const

  it('nothing that leaves the wallet gets terms, and what was agreed to before is refused whole', async () => {
    const quotes = [await ada.quote(100_000n), await ada.quoteOf(AIRTIME)]
    const bpc = { kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' } as const
    quotes.push(await ada.quoteOf(bpc))
    await stopForBooks()
    for (const quote of quotes) expect(codeOf(await ada.approve(quote))).toBe('503 money-out.stopped')
    const batch = { kind: 'airtime', text: '08031234567, 100' }
    for (const body of [{ kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' }, AIRTIME, bpc]) {
      expect(codeOf(await ada.call('POST', '/api/quotes', body))).toBe('503 money-out.stopped')
    }
    expect(codeOf(await ada.call('POST', '/api/batches', batch))).toBe('503 money-out.stopped')
    expect([await orderCount(jara), await moneyOf(ada)]).toEqual([0, UNTOUCHED])
  })

  it('no PIN is tried in vain, of one payment or of a list', async () => {
    const [quote, batch] = [await ada.quote(100_000n), await checkList(ada, airtimeList(2))]
    await stopForBooks()
    expect(codeOf(await ada.approve(quote, '0000'))).toBe('503 money-out.stopped')
    expect(codeOf(await approveList(ada, batch, '0000'))).toBe('503 money-out.stopped')
  })

  it('because of the books, what is paid by bank transfer is still sold', async () => {
    const body = { kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'transfer' } as const
    const { id } = await ada.quoteOf(body)
    await stopForBooks()
    expect((await ada.call('POST', '/api/orders', { quoteId: id })).status).toBe(201)
    expect((await ada.buyBpc('transfer')).state).toBe('awaiting_payment')
  })

  it('an order that was accepted before is not sent, may be cancelled, and is sent once it is lifted', async () => {
    const [first, second] = [await ada.withdraw(100_000n), await ada.withdraw(200_000n)]
    const asked = vi.spyOn(jara.payments, 'createRecipient')
    await stopForBooks()
    await jara.pass(5 * 60_000)
    expect(asked).not.toHaveBeenCalled()
    expect((await jara.sandbox.truth()).transfers).toEqual([])
    expect((await orderNow(ada, first)).state).toBe('held')
    expect((await ada.call('POST', `/api/orders/${second.id}/cancel`)).status).toBe(200)
    await resume(jara)
    await jara.pass(60_000)
    expect((await orderNow(ada, first)).state).toBe('settled')
    expect((await jara.sandbox.truth()).transfers.map(({ reference }) => reference)).toEqual([first.reference])
  })

  it('nothing is sent when the stop comes while the provider registers the recipient', async () => {
    const order = await ada.withdraw(100_000n)
    const register = jara.payments.createRecipient
    vi.spyOn(jara.payments, 'createRecipient').mockImplementationOnce(async (of) => {
      await stopForBooks()
      return await register(of)
    })
    await jara.settle()
    expect((await jara.sandbox.truth()).transfers).toEqual([])
    expect((await orderNow(ada, order)).state).toBe('held')
    await resume(jara)
    await jara.pass(60_000)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect((await ada.approve(await ada.quote(100_000n))).status).toBe(201)
  })

  it('nothing is credited when a restored database is stopped while the provider is asked', async () => {
    const { account } = await fundingOf(ada)
    const verify = jara.payments.verifyPayment
    vi.spyOn(jara.payments, 'verifyPayment').mockImplementationOnce(async (reference) => {
      await stopRestored(jara, jara.clock.now())
      return await verify(reference)
    })
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.settle()
    expect((await fundingOf(ada)).deposits).toEqual([])
    await liftRestored()
    await jara.pass(60_000)
    await ada.unlock()
    expect((await fundingOf(ada)).deposits).toHaveLength(1)
  })

  it('what was sent before is settled or given back on proof, and money still comes in', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending', count: 2 })
    const [paid, failed] = [await ada.withdraw(100_000n), await ada.withdraw(200_000n)]
    await jara.settle()
    await stopForBooks()
    await jara.sandbox.decide(paid.reference, 'success')
    await jara.sandbox.decide(failed.reference, 'failed')
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.pass(5_000)
    expect((await orderNow(ada, paid)).state).toBe('settled')
    expect((await orderNow(ada, failed)).state).toBe('released')
    expect((await fundingOf(ada)).deposits).toHaveLength(1)
  })

  it('in a restored database nothing is credited or taken back either, and everybody reads from when it is', async () => {
    const bought = await ada.buyBpc('wallet')
    const held = await ada.withdraw(100_000n)
    await stopRestored(jara, new Date('2026-11-21T10:00:00Z'))
    const asked = vi.spyOn(jara.payments, 'verifyPayment')
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.pass(60_000)
    await ada.unlock()
    expect(asked).not.toHaveBeenCalled()
    expect((await fundingOf(ada)).deposits).toEqual([])
    expect((await jara.sandbox.truth()).transfers).toEqual([])
    const { boughtBpcId } = (await orderNow(ada, bought)) as { boughtBpcId: string }
    for (const undo of [`/api/orders/${held.id}/cancel`, `/api/bpc/${boughtBpcId}/return`]) {
      const { status, body } = await ada.call('POST', undo)
      expect([status, body.error.message]).toEqual([503, expect.stringContaining('Nothing was changed.')])
    }
    const byTransfer = { kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'transfer' }
    expect(codeOf(await ada.call('POST', '/api/quotes', byTransfer))).toBe('503 money-out.restoring')
    expect(await noticesIn(jara)).toEqual([expect.stringContaining('a copy made at 21 Nov 2026, 11:00')])

    await liftRestored()
    await jara.pass(60_000)
    expect((await fundingOf(ada)).deposits).toHaveLength(1)
    expect((await orderNow(ada, held)).state).toBe('settled')
    expect(await noticesIn(jara)).toEqual([])
  })

  it('the same reason stops once, and one person alone lifts nothing, says the database', async () => {
    expect(await stopForBooks()).not.toBeNull()
    expect(await stopForBooks()).toBeNull()
    expect(await openStops(jara)).toHaveLength(1)
    const lift = (by: string, confirmedBy: string | null) =>
      jara.database.query('update payment_suspensions set lifted_at = now(), lifted_by = $1, confirmed_by = $2', [
        by,
        confirmedBy,
      ])
    for (const [by, confirmed] of [
      ['Ada', null],
      ['Ada', 'ada'],
      ['reconciliation', null],
    ] as const) {
      await expect(lift(by, confirmed)).rejects.toThrow('payment_suspensions_two_people')
    }
    // Unproven operators, or a request for something else, lift nothing either.
    await expect(lift('Ada Obi', 'Bayo Ade')).rejects.toThrow('payment_suspensions takes what two operators agreed to')
    await expect(jara.database.query('delete from payment_suspensions')).rejects.toThrow('what was written stays')
    await resume(jara)
    expect(await stopForBooks()).not.toBeNull()
    await stopRestored(jara, jara.clock.now())
    await resume(jara)
    expect(await openStops(jara)).toMatchObject([{ reason: 'restored' }])
    await liftRestored()
  })

  if (kind === 'postgres')
    it('those who pass the gate do not wait for one another', async () => {
      const both = Promise.withResolvers<void>()
      let passed = 0
      const pass = () =>
        jara.database.transaction(async (tx) => {
          await tx.query("set local lock_timeout = '1s'")
          await lockSuspensions(tx)
          passed++
          if (passed === 2) both.resolve()
          await both.promise
        })
      await Promise.all([pass(), pass()].map((each) => each.finally(both.resolve)))
      expect(passed).toBe(2)
    })

  if (kind === 'postgres')
    it('a stop waits for what has passed the gate, and who comes after it sees it', async () => {
      const GATES = `select 1 from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and d.datname = current_database()`
      const waiting = async () => (await jara.database.query(`${GATES} and not granted`)).length
      const quote: Quote = await ada.quote(100_000n)
      let commit = () => {}
      const passing = jara.database.transaction(async (tx) => {
        expect(await lockSuspensions(tx)).toEqual([])
        await new Promise<void>((resolve) => {
          commit = resolve
        })
      })
      try {
        await expect.poll(() => jara.database.query(GATES)).toHaveLength(1)
        const stopping = stopForBooks()
        await expect.poll(waiting).toBe(1)
        const approving = ada.approve(quote)
        await expect.poll(waiting).toBe(2)
        expect(await openStops(jara)).toEqual([])
        commit()
        await Promise.all([passing, stopping])
        expect(codeOf(await approving)).toBe('503 money-out.stopped')
      } finally {
        commit()
        await passing
      }
      expect([await orderCount(jara), await moneyOf(ada)]).toEqual([0, UNTOUCHED])
      await resume(jara)
    })
})
