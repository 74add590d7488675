import type { BpcAnswer, BpcCode } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { Order, OrderOf, QuoteBodyOf } from '#contract/orders.ts'
import type { TestJara } from './jara.ts'
import type { Answered, Person, Refusal } from './person.ts'

/** A number that the sandbox delivers to. */
export const PHONE = '08031234567'

export const airtime = (over: Partial<QuoteBodyOf<'airtime'>> = {}): QuoteBodyOf<'airtime'> => ({
  kind: 'airtime',
  network: 'mtn',
  phone: PHONE,
  amountKobo: '100000',
  ...over,
})

/** A BPC purchase by bank transfer with its account number issued. */
export async function buyByTransfer(jara: TestJara, person: Person): Promise<OrderOf<'bpc'>> {
  const order = await person.buyBpc('transfer')
  await jara.settle()
  return (await person.order(order.id)) as OrderOf<'bpc'>
}

/** A bank transfer into the account number of a purchase. Nothing is delivered or worked on here. */
export async function payInto(jara: TestJara, order: Order, amountKobo: bigint = BPC_PRICE_KOBO): Promise<void> {
  const { payTo } = order
  if (payTo === null) throw new Error(`no account number was issued for ${order.id}`)
  await jara.sandbox.payIn({ accountNumber: payTo.accountNumber, amountKobo: amountKobo.toString() })
}

/** The codes somebody holds or held, after the PIN. */
export async function codesOf(person: Person): Promise<BpcCode[]> {
  await person.unlock()
  const answer = await person.call<BpcAnswer>('GET', '/api/bpc')
  if (answer.status !== 200) throw new Error(`codes refused: ${JSON.stringify(answer.body)}`)
  return answer.body.codes
}

export const boughtBy = async (person: Person): Promise<BpcCode[]> =>
  (await codesOf(person)).filter((code) => code.kind === 'bought')

export async function giveBack(person: Person, bpcId: string | null): Promise<Answered<{ order: Order } & Refusal>> {
  await person.unlock()
  return await person.call('POST', `/api/bpc/${bpcId}/return`)
}
