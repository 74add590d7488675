import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kobo } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import { faultBills, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { comparing, ELSEWHERE } from '#tests/support/comparing.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { bending } from '#tests/support/providers.ts'
import { airtime } from '#tests/support/purchases.ts'

describe.each(featureDatabases)('what the providers hold, against our books on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  const { aDay, close, compare, newestPayment, lyingAbout, onlyOpen, open, payIn, sendElsewhere } = comparing(() => ({
    jara,
    ada,
  }))

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  it('what a verification does not answer is a gap, and no balance is explained by it', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    await payIn()
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'html-502', count: 10 })
    const report = await compare()
    expect(report.gaps).toEqual([expect.stringContaining(`${newestPayment()} without an answer`)])
    expect((await open()).filter((each) => each.startsWith('balance-differs'))).toEqual([])
  })

  it('the first comparison takes nothing for our own while nobody knows whether a purchase was taken', async () => {
    const { bills } = jara
    const opening = jara.world.state.vtpassWalletKobo
    await faultBills(jara, 'pay', 'pending')
    const order = await ada.buy(airtime())
    await jara.settle()
    const { reference, state } = await orderNow(ada, order)
    expect(state).toBe('pending')
    const own = () =>
      jara.database.query(`select own_kobo as own from provider_opening_balances where provider = 'vtpass'`)

    const verifyPurchase: typeof bills.verifyPurchase = async () => ({ outcome: 'unknown', cause: 'no answer in time' })
    const { gaps } = await compare(bending(jara, { bills: { verifyPurchase } }))
    expect(gaps).toEqual([expect.stringContaining(`${reference} without an answer`)])
    expect(await own()).toEqual([])

    const knowsNone: typeof bills.verifyPurchase = async (of) => {
      const answer = await bills.verifyPurchase(of)
      if (answer.outcome !== 'succeeded') return answer
      return { ...answer, value: { ...answer.value, status: 'not-found', amountKobo: null, costKobo: null } }
    }
    expect(await compare(bending(jara, { bills: { verifyPurchase: knowsNone } }))).toMatchObject({
      gaps: [],
      exceptions: 0,
    })
    expect(await own()).toEqual([])

    await jara.sandbox.decideDelivery(reference, 'delivered')
    await jara.pass(60_000)
    await compare()
    expect(await own()).toEqual([{ own: opening }])
  })

  it('the first comparison takes nothing for our own while a line differs, and the next one does', async () => {
    await payIn()
    await jara.pass(5_000)
    const own = () =>
      jara.database.query<{ own: bigint }>('select own_kobo as own from provider_opening_balances order by 1')
    await compare(lyingAbout.payments((lines) => lines.map((line) => ({ ...line, amountKobo: kobo(1n) }))))
    expect(await own()).toHaveLength(1)
    await compare()
    expect(await own()).toEqual([{ own: 100_000_000_000n }, { own: 100_000_000_000n }])
  })

  it('what is bought, delivered and taken back while they are read is named, and is no money of our own', async () => {
    const { payments } = jara
    let reference = ''
    const listTransfers: typeof payments.listTransfers = async (of) => {
      const answer = await payments.listTransfers(of)
      if (reference !== '') return answer
      const order = await ada.buy(airtime())
      await jara.pass(3_000)
      ;({ reference } = await orderNow(ada, order))
      await faultBills(jara, 'webhook', 'lost')
      await jara.sandbox.decideDelivery(reference, 'reversed')
      return answer
    }
    await compare(bending(jara, { payments: { listTransfers } }))
    expect(await open()).toEqual([expect.stringContaining(`state-differs ${reference}`)])
    const own = await jara.database.query('select provider from provider_opening_balances')
    expect(own).toEqual([{ provider: 'paystack' }])
  })

  it('an end before now leaves the balances alone: they are of now', async () => {
    await aDay()
    jara.world.state.balanceKobo -= 1n
    expect(await compare({}, jara.clock.now())).toMatchObject({ exceptions: 0, gaps: [] })
    expect(await open()).toEqual([])
    await compare()
    expect((await onlyOpen()).kind).toBe('balance-differs')
  })

  it('one kobo that a provider does not hold is found, and explained by two people', async () => {
    await aDay()
    const { state } = jara.world
    for (const provider of ['paystack', 'vtpass'] as const) {
      if (provider === 'paystack') state.balanceKobo -= 1n
      else state.vtpassWalletKobo -= 1n
      await compare()
      const found = await onlyOpen()
      expect([found.provider, found.kind, found.differenceKobo]).toEqual([provider, 'balance-differs', -1n])
      await close(found)
      expect(await compare()).toMatchObject({ exceptions: 0 })
      expect(await open()).toEqual([])
    }
  })

  it('what was explained is no explanation when the same kobo is missing once more', async () => {
    await aDay()
    for (const change of [-1n, 1n, -1n]) {
      jara.world.state.balanceKobo += change
      expect(await compare()).toMatchObject({ exceptions: 1, fresh: 1 })
      expect(await compare()).toMatchObject({ exceptions: 1, fresh: 0 })
      const found = await onlyOpen()
      expect([found.kind, found.differenceKobo]).toEqual(['balance-differs', change])
      await close(found)
      expect(await compare()).toMatchObject({ exceptions: 0 })
    }
  })

  it('half a list is said, and explains no balance', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'transfers', fault: 'html-502', count: 3 })
    const report = await compare()
    expect(report.gaps).toEqual([expect.stringContaining('the list of transfers')])
    expect(await open()).toEqual([])
  })

  describe('of what is older than the lists that are read', () => {
    const OPENING_KOBO = 100_000_000_000n
    const TAKEN_KOBO = 101_000n
    const growOld = () => jara.clock.advance(4 * DAY_MS)
    const moveTransfer = (reference: string, status: 'success' | 'reversed') =>
      jara.world.record([{ type: 'transfer.moved', reference, status, planned: false }])
    const ownAt = async (provider: string) => {
      const of = 'select own_kobo as own from provider_opening_balances where provider = $1'
      return (await jara.database.query<{ own: bigint }>(of, [provider])).map(({ own }) => own)
    }
    const stateOf = async (id: string) =>
      (await jara.database.query<{ state: string }>('select state from orders where id = $1', [id]))[0]?.state

    it('an open difference still explains the balance, and becomes our own once, when two people close it', async () => {
      await compare()
      await sendElsewhere(ELSEWHERE)
      await jara.pass(5_000)
      await compare()
      const found = await onlyOpen()
      growOld()
      expect(await compare()).toMatchObject({ exceptions: 1, fresh: 0, gaps: [] })
      expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} -${TAKEN_KOBO}`])
      expect((await onlyOpen()).detail).toBe(found.detail)
      await close(found)
      expect(await ownAt('paystack')).toEqual([OPENING_KOBO - TAKEN_KOBO])
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('the first comparison takes nothing for our own while such a difference is open', async () => {
      await sendElsewhere(ELSEWHERE)
      await compare()
      growOld()
      await compare()
      expect(await ownAt('paystack')).toEqual([])
      await close(await onlyOpen())
      await compare()
      expect(await ownAt('paystack')).toEqual([OPENING_KOBO - TAKEN_KOBO])
      expect(await open()).toEqual([])
    })

    it('a transfer that we know nothing of and that came back differs by nothing any more, and stays for people', async () => {
      await compare()
      await sendElsewhere(ELSEWHERE)
      await compare()
      growOld()
      moveTransfer(ELSEWHERE, 'reversed')
      expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
      expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} 0`])
      expect((await onlyOpen()).detail).toContain('verification: reversed')
    })

    it('a payment that nobody could book stays a difference, and is over when it has been booked', async () => {
      await compare()
      await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
      await payIn()
      const reference = newestPayment()
      await compare(lyingAbout.payments((lines) => lines.map((line) => ({ ...line, paidAt: new Date(0) }))))
      const [before] = await open()
      growOld()
      expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
      expect([before, ...(await open())]).toEqual(
        Array(2).fill(expect.stringContaining(`unknown-deposit ${reference} 2`)),
      )
      await jara.settle()
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('a deposit that the bank took back explains the balance until that is booked', async () => {
      await aDay()
      await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
      const reference = newestPayment()
      await jara.sandbox.decidePayment(reference, 'reversed')
      await compare()
      growOld()
      await compare()
      expect(await open()).toEqual([`missing-deposit ${reference} -250000`])
      await jara.settle()
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('a deposit that was given again explains the balance, and is over when the bank has it again', async () => {
      await aDay()
      const reference = newestPayment()
      await jara.sandbox.decidePayment(reference, 'reversed')
      await jara.settle()
      await jara.sandbox.decidePayment(reference, 'success')
      await compare()
      growOld()
      await compare()
      expect(await open()).toEqual([`deposit-state-differs ${reference} 250000`])
      await jara.sandbox.decidePayment(reference, 'reversed')
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('what was given back here and paid there explains the balance until it is taken again', async () => {
      await compare()
      await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
      const order = await ada.withdraw(150_000n)
      await jara.pass(5_000)
      moveTransfer(order.id, 'success')
      await compare()
      growOld()
      expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
      expect(await open()).toEqual([`state-differs ${order.id} -151000`])
      await jara.settle()
      expect(await stateOf(order.id)).toBe('late_success')
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('a transfer that a list lacked and that came back is over when it is given back here too', async () => {
      const { settled } = await aDay()
      await compare(lyingAbout.transfers((lines) => lines.filter(({ reference }) => reference !== settled)))
      expect(await open()).toEqual([`missing-transfer ${settled} 0`])
      growOld()
      await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
      moveTransfer(settled, 'reversed')
      await compare()
      expect(await open()).toEqual([`missing-transfer ${settled} 151000`])
      await jara.settle()
      expect(await stateOf(settled)).toBe('returned')
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('a purchase that was taken back there explains the balance until it is given back here', async () => {
      await compare()
      const order = await ada.buy(airtime())
      await jara.settle()
      const { reference } = await orderNow(ada, order)
      await faultBills(jara, 'webhook', 'lost')
      await jara.sandbox.decideDelivery(reference, 'reversed')
      await compare()
      const found = await open()
      expect(found).toEqual([expect.stringContaining(`state-differs ${reference} `)])
      growOld()
      expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
      expect(await open()).toEqual(found)
      await jara.settle()
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })

    it('what a verification does not answer about is a gap, and keeps what was known', async () => {
      await compare()
      await sendElsewhere(ELSEWHERE)
      await compare()
      growOld()
      await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'html-502', count: 1 })
      expect((await compare()).gaps).toEqual([expect.stringContaining(`${ELSEWHERE} without an answer`)])
      expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} -${TAKEN_KOBO}`])
    })

    it('the amount of a difference stays while nobody answers, also while its line is in the list', async () => {
      await compare()
      await sendElsewhere(ELSEWHERE)
      await compare()
      const known = await onlyOpen()
      await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'html-502', count: 1 })
      expect((await compare()).gaps).toEqual([expect.stringContaining(`${ELSEWHERE} without an answer`)])
      expect(await onlyOpen()).toEqual(known)
    })

    it('what nobody has answered for yet comes to nothing that is known: it cannot be closed until it is', async () => {
      await compare()
      await sendElsewhere(ELSEWHERE)
      await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'html-502', count: 1 })
      await compare()
      expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} null`])
      await expect(close(await onlyOpen())).rejects.toThrow('not known yet')
      await compare()
      expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} -${TAKEN_KOBO}`])
      await close(await onlyOpen())
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
    })

    it('a deposit that a list lacks comes to nothing that is known until its verification answers', async () => {
      await aDay()
      const gone = lyingAbout.payments(() => [])
      await jara.sandbox.fault({ operation: 'payment-verify', fault: 'html-502', count: 1 })
      await compare(gone)
      expect(await open()).toEqual([expect.stringMatching(/^missing-deposit \S+ null$/)])
      await compare(gone)
      expect(await open()).toEqual([expect.stringMatching(/^missing-deposit \S+ 0$/)])
    })

    it('of more open differences than can be asked about the rest is a gap, and stays open', async () => {
      await jara.database.query(
        `insert into reconciliation_exceptions (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
         select 'paystack', 'unknown-transfer', 'elsewhere-' || n, n, 'in the list', -1, $1, $1
         from generate_series(1, 2001) as n`,
        [jara.clock.now()],
      )
      const { payments } = jara
      let asked = 0
      const verifyTransfer: typeof payments.verifyTransfer = async () => {
        asked++
        return { outcome: 'unknown', cause: 'no answer in time' }
      }
      const { gaps, exceptions } = await compare(bending(jara, { payments: { verifyTransfer } }))
      expect([asked, exceptions]).toEqual([2_000, 2_001])
      expect(gaps).toContain('paystack: more than 2000 open differences')
    })

    it('a transfer that is still on its way explains the balance, and is not missed when it is paid', async () => {
      await compare()
      await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
      const order = await ada.withdraw(300_000n)
      await jara.pass(5_000)
      growOld()
      expect(await compare()).toMatchObject({ pending: 1, exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
      moveTransfer(order.id, 'success')
      await jara.settle()
      expect(await stateOf(order.id)).toBe('settled')
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
      expect(await open()).toEqual([])
    })
  })
})
