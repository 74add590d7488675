import type { Order, Quote } from '#contract/orders.ts'
import type { TestJara } from './jara.ts'
import { allAtOnce, type Reply, type Request } from './last-byte.ts'
import { type Person, PIN, type Refusal } from './person.ts'

export type Approved = Reply<{ order: Order } & Refusal>

/** More quotes like an existing one, each with its own id and challenge, in one statement. */
export async function copiesOf(jara: TestJara, quote: Quote, count: number): Promise<Quote[]> {
  const copies = Array.from({ length: count }, () => ({
    ...quote,
    id: jara.deps.newId('quo'),
    challenge: Buffer.from(jara.deps.randomBytes(32)).toString('base64url'),
  }))
  await jara.database.query(
    `insert into quotes
     select (jsonb_populate_record(q, jsonb_build_object('id', copy.id, 'challenge', copy.challenge))).*
     from quotes q, unnest($2::text[], $3::text[]) as copy(id, challenge) where q.id = $1`,
    [quote.id, copies.map((each) => each.id), copies.map((each) => each.challenge)],
  )
  return copies
}

/** The request that approves a quote with the PIN. `terms`: what the person signs, the quote's own if not deceived. */
export async function approvalOf(
  person: Person,
  quote: Quote,
  { pin = PIN, terms = quote.terms }: { pin?: string; terms?: string } = {},
): Promise<Request> {
  const approval = {
    deviceId: person.deviceId,
    pinProof: await person.device.pinProof(pin),
    signature: await person.device.sign('order', quote.challenge, terms),
  }
  return {
    method: 'POST',
    path: '/api/orders',
    headers: { cookie: person.cookie() },
    body: JSON.stringify({ quoteId: quote.id, approval }),
  }
}

export const approvalsOf = (person: Person, quotes: readonly Quote[]): Promise<Request[]> =>
  Promise.all(quotes.map((quote) => approvalOf(person, quote)))

/** Like allAtOnce, but sends a request that a busy server refused (503) again, as a browser does. */
export async function allAnswered<Body extends Refusal | null>(
  url: string,
  requests: readonly Request[],
): Promise<Reply<Body>[]> {
  const answers = await allAtOnce<Body>(url, requests)
  const isBusy = ({ status, body }: Reply<Body>) => status === 503 && body?.error.code === 'server.busy'
  const again = requests.filter((_, index) => answers.slice(index, index + 1).some(isBusy))
  if (again.length === 0) return answers
  return [...answers.filter((each) => !isBusy(each)), ...(await allAnswered<Body>(url, again))]
}

/** How many responses of each kind there were: a status below 300, or the code of a refusal. */
export function tally(answers: readonly Reply<Refusal | null>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : (body?.error.code ?? String(status))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
