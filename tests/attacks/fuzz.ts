import type { InjectOptions } from 'fastify'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { type Chance, chanceFrom } from '#tests/simulation/chance.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { type Answer, send } from './ask.ts'
import { HOSTILE, rawBody, type Schema, type Source, valueFor } from './fuzz-values.ts'
import { WEB_FILES } from './route-table.ts'
import type { Route } from './router.ts'
import { makeSession, makeVictim, rowsOf, type Victim } from './victim.ts'

export type FuzzRun = {
  readonly requests: number
  readonly seconds: number
  /** How often each status, and each code of a refusal, was returned. */
  readonly answers: ReadonlyMap<string, number>
  /** The first request with a forbidden reply, and why it is forbidden; null if there was none. */
  readonly offence: string | null
}

export type Operation = { readonly name: string; readonly query: readonly Parameter[]; readonly body: Schema | null }
type Parameter = { readonly name: string; readonly schema: Schema }
type Described = {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** The number of concurrent requests. */
const AT_ONCE = 4
/** After this many requests another person attacks, so that one person's limits do not hide what lies beyond them. */
const REQUESTS_PER_PERSON = 2_000
/** After this many, somebody else pays and due work runs. */
const REQUESTS_PER_PAYMENT = 500
/** The probability of a wrong value, chosen for each request: some get far, others fail their first check. */
const HOW_WRONG = [0, 0.01, 0.06, 0.2]
const IDS_KEPT = 400
const ID = /\b(?:ord|quo|txn|cus|bat|ben|cas|pky|ses|bpc|dev)_[0-9a-z]{35}\b/g
/** Never in a reply: paths of the code, or statements to the database. */
const INSIDE = /node_modules|\.ts:\d+|\bat \w+ \(|insert into |select \w+ from |\$argon2/

/**
 * Sends requests made from the API's description, most with something wrong, with and without a session. Stops at the
 * first reply that is a fault of ours, differs in shape from a refusal, or reveals internals or somebody else's data;
 * and if somebody else's rows have changed.
 */
export async function fuzz(
  { jara, routes }: { jara: TestJara; routes: readonly Route[] },
  of: { readonly requests: number; readonly seed: string; readonly report?: (done: number) => void },
): Promise<FuzzRun> {
  const operations = operationsOf(jara, routes)
  const bystander = await jara.person('Dayo Bystander')
  const victim = await makeVictim(jara)
  await jara.settle()
  const before = await rowsOf(jara, victim, new Set())
  const person = await jara.person('Chidi Attacker')
  const attacker = { jara, victim, ids: Object.values(victim.has), session: '', person }
  const answers = new Map<string, number>()
  const startedMs = performance.now()
  let [next, offence] = [0, null as string | null]

  async function work(): Promise<void> {
    while (next < of.requests && offence === null) {
      const index = next++
      if (index % REQUESTS_PER_PERSON === REQUESTS_PER_PERSON - 1) {
        Object.assign(attacker, { person: await jara.person('Chidi Attacker'), session: '' })
      }
      if (index % REQUESTS_PER_PAYMENT === 0) await payMeanwhile(jara, bystander)
      const chance = chanceFrom(`${of.seed}/${index}`)
      const request = await requestFor(chance, chance.oneOf(operations), attacker)
      const answer = await send(jara, request).catch((error: unknown) => wrongAnswer(error))
      count(answers, answer)
      const wrong = whatIsWrong(request, answer, victim.secrets)
      if (wrong !== null) offence ??= describeOffence({ seed: of.seed, index, wrong, request, answer })
      learn(attacker, answer)
      if ((index + 1) % 10_000 === 0) of.report?.(index + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - startedMs) / 1_000
  const after = await rowsOf(jara, victim, new Set())
  const changed = [...before, ...after].filter((row) => !(before.includes(row) && after.includes(row)))
  if (changed.length > 0) offence ??= `rows of somebody else changed: ${changed.slice(0, 4).join('\n')}`
  return { requests: next, seconds, answers, offence }
}

type Attacker = { jara: TestJara; victim: Victim; person: Person; session: string; ids: string[] }

async function payMeanwhile(jara: TestJara, bystander: Person): Promise<void> {
  const { availableKobo } = await bystander.wallet()
  if (BigInt(availableKobo) > 1_000_000n) await bystander.withdraw(10_000n)
  await jara.settle()
}

/** The described operations, and the rest: pages, health checks, pictures, streams and webhooks. */
export function operationsOf(jara: TestJara, routes: readonly Route[]): Operation[] {
  const paths = jara.app.swagger().paths ?? {}
  const names = routes.map(({ name }) => name).filter((name) => !WEB_FILES.some((file) => file.test(name)))
  return [...names, 'GET /', 'GET /nothing/here', 'POST /api/nothing', 'GET /assets/nothing.js']
    .filter((name) => !name.startsWith('HEAD'))
    .map((name) => {
      const [method = '', url = ''] = name.split(' ')
      const path = (paths[url.replace(/:(\w+)/g, '{$1}')] ?? {}) as Readonly<Record<string, Described>>
      const described = path[method.toLowerCase()]
      return {
        name,
        query: (described?.parameters ?? []).filter((each) => each.in === 'query'),
        body: described?.requestBody?.content['application/json']?.schema ?? null,
      }
    })
}

export type Request = InjectOptions & { headers: Record<string, string> }

async function requestFor(chance: Chance, operation: Operation, attacker: Attacker): Promise<Request> {
  const [method = '', pattern = ''] = operation.name.split(' ')
  const source = { chance, ids: attacker.ids, wrong: chance.oneOf(HOW_WRONG) }
  const sent = chance.is(0.05) ? chance.oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) : method
  const url = pattern.replace(/:\w+/, () => partOf(chance, attacker)) + queryOf(source, operation.query)
  const headers = { ...(await cookieFor(chance, attacker)), ...strangeHeader(chance) }
  const request = { method: sent as 'GET', url, headers }
  if (sent === 'GET' || sent === 'HEAD') return request
  if (operation.body === null && chance.is(0.7)) return request
  const right = JSON.stringify(operation.body === null ? {} : valueFor(source, operation.body, '')) ?? ''
  const body = chance.is(0.08) ? rawBody(chance, right) : right
  const payload = typeof body === 'string' ? body : Buffer.from(body)
  return { ...request, headers: { 'content-type': contentType(chance), ...headers }, payload }
}

function partOf(chance: Chance, { ids }: Attacker): string {
  if (chance.is(0.75)) return chance.oneOf(ids)
  const text = textOf(chance.oneOf(HOSTILE))
  return chance.is(0.8) ? encodeURIComponent(text) : encodeURI(text).replaceAll('%25', '%').replace(/[?#]/g, '')
}

/** The value as it could appear in an address. */
export function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

export function queryOf(source: Source, parameters: readonly Parameter[]): string {
  const { chance } = source
  const pairs = parameters
    .filter(() => chance.is(0.7))
    .map(({ name, schema }) => [name, valueFor(source, schema, name)] as const)
  if (chance.is(0.05)) pairs.push([chance.oneOf(['a', '__proto__', 'a[b]', 'limit', '']), chance.oneOf(HOSTILE)])
  const texts = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
  if (texts.length === 0) return chance.is(0.02) ? '?%zz&&=&a' : ''
  return `?${texts.join('&')}`
}

async function cookieFor(chance: Chance, attacker: Attacker): Promise<Record<string, string>> {
  if (chance.is(0.1)) return {}
  if (chance.is(0.03))
    return { cookie: chance.oneOf(['jara=', `jara=${'A'.repeat(43)}`, 'jara=%zz; jara=b', '=;;=', 'jara']) }
  const state = chance.is(0.05) ? chance.oneOf(['locked', 'stale', 'ended'] as const) : 'fresh'
  if (state !== 'fresh') return { cookie: (await makeSession(attacker.jara, attacker.person, state)).cookie }
  if (attacker.session === '') attacker.session = (await makeSession(attacker.jara, attacker.person, 'fresh')).cookie
  return { cookie: attacker.session }
}

const STRANGE: readonly (readonly [string, string])[] = [
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['host', 'evil.example'],
  ['x-forwarded-for', '127.0.0.1, ::1, <x>'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-,5-4'],
  ['if-none-match', '*'],
  ['accept-encoding', 'br;q=1, gzip;q=x, *'],
  ['accept', 'text/html'],
  ['user-agent', 'x'.repeat(3_000)],
  ['expect', '100-continue'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'gzip, chunked'],
]

export function strangeHeader(chance: Chance): Record<string, string> {
  return chance.is(0.08) ? Object.fromEntries([chance.oneOf(STRANGE)]) : {}
}

export function contentType(chance: Chance): string {
  if (chance.is(0.92)) return 'application/json'
  return chance.oneOf([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json;;;=',
    'application/xml',
    'image/png',
    '',
    'x',
  ])
}

/** Collects the attacker's own ids; drops the session once it has ended. */
function learn(attacker: Attacker, { status, text }: Answer): void {
  if (status === 401) attacker.session = ''
  if (status >= 300) return
  const own = Object.values(attacker.victim.has)
  attacker.ids = [...own, ...attacker.ids.slice(own.length), ...(text.match(ID) ?? [])]
  if (attacker.ids.length > IDS_KEPT) attacker.ids.splice(own.length, attacker.ids.length - IDS_KEPT)
}

export function wrongAnswer(error: unknown): Answer {
  return { status: 0, text: String(error), headers: {} }
}

export function count(answers: Map<string, number>, { status, text }: Answer): void {
  const code = status < 400 ? undefined : /"code":"([\w.-]+)"/.exec(text)?.[1]
  const name = code === undefined ? String(status) : `${status} ${code}`
  answers.set(name, (answers.get(name) ?? 0) + 1)
}

/** Why a response is forbidden; null if it is fine. `secrets`: values it may contain only if the request did. */
export function whatIsWrong(request: Request, answer: Answer, secrets: readonly string[]): string | null {
  const { status, text, headers } = answer
  if (status === 0) return 'no answer'
  if (status >= 500 && status !== 503) return 'a fault of ours'
  if (INSIDE.test(text) && headers['content-type']?.startsWith('application/json') === true)
    return 'it says what lies inside'
  const asked = `${request.url} ${String(request.payload ?? '')}`
  const told = secrets.filter((each) => text.includes(each) && !asked.includes(each))
  if (told.length > 0) return `it says of somebody else ${told.join(', ')}`
  if (status < 400 || request.method === 'HEAD') return null
  const isPage = headers['content-type']?.startsWith('text/html') === true
  return isPage && status === 404 ? null : whatIsWrongInRefusal(answer)
}

const REFUSAL_FIELDS = new Set(['code', 'message', 'id', 'fields', 'retryAfterS', 'triesLeft'])

function whatIsWrongInRefusal({ status, text, headers }: Answer): string | null {
  if (headers['cache-control'] !== 'no-store') return 'a refusal that may be stored'
  let error: Record<string, unknown>
  try {
    error = (JSON.parse(text) as { error: Record<string, unknown> }).error
  } catch {
    return 'a refusal that is not JSON'
  }
  const entry = ERRORS[error.code as ErrorCode]
  if (entry?.status !== status) return 'a refusal with another status than its code has'
  if (typeof error.message !== 'string' || !/^[\w-]{12}$/.test(String(error.id))) return 'a refusal without words or id'
  const more = Object.keys(error).filter((field) => !REFUSAL_FIELDS.has(field))
  return more.length > 0 ? `a refusal with more in it: ${more.join(', ')}` : null
}

export function describeOffence(of: {
  seed: string
  index: number
  wrong: string
  request: Request
  answer: Answer
}): string {
  const { method, url, headers, payload } = of.request
  return [
    `${of.wrong}, at request ${of.index} of seed ${of.seed}:`,
    `${method} ${url} ${JSON.stringify(headers)}`,
    String(payload ?? '').slice(0, 2_000),
    `answered ${of.answer.status} ${of.answer.text.slice(0, 2_000)}`,
  ].join('\n')
}
