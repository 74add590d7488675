import { type Command, mayMake, mayRead, READS, type Read } from '#contract/console/permissions.ts'
import { ROLES, type Role } from '#contract/console/roles.ts'
import type { EnrolOptions, SignOptions } from '#contract/console/session.ts'
import { changePassphrase } from '#server/identity/operators/manage-operators.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Chance, chanceFrom } from '#tests/simulation/chance.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { atConsole, type ConsolePerson, linkFor } from '#tests/support/console.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { STOP } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { phoneOf } from '#tests/support/purchases.ts'
import { CHANNELS, NOTICE, PRICES } from '#tests/support/settings.ts'
import { send } from './ask.ts'
import type { Canaries } from './canaries.ts'
import { whatIsUnclean } from './console-answers.ts'
import { CONSOLE, CONSOLE_ROUTES, type ConsoleAsking } from './console-table.ts'
import { goOn, HOSTILE_NAMES, learn, makeWorld, PASSPHRASE, prefixOf, type World } from './console-world.ts'
import {
  contentType,
  count,
  describeOffence,
  type FuzzRun,
  type Operation,
  operationsOf,
  queryOf,
  type Request,
  strangeHeader,
  textOf,
  whatIsWrong,
  wrongAnswer,
} from './fuzz.ts'
import { HOSTILE, type Plausible, rawBody, type Schema, valueFor } from './fuzz-values.ts'
import type { Route } from './router.ts'

export type ConsoleFuzzRun = FuzzRun & {
  /** The routes that gave none of these operators a result. */
  readonly neverDone: readonly string[]
  /** Whether nine routes out of ten gave a result. */
  readonly isEnough: boolean
  /** Values that no operator may ever see, even with a reason. */
  readonly secret: Canaries
  /** Values that responses contain after a reason, and that neither the log nor the record of operators contains. */
  readonly personal: Canaries
}

/** Concurrent sequences, each with its own operators, one of each role. */
const AT_ONCE = 4
/** After this many requests new operators take over, and there is something new to decide. */
const REQUESTS_PER_ROUND = 400
/** After this many, a minute has passed, and limits per minute start again. */
const REQUESTS_PER_MINUTE = 100
/** The probability of a wrong value, chosen for each request. */
const HOW_WRONG = [0, 0, 0.02, 0.1]
/** It continues until this share of the routes has given a result, for at most MORE times the given number of requests. */
const ENOUGH = 0.9
const MORE = 6
const ENDS_SESSION = /\/(?:lock|unlock|sign-in|session)$/
const SIGNATURE = new Set(['challenge', 'passkey', 'credential'])

/**
 * Sends requests to every route of the console in operators' sessions, one per role: most have something wrong, and
 * decisions have real signatures. Stops at the first response that is a fault of ours, differs in shape from a refusal,
 * or contains something that no operator may ever see.
 */
