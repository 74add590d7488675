import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime, BILL_FORMS } from '#tests/support/purchases.ts'

describe('the words of a line', () => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    ;({ jara, ada } = await startWithBuyer('pglite'))
  })
  afterAll(() => jara.close())

  /** The newest lines: title, counterparty, and the detail below it. */
  async function newest(count: number): Promise<(string | null)[][]> {
    await jara.pass(2_000)
    await ada.unlock()
    const { body } = await ada.call<TransactionsAnswer>('GET', `/api/transactions?limit=${count}`)
    return body.transactions.map((each) => [each.title, each.counterparty, each.counterpartyDetail])
  }

  it('of the first money are the grant’s, which says what it is worth', async () => {
    expect(await newest(1)).toEqual([['Sandbox grant', null, 'Practice money, no real value']])
  })

  it('of a transfer name its recipient as the bank did, with number and bank', async () => {
    const quote = await ada.quote(100_000n)
    if (quote.kind !== 'withdrawal') throw new Error('another kind')
    expect((await ada.approve(quote)).status).toBe(201)
    expect(await newest(1)).toEqual([
      ['Bank Transfer', quote.recipient.accountName, `${RECIPIENT.accountNumber} · Access Bank`],
    ])
  })

  it.each([
    ['mtn', '08031234567', 'MTN Airtime', '0803 123 4567'],
    ['airtel', '08021234567', 'Airtel Airtime', '0802 123 4567'],
    ['glo', '08051234567', 'Glo Airtime', '0805 123 4567'],
    ['9mobile', '08091234567', '9Mobile (T2) Airtime', '0809 123 4567'],
  ])('of airtime of %s name the network and the phone', async (network, phone, title, shown) => {
    await ada.buy(airtime({ network, phone }))
    expect(await newest(1)).toEqual([[title, shown, phone]])
  })

  it('of data name the network, the phone and the bundle', async () => {
    const data = BILL_FORMS.data(3)
    await ada.buy(data)
    const [line] = await newest(1)
    expect(line?.[0]).toBe('Airtel Data Bundle')
    expect(line?.[2]).toContain(`${data.phone} · 1GB`)
  })

  it('of a BPC and of what comes in say so', async () => {
    await ada.buyBpc('wallet')
    expect((await newest(1))[0]?.[0]).toBe('BPC Code')
    const { account } = await fundingOf(ada)
    const accountNumber = account?.accountNumber ?? ''
    await jara.sandbox.payIn({ accountNumber, amountKobo: '100', senderName: 'BOLA AHMED' })
    expect((await newest(1))[0]?.slice(0, 2)).toEqual(['Deposit', 'BOLA AHMED'])
  })

  it('of what failed stay, and its money has a line of its own', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await ada.withdraw(100_000n)
    expect((await newest(2)).map(([title]) => title)).toEqual(['Refund', 'Bank Transfer'])
  })
})
