import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { Order, Quote, QuoteBody } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { BILL_FORMS, buyByTransfer } from '#tests/support/purchases.ts'

/** A person who uses the product while others send odd texts. */
export type Life = {
  readonly jara: TestJara
  readonly ada: Person
  readonly passkeyId: string
  readonly caseId: string
}

/** The result of a text: as shown in each place, or the code of the refusal. */
export type Told = { readonly shown: readonly (string | null)[] } | { readonly refused: string }

/** A text from outside that describes, or names the person paid, and how it comes in. */
export type Source = {
  /** The name in docs/why/security.md. */
  readonly what: string
  /** The name of the person paid: odd or too many letters are refused. */
  readonly isHolder?: true
  /** What is shown if nothing is left of it; null if nothing is. */
  readonly instead: string | null | 'refused' | 'left out'
  /** What happens to 5,000 characters. Null: they are left out. */
  readonly tooLong: 'cut' | 'refused' | null
  readonly feed: (life: Life, text: string) => Promise<Told>
}

/** After this time, providers' lists are read again. */
const LISTS_AGE_MS = 11 * 60_000
const METER = BILL_FORMS.electricity(1)
const BUNDLE = BILL_FORMS.data(1)
const TV = BILL_FORMS.tv(1)

let number = 0
/** A different meter each time, so that no purchase waits for the previous one. */
const nextMeter = () => ({ ...METER, meterNumber: String(45_006_000_000 + ++number) })

async function says(
  jara: TestJara,
  of: { provider?: 'vtpass'; operation: string; field: string; text: string; count?: number },
) {
  await jara.sandbox.fault({ fault: 'odd-text', ...of })
}

async function forgetLists({ jara, ada }: Life): Promise<void> {
  jara.clock.advance(LISTS_AGE_MS)
  await ada.unlock()
}

async function quoted(
  { ada }: Life,
  body: QuoteBody,
  shownBy: (quote: Quote) => readonly (string | null)[],
): Promise<Told> {
  const answer = await ada.call<{ quote: Quote; error: { code: string } }>('POST', '/api/quotes', body)
  return answer.status === 201 ? { shown: shownBy(answer.body.quote) } : { refused: answer.body.error.code }
}

/** The value of a label in the terms that a person reads and signs. */
const line = (quote: Quote, label: string) =>
  quote.terms
    .split('\n')
    .find((each) => each.startsWith(`${label}: `))
    ?.slice(label.length + 2) ?? null

/** As quoted, approved and carried out: signed texts appear in the history, receipts and statements. */
export async function bought(
  life: Life,
  body: QuoteBody,
  shownBy: (quote: Quote, order: Order) => readonly (string | null)[],
): Promise<Told> {
  const { jara, ada } = life
  const answer = await ada.call<{ quote: Quote; error: { code: string } }>('POST', '/api/quotes', body)
  if (answer.status !== 201) return { refused: answer.body.error.code }
  const approved = await ada.approve(answer.body.quote)
  await jara.pass(5_000)
  return { shown: shownBy(answer.body.quote, await ada.order(approved.body.order.id)) }
}

const withdrawal = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: '10000' } as const

async function accountOf({ jara }: Life, operation: string, field: string, text: string) {
  await says(jara, { operation, field, text, count: 3 })
  const { account } = await fundingOf(await jara.person('Bola Ahmed'))
  await jara.sandbox.reset()
  return account
}

async function payTo({ jara }: Life, field: string, text: string) {
  const person = await jara.person('Bola Ahmed')
  await says(jara, { operation: 'charge', field, text })
  return (await buyByTransfer(jara, person)).payTo
}

export async function answered(
  asked: Promise<{ status: number; body: unknown }>,
  shownBy: (body: never) => readonly (string | null)[],
): Promise<Told> {
  const { status, body } = await asked
  if (status >= 300) return { refused: (body as { error: { code: string } }).error.code }
  return { shown: shownBy(body as never) }
}

const ABSENT = 'Name not given'