export async function fuzzConsole(
  { jara, routes }: { jara: TestJara; routes: readonly Route[] },
  of: { readonly requests: number; readonly seed: string },
): Promise<ConsoleFuzzRun> {
  const operations = operationsOf(jara, routes).filter(({ name }) => name.includes(CONSOLE))
  const enough = ENOUGH * operations.length
  const world = await makeWorld(jara)
  const answers = new Map<string, number>()
  const done = new Set<string>()
  const startedMs = performance.now()
  let [next, offence] = [0, null as string | null]
  const goesOn = () => offence === null && (next < of.requests || (done.size < enough && next < MORE * of.requests))

  async function work(desk: Desk, until: number): Promise<void> {
    while (next < until && goesOn()) {
      const index = next++
      if (index % REQUESTS_PER_MINUTE === 0) jara.clock.advance(60_000)
      const chance = chanceFrom(`${of.seed}/${index}`)
      const operation = chance.oneOf(operations)
      const { request, prefix, caller } = await requestFor(chance, operation, { world, desk })
      const answer = await send(jara, request).catch((error: unknown) => wrongAnswer(error))
      count(answers, answer)
      const wrong = whatIsWrong(request, answer, Object.values(world.secret)) ?? whatIsUnclean(answer)
      if (wrong !== null) offence ??= describeOffence({ seed: of.seed, index, wrong, request, answer })
      learn(world, answer)
      if ([401, 423].includes(answer.status) || ENDS_SESSION.test(operation.name)) desk.gone.add(caller)
      if (answer.status >= 300) continue
      done.add(operation.name)
      if (prefix !== null) world.fits.set(baseOf(operation.name), prefix)
    }
  }
  const desks: Desk[] = []
  while (desks.length < AT_ONCE) desks.push(await newDesk(world))
  for (let round = 0; goesOn(); round++) {
    // No attack runs during setup: it could dismiss the new operators or decline their passkeys.
    if (round > 0) await prepareRound(world, desks, round)
    await Promise.all(desks.map((desk) => work(desk, (round + 1) * REQUESTS_PER_ROUND)))
  }
  const seconds = (performance.now() - startedMs) / 1_000
  const neverDone = operations.map(({ name }) => name).filter((name) => !done.has(name))
  const { secret, emails } = world
  const personal = { ...world.personal, ...Object.fromEntries(emails.map((email, place) => [`email ${place}`, email])) }
  return { requests: next, seconds, answers, offence, neverDone, isEnough: done.size >= enough, secret, personal }
}

/** Operators of every role, each in their own browser, whose sessions may have ended. */
type Desk = { readonly people: Map<Role, ConsolePerson>; readonly gone: Set<ConsolePerson> }

async function newDesk({ jara }: World): Promise<Desk> {
  const people = new Map<Role, ConsolePerson>()
  for (const role of ROLES) people.set(role, await newCaller(jara, role))
  return { people, gone: new Set() }
}

let named = 0
async function newCaller(jara: TestJara, role: Role): Promise<ConsolePerson> {
  named += 1
  const confirmedBy = await operatorNamed(jara.database, `Zainab ${named}`)
  const person = await atConsole(jara, `Fuzz ${role} ${named}`, { role, confirmedBy })
  await changePassphrase(jara.deps, person.operator, { unchecked: PASSPHRASE })
  return person
}

/** Adds new work, replaces all operators of one desk, and elsewhere those who can no longer sign in. */
async function prepareRound(world: World, desks: Desk[], round: number): Promise<void> {
  await goOn(world)
  desks[round % AT_ONCE] = await newDesk(world)
  for (const desk of desks)
    for (const [role, caller] of desk.people)
      if (desk.gone.has(caller) && !(await isBack(desk, caller)))
        desk.people.set(role, await newCaller(world.jara, role))
}

type At = { readonly world: World; readonly desk: Desk }

async function requestFor(
  chance: Chance,
  { name, query, body }: Operation,
  { world, desk }: At,
): Promise<{ request: Request; prefix: string | null; caller: ConsolePerson }> {
  const [method = '', pattern = ''] = name.split(' ')
  const caller = await signedIn(desk, roleFor(chance, name))
  const token = body?.properties?.token === undefined ? '' : await linkOf(world, caller)
  const plausible = plausibleFor(world, caller, token)
  const source = { chance, ids: [...world.ids.values()].flat(), wrong: chance.oneOf(HOW_WRONG), plausible }
  const id = idFor(chance, name, world)
  const path = pattern.replace(':id', encodeURIComponent(id))
  // This look requires a reason first.
  if (pattern.endsWith('/dashboard') && id.startsWith('usr_')) await openCustomer(caller, id)
  const sent = chance.is(0.03) ? chance.oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) : method
  const headers = { ...cookieOf(chance, caller), ...strangeHeader(chance) }
  const request = { method: sent as 'GET', url: path + queryOf(source, query), headers }
  const prefix = pattern.includes(':id') ? prefixOf(id) : null
  if (sent === 'GET' || sent === 'HEAD' || body === null) return { request, prefix, caller }
  const right = JSON.stringify(await bodyFor({ source, name, body, path, caller, world })) ?? ''
  const bytes = chance.is(0.05) ? rawBody(chance, right) : right
  const payload = typeof bytes === 'string' ? bytes : Buffer.from(bytes)
  const type = chance.is(0.95) ? 'application/json' : contentType(chance)
  return { request: { ...request, headers: { 'content-type': type, ...headers }, payload }, prefix, caller }
}

