import { randomBytes } from 'node:crypto'
import { TOUCH_HEADER } from '#contract/constants.ts'
import type { Order, OrderOf, Quote, QuoteBody } from '#contract/orders.ts'
import type { Wallet } from '#contract/wallet.ts'
import { newDevice, type TestDevice } from './device.ts'

export type Answered<Body = unknown> = { readonly status: number; readonly body: Body; readonly headers: Headers }
export type Refusal = {
  error: { code: string; message: string; fields?: Record<string, string>; retryAfterS?: number; triesLeft?: number }
}

/** A user with a real browser's means: HTTP, a session cookie, device keys, a PIN, and a tap before each request. */
export type Person = {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly deviceId: string
  readonly device: TestDevice
  cookie(): string
  call<Body = Refusal>(method: string, path: string, body?: unknown): Promise<Answered<Body>>
  /** Enters the PIN on the lock screen. */
  unlock(pin?: string): Promise<Answered>
  wallet(): Promise<Wallet>
  /** A quote for a transfer to a fixed account; throws if refused. */
  quote(amountKobo: bigint, over?: Partial<WithdrawalBody>): Promise<Quote>
  /** Approves a quote with the PIN. */
  approve(quote: Quote, pin?: string): Promise<Answered<{ order: Order } & Refusal>>
  /** A quote for anything; throws if refused. */
  quoteOf(body: QuoteBody): Promise<Quote>
  /** Quotes and approves anything; throws if either is refused. */
  buy(body: QuoteBody): Promise<Order>
  /** Buys one BPC. By bank transfer nothing needs approval, because no money leaves the wallet. */
  buyBpc(payWith: 'transfer' | 'wallet'): Promise<OrderOf<'bpc'>>
  /** Like buy, for a transfer to a fixed account. */
  withdraw(amountKobo: bigint, over?: Partial<WithdrawalBody>): Promise<Order>
  order(id: string): Promise<Order>
}

export type WithdrawalBody = {
  kind: 'withdrawal'
  bankCode: string
  accountNumber: string
  amountKobo: string
  bpcCode?: string | null
}

export const PIN = '4071'
export const PASSWORD = 'correct horse battery'
/** Access Bank, with an account number that has a holder's name. */
export const RECIPIENT = { bankCode: '044', accountNumber: '0123456784' } as const

/** An ordinary phone number. */
export const PHONE = '08031234567'

/** Registers a user, sets the PIN, requests an account number unless told not to, and returns the user's helpers. */
export async function joinAs(
  url: string,
  fullName: string,
  { asksForAccount = true }: { readonly asksForAccount?: boolean } = {},
): Promise<Person> {
  const device = await newDevice()
  const email = `${randomBytes(6).toString('hex')}@example.ng`
  let cookie = ''

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Answered<Body>> {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, [TOUCH_HEADER]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const fresh = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
    if (fresh.length > 0) cookie = fresh.join('; ')
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  async function must<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await call<Body>(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const joined = await must<{ user: { id: string }; deviceId: string }>('POST', '/api/accounts', {
    fullName,
    email,
    password: PASSWORD,
    device: { publicKey: device.publicKey },
  })
  await must('PUT', '/api/pin', { pinProof: await device.pinProof(PIN) })
  if (asksForAccount) await must('POST', '/api/funding-account', { phone: PHONE })

  const person: Person = {
    id: joined.user.id,
    email,
    password: PASSWORD,
    deviceId: joined.deviceId,
    device,
    cookie: () => cookie,
    call,
    async unlock(pin = PIN) {
      const { challenge } = await must<{ challenge: string }>('GET', '/api/challenges')
      const proof = { pinProof: await device.pinProof(pin), signature: await device.sign('unlock', challenge) }
      return await call('POST', '/api/unlock', { challenge, ...proof })
    },
    wallet: () => must('GET', '/api/wallet'),
    quote: (amountKobo, over = {}) =>
      person.quoteOf({ kind: 'withdrawal', ...RECIPIENT, amountKobo: amountKobo.toString(), ...over }),
    quoteOf: async (body) => (await must<{ quote: Quote }>('POST', '/api/quotes', body)).quote,
    async buy(body) {
      const answer = await person.approve(await person.quoteOf(body))
      if (answer.status !== 201) throw new Error(`order refused: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.order
    },
    async buyBpc(payWith) {
      const body = { kind: 'bpc', fullName, email, payWith } as const
      if (payWith === 'wallet') return (await person.buy(body)) as OrderOf<'bpc'>
      const { id } = await person.quoteOf(body)
      return (await must<{ order: OrderOf<'bpc'> }>('POST', '/api/orders', { quoteId: id })).order
    },
    async approve(quote, pin = PIN) {
      const approval = {
        deviceId: joined.deviceId,
        pinProof: await device.pinProof(pin),
        signature: await device.sign('order', quote.challenge, quote.terms),
      }
      return await call('POST', '/api/orders', { quoteId: quote.id, approval })
    },
    withdraw: (amountKobo, over = {}) =>
      person.buy({ kind: 'withdrawal', ...RECIPIENT, amountKobo: amountKobo.toString(), ...over }),
    order: async (id) => (await must<{ order: Order }>('GET', `/api/orders/${id}`)).order,
  }
  return person
}
