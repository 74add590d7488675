import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BpcAnswer } from '#contract/bpc.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { Quote } from '#contract/orders.ts'
import type { Wallet } from '#contract/wallet.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type Answered, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'

const MINUTE_MS = 60_000

type Expected = { status: number; code: ErrorCode; field?: string; message?: string | RegExp }

describe.each(featureDatabases)('a wrong request for money out on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let bola: Person
  let before: Wallet

  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
  })
  beforeEach(async () => {
    jara.clock.advance(MINUTE_MS)
    await ada.unlock()
    await bola.unlock()
    before = await ada.wallet()
  })
  afterAll(async () => {
    await jara.close()
  })

  const asks = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }
  const ask = (change: Record<string, unknown> = {}) => ada.call('POST', '/api/quotes', { ...asks, ...change })

  /** Expects this refusal, and that nothing moved: wallet, orders, holds. */
  async function expectRefused(answer: Answered<Refusal>, expected: Expected): Promise<void> {
    const { error } = answer.body
    expect({ status: answer.status, code: error.code }).toEqual({ status: expected.status, code: expected.code })
    expect(error).toMatchObject({ message: expect.any(String), id: expect.stringMatching(/^[\w-]{12}$/) })
    if (expected.message === undefined && expected.field === undefined) {
      expect(error.message).toBe(ERRORS[expected.code].message)
    }
    if (typeof expected.message === 'string') expect(error.message).toBe(expected.message)
    else if (expected.message !== undefined) expect(error.message).toMatch(expected.message)
    if (expected.field === undefined) expect(error.fields).toBeUndefined()
    else expect(Object.keys(error.fields ?? {})).toEqual([expected.field])
    await expectNothingMoved()
  }

  async function expectNothingMoved(): Promise<void> {
    const { at: _, ...after } = await ada.wallet()
    const { at: __, ...unchanged } = before
    expect(after).toEqual(unchanged)
    expect(await jara.database.query('select id from orders')).toEqual([])
    expect(await jara.database.query("select 1 from ledger_transfers where kind = 'hold'")).toEqual([])
  }

  describe('for a quote', () => {
    it.each([
      ['', 'amount.invalid'],
      ['abc', 'amount.invalid'],
      ['0', 'amount.invalid'],
      ['-150000', 'amount.invalid'],
      ['+150000', 'amount.invalid'],
      [' 150000', 'amount.invalid'],
      ['150000\n', 'amount.invalid'],
      ['150000.5', 'amount.invalid'],
      ['1500,00', 'amount.invalid'],
      ['1e5', 'amount.invalid'],
      ['0x24', 'amount.invalid'],
      ['0150000', 'amount.invalid'],
      ['١٥٠٠٠٠', 'amount.invalid'],
      ['１５００００', 'amount.invalid'],
      ['150000n', 'amount.invalid'],
      ['Infinity', 'amount.invalid'],
      ['NaN', 'amount.invalid'],
      ['1000000000001', 'amount.invalid'],
      ['9'.repeat(40), 'amount.invalid'],
      ['15\u00000000', 'amount.invalid'],
      ['1', 'amount.too-small'],
      ['9999', 'amount.too-small'],
      ['500000001', 'amount.too-large'],
      ['1000000000000', 'amount.too-large'],
    ] as const)('refuses the amount %j', async (amountKobo, code) => {
      await expectRefused(await ask({ amountKobo }), { status: 400, code, field: 'amountKobo' })
    })

    it.each([
      ['a number', { amountKobo: 150_000 }, 'amountKobo'],
      ['a fraction', { amountKobo: 0.1 }, 'amountKobo'],
      ['null', { amountKobo: null }, 'amountKobo'],
      ['a list', { amountKobo: ['150000'] }, 'amountKobo'],
      ['an object', { amountKobo: { $gt: '' } }, 'amountKobo'],
      ['41 digits', { amountKobo: '9'.repeat(41) }, 'amountKobo'],
      ['no amount', { amountKobo: undefined }, 'amountKobo'],
      ['no bank', { bankCode: undefined }, 'bankCode'],
      ['no account number', { accountNumber: undefined }, 'accountNumber'],
      ['an account number that is a number', { accountNumber: 123456784 }, 'accountNumber'],
      ['a code that is a number', { bpcCode: 5 }, 'bpcCode'],
      ['no kind', { kind: undefined }, 'kind'],
      ['an unknown kind', { kind: 'gift' }, 'kind'],
      ['an account number for airtime', { kind: 'airtime', network: 'mtn', phone: '08031234567' }, 'body'],
      ['a field nobody knows', { feeKobo: '0' }, 'body'],
      ['a price of its own', { totalKobo: '1' }, 'body'],
    ])('refuses %s', async (_name, change, field) => {
      await expectRefused(await ask(change), { status: 400, code: 'request.invalid', field })
    })

    it.each(['012345678', '01234567890', '012345678a', '', ' 123456784', '٠١٢٣٤٥٦٧٨', '012-345678', '0123456\u000084'])(
      'refuses the account number %j',
      async (accountNumber) => {
        const expected = { status: 400, code: 'account-number.invalid', field: 'accountNumber' } as const
        await expectRefused(await ask({ accountNumber }), expected)
        const resolved = await ada.call('POST', '/api/banks/resolve', { bankCode: '044', accountNumber })
        await expectRefused(resolved, expected)
      },
    )

    it.each(['', '999999', '44', '044 ', '044\u0000', '../banks', '０４４'])(
      'refuses the bank %j',
      async (bankCode) => {
        const expected = { status: 400, code: 'bank.unknown', field: 'bankCode' } as const
        await expectRefused(await ask({ bankCode }), expected)
        const resolved = await ada.call('POST', '/api/banks/resolve', {
          bankCode,
          accountNumber: RECIPIENT.accountNumber,
        })
        await expectRefused(resolved, expected)
      },
    )

    it('refuses a bank that is closed, by its name and with the reason', async () => {
      const { body } = await ada.call<{ banks: { code: string; name: string; open: boolean }[] }>('GET', '/api/banks')
      const closed = body.banks.filter((each) => !each.open)
      expect(closed.map((each) => each.name)).toEqual(['Heritage Bank', 'MOMOGHANA'])
      for (const { code, name } of closed) {
        const expected = {
          status: 409,
          code: 'bank.closed',
          field: 'bankCode',
          message: new RegExp(`^${name} `),
        } as const
        await expectRefused(await ask({ bankCode: code }), expected)
      }
    })

    it('reports a bank that closed after the list was read, and accepts it once it is open again', async () => {
      expect((await ada.call('POST', '/api/banks/resolve', RECIPIENT)).status).toBe(200)
      jara.clock.advance(10_000)
      const isOpen = (open: boolean) => jara.world.record([{ type: 'bank.switched', code: RECIPIENT.bankCode, open }])
      isOpen(false)
      await expectRefused(await ask(), {
        status: 409,
        code: 'bank.closed',
        field: 'bankCode',
        message: /^\S.* cannot receive transfers right now\. Choose another account\.$/,
      })
      isOpen(true)
      jara.clock.advance(MINUTE_MS)
      expect((await ask()).status).toBe(201)
    })

    it('refuses an account the bank does not know', async () => {
      await expectRefused(await ask({ accountNumber: '9912345678' }), {
        status: 422,
        code: 'name.not-resolved',
        field: 'accountNumber',
      })
    })

    it('refuses more than the balance, and one kobo more than the balance with fee and duty', async () => {
      const refused = { status: 409, code: 'funds.insufficient', field: 'amountKobo' } as const
      await expectRefused(await ask({ amountKobo: '20000000' }), refused)
      await expectRefused(await ask({ amountKobo: '19990001' }), {
        ...refused,
        message:
          'Your balance of ₦200,000 is not enough for ₦200,000.01 in total, with fee and stamp duty. Add money or choose a smaller amount.',
      })
    })

    it('takes exactly the whole balance with fee and duty', async () => {
      const quote = await ada.quote(19_990_000n)
      expect(quote).toMatchObject({ totalKobo: '20000000', availableAfterKobo: '0', feeKobo: '5000', dutyKobo: '5000' })
      await expectNothingMoved()
    })

    it.each(['', '   ', 'NOPE', 'JARA-AAAA-AAAA-AAAA-AAAA', '\u0000', "' or 1=1 --"])(
      'takes no wrong BPC code %j, and needs none',
      async (bpcCode) => {
        const answer = await ask({ bpcCode })
        if (bpcCode.trim() === '') expect(answer.status).toBe(201)
        else {
          const message = 'Invalid BPC code. Please enter a valid code.'
          await expectRefused(answer, { status: 400, code: 'bpc.invalid', field: 'bpcCode', message })
        }
      },
    )

    it("takes one's own starter code and nobody else's", async () => {
      const codesOf = async (who: Person) => (await who.call<BpcAnswer>('GET', '/api/bpc')).body.codes
      const [own] = await codesOf(ada)
      const [other] = await codesOf(bola)
      expect(own).toMatchObject({ kind: 'starter', status: 'active' })
      expect((await ask({ bpcCode: own?.code })).status).toBe(201)
      await expectRefused(await ask({ bpcCode: other?.code }), {
        status: 400,
        code: 'bpc.invalid',
        field: 'bpcCode',
        message: 'Invalid BPC code. Please enter a valid code.',
      })
    })
  })

  describe('for an order', () => {
    let quote: Quote

    beforeEach(async () => {
      quote = await ada.quote(150_000n)
    })

    async function approval(change: { terms?: string; challenge?: string; deviceId?: string; pin?: string } = {}) {
      const { terms = quote.terms, challenge = quote.challenge, deviceId = ada.deviceId, pin = '4071' } = change
      return {
        deviceId,
        pinProof: await ada.device.pinProof(pin),
        signature: await ada.device.sign('order', challenge, terms),
      }
    }
    const order = async (body: { quoteId?: unknown; approval?: unknown; [extra: string]: unknown }) =>
      await ada.call('POST', '/api/orders', { quoteId: quote.id, approval: await approval(), ...body })

    it.each(['', 'quo_', 'nope', `quo_${'0'.repeat(35)}`, 'quo_\u0000', "quo_' or 1=1 --"])(
      'refuses the unknown quote %j',
      async (quoteId) => {
        await expectRefused(await order({ quoteId }), { status: 404, code: 'quote.not-found' })
      },
    )

    it("refuses somebody else's quote", async () => {
      const his = await bola.quote(150_000n)
      const signed = await approval({ terms: his.terms, challenge: his.challenge })
      await expectRefused(await order({ quoteId: his.id, approval: signed }), { status: 404, code: 'quote.not-found' })
    })

    it.each([5 * MINUTE_MS, 60 * MINUTE_MS])('refuses a quote %d ms old', async (ageMs) => {
      jara.clock.advance(ageMs)
      await ada.unlock()
      const answer = await ada.approve(quote)
      await expectRefused(answer, { status: 410, code: 'quote.expired' })
    })

    it.each([
      ['no approval', { approval: undefined }, 'approval'],
      ['an approval that is a text', { approval: 'yes' }, 'approval'],
      ['no quote', { quoteId: undefined }, 'quoteId'],
      ['a field nobody knows', { amountKobo: '1' }, 'body'],
      ['a quote id that is too long', { quoteId: 'q'.repeat(61) }, 'quoteId'],
    ])('refuses %s', async (_name, body, field) => {
      await expectRefused(await order(body), { status: 400, code: 'request.invalid', field })
    })

    it.each(['deviceId', 'pinProof', 'signature'])('refuses an approval without %s', async (missing) => {
      const signed = { ...(await approval()), [missing]: undefined }
      const expected = { status: 400, code: 'request.invalid', field: 'approval' } as const
      await expectRefused(await order({ approval: signed }), expected)
    })

    it('refuses a wrong PIN in exactly these words, with the tries left', async () => {
      const answer = await ada.approve(quote, '9999')
      const message = 'The PIN you entered is incorrect. Please try again.'
      await expectRefused(answer, { status: 403, code: 'pin.wrong', message })
      expect(answer.body.error).toMatchObject({ triesLeft: 4 })
      await ada.unlock()
    })

    it('refuses a signature of another device, over other terms, for another purpose or challenge', async () => {
      const stranger = await newDevice()
      const good = await approval()
      const other = await ada.quote(160_000n)
      for (const signature of [
        await stranger.sign('order', quote.challenge, quote.terms),
        await ada.device.sign('order', quote.challenge, quote.terms.replace('1,500', '15,000')),
        await ada.device.sign('unlock', quote.challenge, quote.terms),
        await ada.device.sign('order', other.challenge, quote.terms),
        await ada.device.sign('order', other.challenge, other.terms),
        'A'.repeat(86),
      ]) {
        const answer = await order({ approval: { ...good, signature } })
        await expectRefused(answer, { status: 403, code: 'approval.invalid' })
      }
      const [pin] = await jara.database.query('select wrong_in_row from pins where user_id = $1', [ada.id])
      expect(pin).toEqual({ wrong_in_row: 0 })
    })

    it("refuses another device's id", async () => {
      for (const deviceId of [bola.deviceId, '', 'dev_\u0000', `dev_${'0'.repeat(35)}`]) {
        const answer = await order({ approval: await approval({ deviceId }) })
        await expectRefused(answer, { status: 403, code: 'approval.invalid' })
      }
    })

    it.each(['', 'ord_x', `ord_${'0'.repeat(35)}`, 'ord_%00', '..%2f..', '%e0%a4'])(
      'knows no order %j to read, check or cancel',
      async (id) => {
        for (const [method, path] of [
          ['GET', `/api/orders/${id}`],
          ['POST', `/api/orders/${id}/check`],
          ['POST', `/api/orders/${id}/cancel`],
          ['GET', `/api/transactions/${id === '' ? 'txn_' : id}`],
        ] as const) {
          const answer = await ada.call(method, path)
          expect(answer.status).toBe(404)
          expect(['order.not-found', 'request.not-found']).toContain(answer.body.error.code)
        }
        await expectNothingMoved()
      },
    )
  })
})