/** Usually a role that is allowed to do it. */
function roleFor(chance: Chance, name: string): Role {
  const { permission } = CONSOLE_ROUTES[name.replace('HEAD ', 'GET ')] ?? {}
  if (permission === undefined || chance.is(0.25)) return chance.oneOf(ROLES)
  const allowed =
    permission in READS
      ? (role: Role) => mayRead(role, permission as Read)
      : (role: Role) => mayMake(role, permission as Command)
  return chance.oneOf(ROLES.filter(allowed))
}

/** The operator of this role, signed in again if their session ended. If that fails, they are refused until the next round. */
async function signedIn(desk: Desk, role: Role): Promise<ConsolePerson> {
  const caller = desk.people.get(role) as ConsolePerson
  if (desk.gone.has(caller)) await isBack(desk, caller)
  return caller
}

/** Signs this operator in again. False if that is no longer possible. */
async function isBack(desk: Desk, caller: ConsolePerson): Promise<boolean> {
  const isIn = (await caller.browser.signIn(caller.authenticator)).statusCode === 200
  if (isIn) desk.gone.delete(caller)
  return isIn
}

/** A link for them, or none: another request may just have changed their role. */
async function linkOf({ jara }: World, { operator }: ConsolePerson): Promise<string> {
  return await linkFor(jara, operator).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'operator.rights-changed') return ''
    throw error
  })
}

async function openCustomer({ browser }: ConsolePerson, id: string): Promise<void> {
  const reason = { heading: 'payment', words: 'A transfer is late.', withheld: false }
  await browser.send('POST', `/api/admin/customers/${id}/open`, reason)
}

function cookieOf(chance: Chance, { browser }: ConsolePerson): Record<string, string> {
  if (chance.is(0.03)) return {}
  if (chance.is(0.02)) return { cookie: chance.oneOf(['jara_operator=', `jara_operator=${'A'.repeat(43)}`, '=;;=']) }
  return { cookie: browser.cookie() }
}

/** The kind of ids for this route and those below it. */
const baseOf = (name: string) => /\/api[^:]*/.exec(name)?.[0] ?? ''

/** Often the kind of id that worked for a similar route before. */
function idFor(chance: Chance, name: string, { ids, fits }: World): string {
  if (chance.is(0.15)) return textOf(chance.oneOf(HOSTILE)).slice(0, 200)
  const fitting = ids.get(fits.get(baseOf(name)) ?? '')
  if (fitting !== undefined && chance.is(0.8)) return chance.oneOf(fitting)
  return chance.oneOf(chance.oneOf([...ids.values()]))
}

/** For bank notices, channels and prices, by field name. */
const SETTINGS: Plausible = {
  ...Object.fromEntries(Object.entries(CHANNELS).map(([name, value]) => [name, [value]])),
  bank: [NOTICE.bank],
  meaning: [NOTICE.meaning, 'Late.'],
  source: [NOTICE.source],
  hours: [NOTICE.hours, '7'],
  // Also used in the record of operators, where it is a day.
  from: ['', '2026-11-01', '2026-13-01T00:00'],
  list: [PRICES.list, '{}'],
}

