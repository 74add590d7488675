import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { buildApp, type Jara } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { newDevice, type TestDevice } from '#tests/support/device.ts'
import { inject } from '#tests/support/inject.ts'
import type { TestJara } from '#tests/support/jara.ts'

/** A call that must not reveal whether an email has an account. */
export type Probe = {
  readonly name: string
  readonly method: 'POST'
  readonly url: string
  body(email: string, device: TestDevice): unknown
  /** Whether it hashes a password, which takes most of its time. */
  readonly hashes: boolean
}

/**
 * Registering is not among them: where emails are proved it requires a code from the mailbox, elsewhere it says that
 * the account exists. Every probe listed here is compared and measured.
 */
export const PROBES: readonly Probe[] = [
  {
    name: 'signing in with a wrong password',
    method: 'POST',
    url: '/api/sessions',
    body: (email, { publicKey }) => ({ email, password: 'not the password', device: { publicKey } }),
    hashes: true,
  },
  {
    name: 'asking for a link to a new password',
    method: 'POST',
    url: '/api/password-resets',
    body: (email) => ({ email }),
    hashes: false,
  },
  {
    name: 'asking for a code to open an account',
    method: 'POST',
    url: '/api/email-proofs',
    body: (email) => ({ email }),
    hashes: false,
  },
  {
    name: 'asking for a code to write to support',
    method: 'POST',
    url: '/api/visitors/codes',
    body: (email) => ({ email }),
    hashes: false,
  },
  {
    name: 'entering a wrong code to write to support',
    method: 'POST',
    url: '/api/visitors/passes',
    body: (email) => ({ email, code: '000000' }),
    hashes: false,
  },
]

/** The parts of a response that a caller can compare: everything except what always differs. */
export function comparable({ statusCode, headers, body }: LightMyRequestResponse): object {
  // Both depend on this machine's clock, which moves between two requests.
  const { date: _, 'x-ratelimit-reset': __, ...rest } = headers
  return { statusCode, headers: rest, body: body.replace(/"id":"[\w-]{12}"/, '"id":""') }
}

/** The statements that a piece of work sends to the database, in order, without their values. */
export type Statements = readonly string[]

/** The application over a database that records every statement. `noted` returns those since its last call. */
export async function withNotes(jara: TestJara): Promise<{ product: Jara; noted: () => Statements }> {
  let notes: string[] = []
  const noting = <Inner extends Sql>(inner: Inner): Inner => ({
    ...inner,
    query(text: string, params?: readonly unknown[]) {
      notes.push(text.replaceAll(/\s+/g, ' ').trim())
      return inner.query(text, params)
    },
  })
  const { database } = jara
  const noted: Deps['database'] = {
    ...noting(database),
    connection: (work) => database.connection((sql) => work(noting(sql))),
    transaction: (work) => {
      notes.push('begin')
      return database.transaction((tx) => work(noting(tx)))
    },
  }
  const product = await buildApp({ ...jara.deps, database: noted })
  return {
    product,
    noted: () => {
      const since = notes
      notes = []
      return since
    },
  }
}

/** Sends a probe once. Each call has its own address and comes long after the previous one. */
export async function ask(
  product: Jara,
  probe: Probe,
  email: string,
  device: TestDevice,
): Promise<LightMyRequestResponse> {
  const { method, url } = probe
  const digest = createHash('sha256').update(email).digest()
  const remoteAddress = `10.${digest[0]}.${digest[1]}.${digest[2]}`
  return await inject(product, { method, url, remoteAddress, payload: probe.body(email, device) as object })
}

export type Timing = {
  readonly probe: string
  /** Milliseconds. */
  readonly known: number
  readonly unknown: number
  /** How many of 100 calls the best time threshold classifies correctly; 50 is chance. */
  readonly accuracyPercent: number
}

/** Measures calls with and without an account in alternation, so that other load on the machine affects both. */
export async function measure(
  jara: TestJara,
  probe: Probe,
  of: { readonly calls: number; readonly emails: readonly string[] },
): Promise<Timing> {
  const device = await newDevice()
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let call = 0; call < of.calls; call++) {
    const email = of.emails[call % of.emails.length] ?? ''
    const both = [
      ['known', email],
      ['unknown', `${call}.${email}`],
    ] as const
    for (const [which, asked] of call % 2 === 0 ? both : both.toReversed()) {
      const startedMs = performance.now()
      await ask(jara, probe, asked, device)
      times[which].push(performance.now() - startedMs)
    }
    // Past every wait that these calls could have started.
    if ((call + 1) % of.emails.length === 0) jara.clock.advance(25 * 60 * 60_000)
  }
  return {
    probe: probe.name,
    known: medianOf(times.known),
    unknown: medianOf(times.unknown),
    accuracyPercent: bestAccuracy(times.known, times.unknown),
  }
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

/**
 * The percentage that the best threshold gets right, of the form "slower than this has an account" or the reverse. The
 * threshold is chosen on one half of the calls and judged on the other, as an attacker must.
 */
export function bestAccuracy(known: readonly number[], unknown: readonly number[]): number {
  const half = (times: readonly number[], part: 0 | 1) => times.filter((_, index) => index % 2 === part)
  const right = (bound: number, isLonger: boolean, part: 0 | 1) => {
    const rule = (time: number) => time > bound === isLonger
    const [one, other] = [half(known, part), half(unknown, part)]
    const hits = one.filter(rule).length + other.filter((time) => !rule(time)).length
    return (100 * hits) / (one.length + other.length)
  }
  let best = { bound: 0, isLonger: true, percent: 0 }
  for (const bound of [...half(known, 0), ...half(unknown, 0)]) {
    for (const isLonger of [true, false]) {
      const percent = right(bound, isLonger, 0)
      if (percent > best.percent) best = { bound, isLonger, percent }
    }
  }
  return right(best.bound, best.isLonger, 1)
}
