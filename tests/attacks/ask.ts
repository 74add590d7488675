import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject } from '#tests/support/inject.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import type { Asking, Row } from './route-table.ts'
import { type MadeSession, makeSession, type SessionState, type Victim } from './victim.ts'

/** The caller: a person with a session in some state, or anyone with a cookie. */
export type Caller =
  | { readonly person: Person; readonly state: SessionState }
  | { readonly person: Person; readonly cookie: string | null }

export type Attack = {
  readonly jara: TestJara
  readonly victim: Victim
  /** Ids of the sessions created for attacks. */
  readonly made: Set<string>
}

export type Answer = {
  readonly status: number
  readonly text: string
  readonly headers: LightMyRequestResponse['headers']
}

/** The request that a row of the table describes, in a session created for it. */
export async function requestOf(
  attack: Attack,
  name: string,
  row: Row,
  caller: Caller,
): Promise<InjectOptions & { headers: Record<string, string> }> {
  const session = await sessionOf(attack, caller)
  const headers: Record<string, string> = {}
  if (session.cookie !== null) headers.cookie = session.cookie
  const [method = '', pattern = ''] = name.split(' ')
  const url = addressOf(attack, pattern, row)
  if (row.bytes !== undefined) {
    const payload = Buffer.from(await row.bytes.of())
    return { method: method as 'GET', url, headers: { ...headers, 'content-type': row.bytes.type }, payload }
  }
  if (row.body === undefined) return { method: method as 'GET', url, headers }
  const payload = JSON.stringify(await row.body(askingOf(attack, caller, session.cookie)))
  return { method: method as 'GET', url, headers: { ...headers, 'content-type': 'application/json' }, payload }
}

/** Sends it without a network, each request from its own address: limits per address are not under attack here. */
export async function send(jara: TestJara, request: InjectOptions): Promise<Answer> {
  const response = await inject(jara, { remoteAddress: nextAddress(), ...request, payloadAsStream: true })
  const status = response.statusCode
  // An event stream has no end, so only its head is read.
  const isEndless = response.headers['content-type']?.startsWith('text/event-stream') === true
  const text = isEndless ? '' : await textOf(response.stream())
  if (isEndless) response.stream().destroy()
  return { status, text, headers: response.headers }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

let address = 0
function nextAddress(): string {
  address++
  return `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
}

function addressOf({ victim }: Attack, pattern: string, { id, query }: Row): string {
  const path = pattern.replace(/:\w+/, id === undefined ? '' : victim.has[id])
  return query === undefined ? path : `${path}?${query}`
}

async function sessionOf(attack: Attack, caller: Caller): Promise<Pick<MadeSession, 'cookie'> | { cookie: null }> {
  if ('cookie' in caller) return { cookie: caller.cookie }
  const session = await makeSession(attack.jara, caller.person, caller.state)
  attack.made.add(session.id)
  return session
}

function askingOf({ jara, victim }: Attack, { person: caller }: Caller, cookie: string | null): Asking {
  return {
    caller,
    victim,
    origin: jara.url,
    async ask<Body>(method: 'GET' | 'POST', url: string) {
      const headers = cookie === null ? {} : { cookie }
      const { status, text } = await send(jara, { method, url, headers })
      return status < 300 ? (JSON.parse(text) as Body) : null
    },
  }
}