function plausibleFor({ victim, ids, emails, differences }: World, caller: ConsolePerson, token: string): Plausible {
  const operators = ids.get('opr_') ?? [caller.operator.id]
  return {
    operatorId: operators,
    operator: operators,
    before: ['1', '50', '9'.repeat(15), '9'.repeat(16)],
    act: ['sign-in', '%', 'x'.repeat(41)],
    email: emails,
    newEmail: ['new@example.ng', 'new@example.ng\r\nbcc: x@example.ng'],
    whose: [victim.person.email, victim.person.id, ...emails, '%', 'usr_'],
    stop: [STOP],
    number: [differences[0], '1', '-1', '1e3'],
    deposit: ids.get('dep_') ?? ['dep_'],
    order: [...(ids.get('ord_') ?? []), 'ord_'],
    pause: ids.get('pau_') ?? ['pau_'],
    outcome: ['paid', 'not-paid', 'delivered'],
    customer: [victim.person.id, 'usr_'],
    proof: ['The bank named them in writing.', 'Seen it.', ...HOSTILE_NAMES],
    notice: ids.get('bkn_') ?? ['bkn_'],
    ...SETTINGS,
    evidence: ['The statement of the day.', '=1+1 is proof', ...HOSTILE_NAMES],
    reference: ['', 'x'],
    reason: ['A telephone was stolen.', '@SUM(A1) and so on', '"'.repeat(300), ...HOSTILE_NAMES],
    words: ['A transfer is late.', '-1+1 and more words', 'JR-AAAA-AAAA', ...HOSTILE_NAMES],
    note: ['The bank had it back.', '+1+1 and more words', ...HOSTILE_NAMES],
    passphrase: [PASSPHRASE, 'short'],
    present: [PASSPHRASE, 'short'],
    next: [PASSPHRASE, 'short'],
    name: ['Nina New', 'Nina Newer', '=HYPERLINK("https://evil.example")', ...HOSTILE_NAMES],
    token: [token, token, 'A'.repeat(43)],
    q: [
      victim.person.email,
      '%',
      '_'.repeat(60),
      'x'.repeat(10_000),
      victim.has.order,
      phoneOf(7),
      'Canaryada',
      '1,500.50',
    ],
    shown: ['', 'Confirm this: nothing'],
  }
}

type Bodied = {
  readonly source: Parameters<typeof valueFor>[0]
  readonly name: string
  readonly body: Schema
  readonly path: string
  readonly caller: ConsolePerson
  readonly world: World
}

/** Usually with the sender's real signature; otherwise with an invented one. */
async function bodyFor({ source, name, body, path, caller, world }: Bodied): Promise<unknown> {
  const right = source.chance.is(0.4) ? await rightBody(name, caller, world) : null
  const value = right ?? valueFor(source, body, '')
  const { properties = {} } = body
  if (typeof value !== 'object' || value === null || !('challenge' in properties)) return value
  if (source.chance.is(0.15)) return value
  const fields = Object.entries(value).filter(([field]) => !SIGNATURE.has(field))
  // Only the terms at confirmation can be valid.
  const asked = Object.fromEntries(fields.filter(([field]) => field !== 'shown' || source.chance.is(0.2)))
  const options = Object.fromEntries(fields.filter(([field]) => field in properties && field !== 'shown'))
  const payload = Object.keys(options).length === 0 ? {} : { payload: options }
  const headers = { cookie: caller.browser.cookie() }
  const offered = await send(world.jara, { method: 'POST', url: `${path}/options`, headers, ...payload })
  if (offered.status !== 200) return value
  if ('credential' in properties) {
    const made = JSON.parse(offered.text) as EnrolOptions
    const credential = newAuthenticator({ origin: world.jara.url }).create(made.options)
    return { ...asked, challenge: made.challenge, credential }
  }
  const made = JSON.parse(offered.text) as SignOptions
  return { ...asked, challenge: made.challenge, passkey: caller.authenticator.get(made.options.challenge) }
}

/** The table's body for this route; null if it needs preparation. */
async function rightBody(name: string, caller: ConsolePerson, world: World): Promise<object | null> {
  const { jara, victim, differences, inReview, oldCode } = world
  const [difference, otherDifference] = differences
  const asking = {
    jara,
    caller,
    customerId: victim.person.id,
    inReview,
    oldCode,
    stop: STOP,
    difference,
    otherDifference,
    ask: async () => null,
  }
  try {
    return (await CONSOLE_ROUTES[name]?.body?.(asking as unknown as ConsoleAsking)) ?? null
  } catch {
    return null
  }
}
