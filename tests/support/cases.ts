import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { CaseAnswer, CaseDetail, CaseStatus, CasesAnswer, NewCasePicture } from '#contract/support.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Answered, Person, Refusal } from './person.ts'
import { smallPicture } from './pictures.ts'

type Answer = Answered<CaseAnswer & Refusal>

/** A key like the one a page makes before it sends. */
export const newKey = () => randomBytes(16).toString('hex')

/** A report with every field valid, except those given. */
export const problem = (over: object = {}) => ({
  key: newKey(),
  topic: 'payment',
  transactionId: null,
  text: 'My transfer is late.',
  ...over,
})

export const report = (by: Person, body: object = problem()): Promise<Answer> => by.call('POST', '/api/cases', body)

/** Sends a report; throws if it is refused. */
export async function openedBy(by: Person, over: object = {}): Promise<CaseDetail> {
  const answer = await report(by, problem(over))
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.case
}

export const readBy = (by: Person, id: string): Promise<Answer> => by.call('GET', `/api/cases/${id}`)
export const listBy = async (by: Person) => (await by.call<CasesAnswer>('GET', '/api/cases')).body.cases
export const writeBy = (by: Person, id: string, body: object): Promise<Answer> =>
  by.call('POST', `/api/cases/${id}/messages`, body)

export const refusal = ({ status, body }: Answered<Refusal>) => [status, body.error.code]

/** Uploads a small picture that no message has been sent with yet. Returns its id. */
export async function uploadedBy(url: string, by: Person): Promise<string> {
  const answer = await fetch(`${url}/api/case-pictures`, {
    method: 'POST',
    headers: { cookie: by.cookie(), 'content-type': 'image/jpeg' },
    body: new Uint8Array(await smallPicture()),
  })
  if (answer.status !== 201) throw new Error(`no picture: ${await answer.text()}`)
  return ((await answer.json()) as NewCasePicture).picture.id
}

const ORDER: readonly CaseStatus[] = ['received', 'in_progress', 'answered', 'closed']

/** Brings a new report to this step, without an operator. Once answered, nothing is due. */
export async function bringTo(database: Database, id: string, status: CaseStatus): Promise<void> {
  for (const step of ORDER.slice(1, ORDER.indexOf(status) + 1)) {
    const due = step === 'in_progress' ? 'answer_by' : 'null'
    await database.query(`update cases set status = $2, answer_by = ${due} where id = $1`, [id, step])
  }
}
