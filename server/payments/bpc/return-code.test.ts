import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO, BPC_RETURN_MS, SANDBOX_GRANT_KOBO } from '#contract/constants.ts'
import type { BpcId } from '#contract/ids.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, boughtBy, buyByTransfer, codesOf, giveBack, payInto, phoneOf } from '#tests/support/purchases.ts'
import { checkBpcCode } from './check-code.ts'
import { decryptCode } from './code.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(featureDatabases)('giving a BPC back on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const available = async () => BigInt((await ada.wallet()).availableKobo)
  const refunds = () => jara.database.query("select 1 from ledger_transfers where kind = 'return'")
  /** Sessions end after a day, so the person signs in again with password and device. */
  async function signInAgain(): Promise<void> {
    const { email, password, device } = ada
    const answer = await ada.call('POST', '/api/sessions', { email, password, device: { publicKey: device.publicKey } })
    expect(answer.status).toBeLessThan(300)
  }
  async function addMoney(amountKobo: bigint): Promise<void> {
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: amountKobo.toString() })
    await jara.pass(2 * SECOND_MS)
  }
  async function expectRefused(boughtBpcId: string | null): Promise<void> {
    const before = await available()
    const answer = await giveBack(ada, boughtBpcId)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'bpc.not-returnable'])
    expect(await available()).toBe(before)
  }
  async function expectTaken(boughtBpcId: string | null): Promise<void> {
    const before = await available()
    const answer = await giveBack(ada, boughtBpcId)
    expect([answer.status, answer.body.order?.state]).toEqual([200, 'returned'])
    expect(await available()).toBe(before + BPC_PRICE_KOBO)
  }

  it.each(['wallet', 'transfer'] as const)('gives its full price to the wallet, paid by %s, once', async (payWith) => {
    const order = payWith === 'wallet' ? await ada.buyBpc('wallet') : await buyByTransfer(jara, ada)
    if (payWith === 'transfer') await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    const { boughtBpcId } = await ada.order(order.id)
    await expectTaken(boughtBpcId)
    expect(await ada.order(order.id)).toMatchObject({ state: 'returned', status: 'reversed', boughtBpcId })
    const again = await giveBack(ada, boughtBpcId)
    expect([again.status, again.body.order.state]).toEqual([200, 'returned'])
    expect(await refunds()).toHaveLength(1)
    expect(await ada.wallet()).toMatchObject({ level: 'basic', dailyLimitKobo: '50000000', spentTodayKobo: '0' })
    expect(await ledgerSum(jara.database, 'revenue:bpc')).toBe(0n)
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    expect(body.transactions[0]).toMatchObject({ title: 'Refund', amountKobo: '650000', status: 'completed' })
  })

  it('is possible to the last instant of the seventh day, and not a millisecond later', async () => {
    const early = await ada.buyBpc('wallet')
    jara.clock.advance(1)
    const late = await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now().getTime()
    const [, code] = await boughtBy(ada)
    expect(code?.returnableUntil).toBe(new Date(boughtAt + BPC_RETURN_MS).toISOString())
    jara.clock.set(new Date(boughtAt + BPC_RETURN_MS))
    await signInAgain()
    expect((await boughtBy(ada)).map((each) => each.returnableUntil)).toEqual([null, code?.returnableUntil])
    await expectRefused(early.boughtBpcId)
    await expectTaken(late.boughtBpcId)
  })

  it('is refused once a payment has run under it, and allowed again when that payment failed', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-fail', delayMs: 20_000 })
    await ada.buy(airtime())
    await jara.settle()
    await expectRefused(boughtBpcId)
    expect((await boughtBy(ada))[0]?.returnableUntil).toBeNull()
    await jara.pass(40 * SECOND_MS)
    await ada.unlock()
    expect((await boughtBy(ada))[0]?.returnableUntil).not.toBeNull()
    await expectTaken(boughtBpcId)
  })

  it('is refused after a free transfer: that is a benefit, too', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    const order = await ada.withdraw(100_000n)
    expect(order.feeKobo).toBe('0')
    await jara.pass(2 * SECOND_MS)
    await expectRefused(boughtBpcId)
  })

  it('is allowed when payments ran under standard prices', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    const starter = (await codesOf(ada)).find((code) => code.kind === 'starter')
    const order = await ada.buy(airtime({ bpcCode: starter?.code }))
    expect(order.discountKobo).toBe('1000')
    await jara.pass(2 * SECOND_MS)
    await expectTaken(boughtBpcId)
  })

  describe('after the raised limit was used', () => {
    let starter: string | undefined
    beforeEach(async () => {
      await addMoney(200_000_000n)
      starter = (await codesOf(ada)).find((code) => code.kind === 'starter')?.code
    })
    const spend = async (amountKobo: bigint) => {
      const order = await ada.withdraw(amountKobo, { bpcCode: starter ?? '' })
      await jara.pass(2 * SECOND_MS)
      return order
    }

    it('is refused', async () => {
      const { boughtBpcId } = await ada.buyBpc('wallet')
      await spend(50_000_001n - BPC_PRICE_KOBO)
      await expectRefused(boughtBpcId)
    })

    it('is allowed when exactly what is allowed without it was spent', async () => {
      const { boughtBpcId } = await ada.buyBpc('wallet')
      await spend(50_000_000n - BPC_PRICE_KOBO)
      await expectTaken(boughtBpcId)
    })

    it('is refused although another code was bought afterwards, for both of them no gain is left over', async () => {
      const first = await ada.buyBpc('wallet')
      await spend(90_000_000n)
      const second = await ada.buyBpc('wallet')
      await expectRefused(first.boughtBpcId)
      await expectTaken(second.boughtBpcId)
      await expectRefused(first.boughtBpcId)
    })

    it('takes back one of two where the other alone allowed what was spent, and then not that one', async () => {
      const [first, second] = [await ada.buyBpc('wallet'), await ada.buyBpc('wallet')]
      await spend(90_000_000n)
      await expectTaken(second.boughtBpcId)
      await expectRefused(first.boughtBpcId)
    })

    it('takes back what was bought after the day it would have helped on', async () => {
      const first = await ada.buyBpc('wallet')
      await spend(90_000_000n)
      jara.clock.advance(DAY_MS)
      await jara.settle()
      await signInAgain()
      const second = await ada.buyBpc('wallet')
      await expectTaken(second.boughtBpcId)
      await expectRefused(first.boughtBpcId)
    })

    it('is allowed when what went beyond came back', async () => {
      const { boughtBpcId } = await ada.buyBpc('wallet')
      const order = await spend(90_000_000n)
      await expectRefused(boughtBpcId)
      await jara.sandbox.decide(order.reference, 'reversed')
      await jara.pass(10 * SECOND_MS)
      await ada.unlock()
      await expectTaken(boughtBpcId)
    })

    it('lowers the limit, and what is left today is nothing and not less', async () => {
      const [, second] = [await ada.buyBpc('wallet'), await ada.buyBpc('wallet')]
      await spend(95_000_000n)
      await expectTaken(second.boughtBpcId)
      const wallet = await ada.wallet()
      expect(wallet.dailyLimitKobo).toBe('100000000')
      const answer = await ada.call('POST', '/api/quotes', airtime({ amountKobo: '50000000' }))
      expect(answer.status).toBeGreaterThanOrEqual(400)
    })
  })

  it('fifty times at once is one refund', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    await ada.unlock()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ada.call('POST', `/api/bpc/${boughtBpcId}/return`)),
    )
    expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]))
    expect(await refunds()).toHaveLength(1)
    expect(await available()).toBe(SANDBOX_GRANT_KOBO)
  })

  it('and paying under it at the same time is never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { boughtBpcId } = await ada.buyBpc('wallet')
      const quote = await ada.quoteOf(airtime({ phone: phoneOf(round) }))
      expect(quote.priceList).toBe('bpc')
      const giving = () => ada.call('POST', `/api/bpc/${boughtBpcId}/return`)
      const both = [giving, () => ada.approve(quote)] as const
      const [first, second] = round % 2 === 0 ? both : [both[1], both[0]]
      const answers = await Promise.all([first(), second()])
      const statuses =
        round % 2 === 0 ? answers.map((each) => each.status) : answers.map((each) => each.status).toReversed()
      expect([
        [200, 410],
        [409, 201],
      ]).toContainEqual(statuses)
      await jara.settle()
      // The kept code is used now, and the next quote would use it too.
      if (statuses[0] === 409) break
    }
  })

  it('of somebody else, of nobody, or of the starter code changes nothing', async () => {
    const obi = await jara.person('Obi Ada')
    const { boughtBpcId } = await ada.buyBpc('wallet')
    for (const id of [boughtBpcId, 'bpc_nope', `bpc_${'0'.repeat(35)}`, '%20', "' or 1=1 --"]) {
      const answer = await giveBack(obi, id)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'bpc.not-found'])
    }
    await expectRefused((await codesOf(ada)).find((code) => code.kind === 'starter')?.id ?? null)
    expect(await refunds()).toEqual([])
  })

  it('needs a PIN of the last minutes', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    jara.clock.advance(4 * MINUTE_MS)
    await ada.wallet()
    jara.clock.advance(2 * MINUTE_MS)
    const answer = await ada.call('POST', `/api/bpc/${boughtBpcId}/return`)
    expect([answer.status, answer.body.error.code]).toEqual([403, 'pin.needed'])
    expect(await refunds()).toEqual([])
  })

  it('takes an order approved in the last minutes for that PIN, and no other purchase', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    const wait = async (minutes: number) => {
      jara.clock.advance(minutes * MINUTE_MS)
      await ada.wallet()
    }
    for (let minute = 0; minute < 12; minute += 4) await wait(4)
    await ada.buyBpc('transfer')
    expect((await ada.call('GET', '/api/bpc')).body.error.code).toBe('pin.needed')
    await ada.withdraw(20_000n)
    await wait(4)
    expect((await ada.call('GET', '/api/bpc')).status).toBe(200)
    await wait(2)
    expect((await ada.call('POST', `/api/bpc/${boughtBpcId}/return`)).body.error.code).toBe('pin.needed')
  })

  describe('a code', () => {
    const ask = (who: Person, bpcCode: string) => who.call('POST', '/api/quotes', airtime({ bpcCode }))
    const INVALID = [400, 'bpc.invalid']

    it("of somebody else's, or one that was given back, gives no better price", async () => {
      const obi = await jara.person('Obi Ada')
      const { boughtBpcId } = await ada.buyBpc('wallet')
      const [held] = await boughtBy(ada)
      const code = held?.code ?? ''
      expect((await ask(ada, code.toLowerCase())).status).toBe(201)
      const his = await ask(obi, code)
      expect([his.status, his.body.error.code]).toEqual(INVALID)
      await expectTaken(boughtBpcId)
      const returned = await ask(ada, code)
      expect([returned.status, returned.body.error.code]).toEqual(INVALID)
      expect((await ada.quoteOf(airtime())).priceList).toBe('standard')
    })

    it('is not found by a thousand guesses, and after twenty not even the right one is checked for an hour', async () => {
      await ada.buyBpc('wallet')
      const [held] = await boughtBy(ada)
      const statuses = new Map<number, number>()
      for (let n = 0; n < 1_000; n++) {
        const guess = `2222-2222-2222-${n.toString().padStart(4, '2')}`
        const { status } = await ask(ada, guess)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect([...statuses]).toEqual([
        [400, 20],
        [429, 980],
      ])
      expect((await ask(ada, held?.code ?? '')).status).toBe(429)
      // No code has to be given: the best one held counts.
      expect((await ada.quoteOf(airtime())).priceList).toBe('bpc')
      jara.clock.advance(60 * MINUTE_MS)
      await ada.unlock()
      expect((await ask(ada, held?.code ?? '')).status).toBe(201)
    })

    it('is worth nothing to someone who has the database but not the keys', async () => {
      await ada.buyBpc('wallet')
      const [held] = await boughtBy(ada)
      const [row] = await jara.database.query<{ all: string; id: BpcId; box: Uint8Array }>(
        "select bpc_codes::text as all, id, code_box as box from bpc_codes where kind = 'bought'",
      )
      if (row === undefined || held === undefined) throw new Error('no code was bought')
      for (const form of [held.code, held.code.replaceAll('-', '')]) {
        expect(row.all).not.toContain(form)
        expect(row.all).not.toContain(Buffer.from(form).toString('hex'))
      }
      const others = { ...jara.deps, keys: keysFrom(Buffer.alloc(32, 9)) }
      const owner = { userId: ada.id, id: row.id } as Parameters<typeof decryptCode>[1]
      expect(decryptCode(jara.deps, owner, row.box)).toBe(held.code)
      expect(() => decryptCode(others, owner, row.box)).toThrow()
      const asked = { userId: owner.userId, code: held.code }
      expect(await checkBpcCode(jara.deps, jara.database, asked)).toMatchObject({ id: held.id })
      expect(await checkBpcCode(others, jara.database, asked)).toBeNull()
    })
  })
})
