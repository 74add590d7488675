import type { Batch, BatchApprovalBody, BatchBody, SalesAnswer } from '#contract/selling.ts'
import { type Answered, type Person, PIN, type Refusal } from './person.ts'

type ListAnswer = Answered<{ batch: Batch } & Refusal>

/** MTN numbers that are all different. */
export function phoneNumber(index: number): string {
  return `0803${String(1_000_000 + index)}`
}

/** Airtime for `count` numbers, one line each, resold at a price if given. Naira. */
export function airtimeList(count: number, amount = '500', price?: string): string {
  const rest = price === undefined ? '' : `,,${price}`
  return Array.from({ length: count }, (_, index) => `${phoneNumber(index)},${amount}${rest}`).join('\n')
}

export async function askForList(
  person: Person,
  body: Omit<BatchBody, 'kind'> & Partial<BatchBody>,
): Promise<ListAnswer> {
  return await person.call('POST', '/api/batches', { kind: 'airtime', ...body })
}

/** The list as it was checked; throws when it is refused. */
export async function checkList(person: Person, text: string, over: Partial<BatchBody> = {}): Promise<Batch> {
  const answer = await askForList(person, { text, ...over })
  if (answer.status !== 201) throw new Error(`list refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.batch
}

/** Approves a list as its owner would, or with terms other than those shown. */
export async function listApproval(
  person: Person,
  batch: Pick<Batch, 'challenge' | 'terms'>,
  pin = PIN,
): Promise<BatchApprovalBody> {
  const approval = {
    deviceId: person.deviceId,
    pinProof: await person.device.pinProof(pin),
    signature: await person.device.sign('order', batch.challenge, batch.terms),
  }
  return { approval }
}

export async function approveList(
  person: Person,
  batch: Pick<Batch, 'id' | 'challenge' | 'terms'>,
  pin = PIN,
): Promise<ListAnswer> {
  return await person.call('POST', `/api/batches/${batch.id}/approve`, await listApproval(person, batch, pin))
}

export async function readList(person: Person, id: string): Promise<Batch> {
  return (await person.call<{ batch: Batch }>('GET', `/api/batches/${id}`)).body.batch
}

export async function salesOf(person: Person, query: string): Promise<SalesAnswer> {
  return (await person.call<SalesAnswer>('GET', `/api/sales?${query}`)).body
}
