import type { FundingAccountAnswer } from '#contract/funding.ts'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { TestJara } from './jara.ts'
import type { Person } from './person.ts'

/** The data of the Add money screen. */
export async function fundingOf(person: Person): Promise<FundingAccountAnswer> {
  return (await person.call<FundingAccountAnswer>('GET', '/api/funding-account')).body
}

/** The sum of a ledger account's entries, kobo: its balance, without reading the stored balance. */
export async function ledgerSum(database: Database, accountId: string): Promise<bigint> {
  const [row] = await database.query<{ sum: bigint }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account_id = $1',
    [accountId],
  )
  return row?.sum ?? 0n
}

/** An account number that the provider issued to a customer who is not a user here. */
export async function issueForeignAccount(jara: TestJara): Promise<string> {
  async function post<Data>(path: string, body: unknown): Promise<Data> {
    const answer = await fetch(`${jara.sandbox.url}/paystack${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${jara.world.secretKey}` },
      body: JSON.stringify(body),
    })
    const { data } = (await answer.json()) as { data: Data }
    return data
  }
  const names = { email: 'stranger@example.ng', first_name: 'Some', last_name: 'Body', phone: '+2348031234567' }
  const customer = await post<{ customer_code: string }>('/customer', names)
  const account = await post<{ account_number: string }>('/dedicated_account', {
    customer: customer.customer_code,
    preferred_bank: 'test-bank',
  })
  return account.account_number
}

/** The webhook body about a payment, exactly as the provider would send it. */
export function chargeBody(payment: { id: number; reference: string; amountKobo: bigint }): string {
  const { id, reference, amountKobo } = payment
  return JSON.stringify({ event: 'charge.success', data: { id, reference, amount: Number(amountKobo) } })
}

/** Posts raw bytes to the webhook address, signed with the provider's key unless told otherwise. Returns the status. */
export async function postWebhook(
  jara: Pick<TestJara, 'url' | 'world'>,
  body: string,
  signature: string | null = signatureOf(jara.world.secretKey, body),
): Promise<Response> {
  return await fetch(`${jara.url}/webhooks/paystack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-paystack-signature': signature }),
    },
    body,
  })
}