/** What providers say. */
export const SAID_BY_PROVIDERS: readonly Source[] = [
  {
    what: 'the sender of a payment',
    instead: null,
    tooLong: 'cut',
    async feed({ jara, ada }, text) {
      const { account } = await fundingOf(ada)
      // Each payment has its own place in the history.
      jara.clock.advance(1_000)
      await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '100', senderName: text })
      await jara.settle()
      const { deposits } = (await ada.call<FundingAccountAnswer>('GET', '/api/funding-account')).body
      const { transactions } = (await ada.call<TransactionsAnswer>('GET', '/api/transactions?limit=1')).body
      return { shown: [deposits[0]?.senderName ?? null, transactions[0]?.counterparty ?? null] }
    },
  },
  {
    what: 'the name of a bank',
    instead: 'Bank 044',
    tooLong: 'cut',
    async feed(life, text) {
      await forgetLists(life)
      await says(life.jara, { operation: 'banks', field: 'name', text })
      return await bought(life, withdrawal, (quote) => [
        quote.kind === 'withdrawal' ? quote.recipient.bankName : null,
        line(quote, 'Bank'),
      ])
    },
  },
  {
    what: 'the holder of an account that is paid',
    isHolder: true,
    instead: 'refused',
    tooLong: 'refused',
    async feed(life, text) {
      await says(life.jara, { operation: 'resolve', field: 'account_name', text })
      return await bought(life, withdrawal, (quote, order) => [
        quote.kind === 'withdrawal' ? quote.recipient.accountName : null,
        line(quote, 'To'),
        order.kind === 'withdrawal' ? order.recipient.accountName : null,
      ])
    },
  },
  {
    what: 'the name of an account that was issued to a person',
    instead: ABSENT,
    tooLong: 'cut',
    feed: async (life, text) => ({
      shown: [(await accountOf(life, 'dedicated-account', 'account_name', text))?.accountName ?? null],
    }),
  },
  {
    what: 'the bank of an account that was issued to a person',
    instead: ABSENT,
    tooLong: 'cut',
    feed: async (life, text) => ({
      shown: [(await accountOf(life, 'dedicated-account', 'name', text))?.bankName ?? null],
    }),
  },
  {
    what: 'the name of an account that was issued for a purchase',
    instead: ABSENT,
    tooLong: 'cut',
    feed: async (life, text) => ({ shown: [(await payTo(life, 'account_name', text))?.accountName ?? null] }),
  },
  {
    what: 'the bank of an account that was issued for a purchase',
    instead: ABSENT,
    tooLong: 'cut',
    feed: async (life, text) => ({ shown: [(await payTo(life, 'name', text))?.bank ?? null] }),
  },
  {
    what: 'the name of a data bundle or TV package',
    instead: 'left out',
    tooLong: 'cut',
    async feed(life, text) {
      await forgetLists(life)
      await says(life.jara, { provider: 'vtpass', operation: 'variations', field: 'name', text })
      return await quoted(life, BUNDLE, (quote) => [quote.kind === 'data' ? quote.recipient.bundleName : null])
    },
  },
  {
    what: 'the name of a biller',
    instead: 'left out',
    tooLong: 'cut',
    async feed(life, text) {
      await forgetLists(life)
      await says(life.jara, { provider: 'vtpass', operation: 'services', field: 'name', text })
      return await quoted(life, TV, (quote) => [quote.kind === 'tv' ? quote.recipient.billerName : null])
    },
  },
  {
    what: 'the customer of a meter or smartcard',
    isHolder: true,
    instead: 'refused',
    tooLong: 'refused',
    async feed(life, text) {
      await says(life.jara, { provider: 'vtpass', operation: 'merchant-verify', field: 'Customer_Name', text })
      return await bought(life, nextMeter(), (quote) => [
        quote.kind === 'electricity' ? quote.recipient.customerName : null,
        line(quote, 'Name on the meter'),
      ])
    },
  },
  {
    what: 'the address of a meter, the package of a smartcard',
    instead: null,
    tooLong: 'cut',
    async feed({ jara, ada }, text) {
      await says(jara, { provider: 'vtpass', operation: 'merchant-verify', field: 'Address', text })
      const { biller, meterNumber: customerNumber, meterType } = METER
      const asked = ada.call('POST', '/api/billers/resolve', { biller, customerNumber, meterType })
      return await answered(asked, (body: { detail: string | null }) => [body.detail])
    },
  },
  {
    what: 'the units of a meter’s token',
    instead: null,
    tooLong: null,
    async feed(life, text) {
      await says(life.jara, { provider: 'vtpass', operation: 'requery', field: 'units', text })
      return await bought(life, nextMeter(), (_quote, order) => [order.units])
    },
  },
]
