import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { Role } from '#contract/console/roles.ts'
import type { Enrolled, EnrolOptions, SignOptions } from '#contract/console/session.ts'
import { TOUCH_HEADER } from '#contract/constants.ts'
import { confirmEnrolment } from '#server/identity/operators/confirm-enrolment.ts'
import { makeEnrolmentLink } from '#server/identity/operators/enrolment-links.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { type Authenticator, newAuthenticator } from './authenticator.ts'
import { inject } from './inject.ts'
import type { TestJara } from './jara.ts'
import { operatorNamed } from './operators.ts'

type Method = 'GET' | 'POST' | 'DELETE'
type Sent = { readonly headers?: Readonly<Record<string, string>> }

/** An operator's browser at the console. */
export type ConsoleBrowser = {
  /** A `cookie` header; empty while nobody is signed in. */
  cookie(): string
  send(method: Method, url: string, body?: object, sent?: Sent): Promise<LightMyRequestResponse>
  /** A sign-in with the authenticator's passkey. */
  signIn(authenticator: Authenticator): Promise<LightMyRequestResponse>
  unlock(authenticator: Authenticator): Promise<LightMyRequestResponse>
  /** Reads what is to be signed, and signs it. */
  decide(authenticator: Authenticator, url: string, body?: object): Promise<LightMyRequestResponse>
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function consoleBrowser(jara: TestJara): ConsoleBrowser {
  let cookie = ''
  const send: ConsoleBrowser['send'] = async (method, url, body, { headers = {} } = {}) => {
    const request: InjectOptions = {
      method,
      url,
      headers: { 'user-agent': AGENT, ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    }
    const answer = await inject(jara, request)
    const set = answer.cookies.find(({ name }) => name.endsWith('jara_operator'))
    if (set !== undefined) cookie = set.value === '' ? '' : `${set.name}=${set.value}`
    return answer
  }
  const sendSigned = async (authenticator: Authenticator, url: string) => {
    const asked = await send('POST', `${url}/options`)
    if (asked.statusCode !== 200) return asked
    const { challenge, options } = asked.json<SignOptions>()
    return await send('POST', url, { challenge, passkey: authenticator.get(options.challenge) })
  }
  return {
    cookie: () => cookie,
    send,
    signIn: async (authenticator) => await sendSigned(authenticator, '/api/admin/sign-in'),
    unlock: async (authenticator) => await sendSigned(authenticator, '/api/admin/unlock'),
    async decide(authenticator, url, body) {
      const asked = await send('POST', `${url}/options`, body)
      if (asked.statusCode !== 200) return asked
      const { challenge, options } = asked.json<DecisionOptions>()
      return await send('POST', url, { ...body, challenge, passkey: authenticator.get(options.challenge) })
    },
  }
}

/** Enrols a passkey in this browser through a link. */
export async function enrolBy(
  jara: TestJara,
  browser: ConsoleBrowser,
  token: string,
): Promise<{ authenticator: Authenticator; answer: LightMyRequestResponse }> {
  const authenticator = newAuthenticator({ origin: jara.deps.config.consoleUrl })
  const { challenge, options } = (
    await browser.send('POST', '/api/admin/enrolment/options', { token })
  ).json<EnrolOptions>()
  const credential = authenticator.create(options)
  const answer = await browser.send('POST', '/api/admin/enrolment', { token, challenge, credential })
  return { authenticator, answer }
}

/** The token in a link for this operator, as a terminal prints it. */
export async function linkFor(jara: TestJara, operator: ProvenOperator): Promise<string> {
  const address = await makeEnrolmentLink({ ...jara.deps, consoleUrl: jara.deps.config.consoleUrl }, operator)
  return new URL(address).hash.slice(1)
}

export type ConsolePerson = {
  readonly operator: ProvenOperator
  readonly authenticator: Authenticator
  readonly browser: ConsoleBrowser
}

/** An operator with a confirmed passkey, signed in. If others are active, `confirmedBy` confirms it. */
export async function atConsole(
  jara: TestJara,
  name: string,
  of: { role?: Role; confirmedBy?: ProvenOperator } = {},
): Promise<ConsolePerson> {
  const operator = await operatorNamed(jara.database, name, of.role)
  const browser = consoleBrowser(jara)
  const { authenticator, answer } = await enrolBy(jara, browser, await linkFor(jara, operator))
  const { requestId } = answer.json<Enrolled>()
  if (requestId !== null) {
    const by = of.confirmedBy ?? (await operatorNamed(jara.database, 'Zainab Confirms'))
    const request = await readRequest(jara.deps, requestId, ['enrol-passkey'])
    await confirmEnrolment(jara.deps, { request, by })
  }
  const signedIn = await browser.signIn(authenticator)
  if (signedIn.statusCode !== 200) throw new Error(`not signed in: ${signedIn.body}`)
  return { operator, authenticator, browser }
}

export const TOUCHED = { headers: { [TOUCH_HEADER]: '1' } } as const

/** The operators' record, oldest first: the act, who did it, and whom it concerns. */
export async function recorded(jara: TestJara): Promise<{ act: string; by: string | null; subject: string | null }[]> {
  return await jara.database.query(
    `select a.act, o.name as by, a.subject from operator_audit a left join operators o on o.id = a.operator_id
     order by a.number`,
  )
}
