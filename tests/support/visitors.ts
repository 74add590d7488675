import { randomBytes } from 'node:crypto'
import type { CaseAnswer, CaseDetail, CasesAnswer } from '#contract/support.ts'
import type { VisitorPass } from '#contract/visitors.ts'
import { codeIn } from './accounts.ts'
import { newKey } from './cases.ts'
import type { TestJara } from './jara.ts'
import type { Answered, Refusal } from './person.ts'

/** Somebody at a browser who is not signed in. */
export type Visitor = {
  readonly email: string
  /** The pass of the newest correct code; null before the first. */
  pass(): string | null
  call<Body = Refusal>(method: string, path: string, body?: unknown): Promise<Answered<Body>>
  askForCode(): Promise<Answered>
  /** The newest code in the mailbox. */
  code(): Promise<string>
  enter(code: string): Promise<Answered<VisitorPass & Refusal>>
  report(over?: object): Promise<Answered<CaseAnswer & Refusal>>
  read(id: string): Promise<Answered<CaseAnswer & Refusal>>
  list(): Promise<Answered<CasesAnswer & Refusal>>
}

export function newVisitor(jara: TestJara, email = `${randomBytes(6).toString('hex')}@example.ng`): Visitor {
  let pass: string | null = null
  async function call<Body>(method: string, path: string, body?: unknown): Promise<Answered<Body>> {
    const response = await fetch(jara.url + path, {
      method,
      headers: {
        ...(pass === null ? {} : { authorization: `Bearer ${pass}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  return {
    email,
    pass: () => pass,
    call,
    askForCode: () => call('POST', '/api/visitors/codes', { email }),
    async code() {
      await jara.settle()
      return codeIn(jara.emails(email.toLowerCase()).toReversed())
    },
    async enter(code) {
      const answer = await call<VisitorPass & Refusal>('POST', '/api/visitors/passes', { email, code })
      if (answer.status === 201) pass = answer.body.pass
      return answer
    },
    report: (over = {}) =>
      call('POST', '/api/visitors/cases', { key: newKey(), topic: 'sign-in', text: 'I cannot sign in.', ...over }),
    read: (id) => call('GET', `/api/visitors/cases/${id}`),
    list: () => call('GET', '/api/visitors/cases'),
  }
}

/** A visitor who has just proved their email. */
export async function provedVisitor(jara: TestJara, email?: string): Promise<Visitor> {
  const visitor = newVisitor(jara, email)
  await visitor.askForCode()
  const { status, body } = await visitor.enter(await visitor.code())
  if (status !== 201) throw new Error(`no pass: ${status} ${JSON.stringify(body)}`)
  return visitor
}

/** A visitor's report; throws if it is refused. */
export async function reportedBy(visitor: Visitor, over: object = {}): Promise<CaseDetail> {
  const { status, body } = await visitor.report(over)
  if (status !== 201) throw new Error(`no report: ${status} ${JSON.stringify(body)}`)
  return body.case
}
