import { argon2Sync, createHmac, randomBytes } from 'node:crypto'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { TOUCH_HEADER } from '#contract/constants.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { SecondStepNeeded } from '#contract/second-step.ts'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { OnDevice } from '#server/identity/devices/on-device.ts'
import { type PeekedSession, peekSession, type SessionRequest } from '#server/identity/sessions/session.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Keys, keysFrom } from '#server/platform/crypto/keys.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Email } from '#server/platform/email/email.ts'
import { idSource } from '#server/platform/ids.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { configureProviders } from '#server/providers/registry.ts'
import { testClock } from './clock.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './databases.ts'
import { newDevice, type TestDevice } from './device.ts'
import { inject } from './inject.ts'
import { NOBODY_LISTENS } from './nobody-listens.ts'

export const PASSWORD = 'tall giraffes eat late'

/**
 * The real application over one database, without a network. The test controls the time; every log line, event and
 * email is kept. `deliverEmails` sends the emails.
 */
export async function startAccounts(
  database: Database,
  env: Record<string, string> = {},
  keys: Keys = keysFrom(Buffer.alloc(32, 7)),
) {
  const clock = testClock()
  const logLines: string[] = []
  const emails: Email[] = []
  const published: { userId: string; event: ChangeEvent }[] = []
  const { log } = fastify({ logger: { level: 'debug', stream: { write: (line) => void logLines.push(line) } } })
  const { app, deps, worker } = await buildApp(
    {
      config: readConfig({
        SANDBOX_PORT: NOBODY_LISTENS.port,
        REQUESTS_PER_MINUTE: '1000000',
        REQUESTS_AT_ONCE: '1000000',
        ...env,
      }),
      database,
      clock,
      newId: idSource(clock.now, randomBytes),
      randomBytes,
      keys,
      log,
      events: { publish: (userId, event) => void published.push({ userId, event }), subscribe: () => () => undefined },
      providers: configureProviders({ payments: [noPayments], bills: [noBills] }),
      mailer: { send: async (email) => void emails.push(email) },
    },
    log,
  )
  /** Does the work of every email that is due now, the longest due first. */
  async function deliverEmails(): Promise<void> {
    const due = await database.query<{ subject_id: string }>(
      "select subject_id from jobs where kind = 'email' and due_at <= $1 order by due_at, subject_id",
      [clock.now()],
    )
    for (const { subject_id } of due) await worker.runNow('email', subject_id)
  }
  /** Sends waiting emails, and returns those that went to one address, newest last. */
  async function emailsTo(email: string): Promise<readonly Email[]> {
    await deliverEmails()
    return emails.filter((each) => each.to === email)
  }
  return { app, deps, worker, clock, logLines, published, emails, deliverEmails, emailsTo }
}

export type Accounts = Awaited<ReturnType<typeof startAccounts>>

/** For the tests next to this call: the application on a fresh database of its own, removed afterwards. */
export function startAccountsBefore(
  kind: DatabaseKind,
  give: (accounts: Accounts) => void,
  settings: Record<string, string> = {},
): void {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    give(await startAccounts(fresh.database, settings))
  })
  afterAll(() => fresh.drop())
}

/** A browser's own request as the server sees it: its cookies, and whether its user is active. */
export function requestOf(browser: Browser): SessionRequest {
  const [name = '', value = ''] = (browser.cookie ?? '').split('=')
  return { cookies: { [name]: value }, headers: browser.isTouched ? TOUCHED : {} }
}

const TOUCHED = { [TOUCH_HEADER]: '1' }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Answered = Promise<LightMyRequestResponse>

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** One person's browser: a device, and the cookie it received last. */
export type Browser = {
  readonly device: TestDevice
  cookie: string | null
  /** Its user-agent header. */
  userAgent: string
  /** True: its user taps between requests. False: the page asks by itself. */
  isTouched: boolean
  send(method: Method, url: string, body?: object): Answered
  register(of: { email: string; fullName?: string; password?: string }): Answered
  /** Enters the emailed code if this is not the account's own device. */
  signIn(email: string, password?: string): Answered
  setPin(pin: string): Answered
  challenge(): Promise<string>
  /** The whole unlock ceremony: challenge, PIN and signature. */
  unlock(pin: string): Answered
}

export async function newBrowser(accounts: Accounts, device?: TestDevice): Promise<Browser> {
  const own = device ?? (await newDevice())
  const browser: Browser = {
    device: own,
    cookie: null,
    userAgent: CHROME_ON_ANDROID,
    isTouched: true,
    async send(method, url, body) {
      const cookie = browser.cookie === null ? {} : { cookie: browser.cookie }
      const headers = { 'user-agent': browser.userAgent, ...(browser.isTouched ? TOUCHED : {}), ...cookie }
      const payload = body === undefined ? {} : { payload: body }
      const response = await inject(accounts, { method, url, headers, ...payload })
      const [set] = [response.headers['set-cookie'] ?? []].flat()
      if (set !== undefined) browser.cookie = /=;/.test(set) ? null : (set.split(';')[0] ?? null)
      return response
    },
    register: ({ email, fullName = 'Adaeze Okonkwo', password = PASSWORD }) =>
      browser.send('POST', '/api/accounts', { fullName, email, password, device: { publicKey: own.publicKey } }),
    async signIn(email, password = PASSWORD) {
      const body = { email, password, device: { publicKey: own.publicKey } }
      const answered = await browser.send('POST', '/api/sessions', body)
      if (answered.statusCode !== 202) return answered
      const { secondStep } = answered.json<SecondStepNeeded>()
      const code = codeIn(await accounts.emailsTo(email))
      return await browser.send('POST', '/api/sessions/second-step', {
        token: secondStep.token,
        proof: { by: 'email', code },
      })
    },
    setPin: async (pin) => await browser.send('PUT', '/api/pin', { pinProof: await own.pinProof(pin) }),
    challenge: async () => (await browser.send('GET', '/api/challenges')).json<{ challenge: string }>().challenge,
    async unlock(pin) {
      const challenge = await browser.challenge()
      const signature = await own.sign('unlock', challenge)
      return await browser.send('POST', '/api/unlock', { challenge, pinProof: await own.pinProof(pin), signature })
    },
  }
  return browser
}

/** The code in the newest email that has one. */
export function codeIn(emails: readonly Pick<Email, 'text'>[]): string {
  const codes = emails.flatMap(({ text }) => text.match(/^\d{6}$/m) ?? [])
  const code = codes.at(-1)
  if (code === undefined) throw new Error('no email with a code has arrived')
  return code
}

let people = 0

export type Person = { browser: Browser; email: string; pin: string; session: OnDevice }

/** A registered person with a PIN, in an unlocked, fresh session. */
export async function newPerson(accounts: Accounts, pin = '2580'): Promise<Person> {
  const email = `person${++people}@example.com`
  const browser = await newBrowser(accounts)
  await browser.register({ email })
  const set = await browser.setPin(pin)
  if (set.statusCode !== 204) throw new Error(`PIN not set: ${set.body}`)
  return { browser, email, pin, session: await sessionOf(accounts, browser) }
}

/** The session behind a browser's cookie, as the routes see it. */
export async function sessionOf(accounts: Accounts, browser: Browser): Promise<PeekedSession> {
  const [name = '', token = ''] = (browser.cookie ?? '').split('=')
  return await peekSession(accounts.deps, { cookies: { [name]: token }, headers: {} })
}

const unused = async () => ({ outcome: 'unknown', cause: 'nothing here speaks to a provider' }) as const
export const noPayments: PaymentProvider = {
  name: 'paystack',
  available: () => false,
  listBanks: unused,
  resolveAccount: unused,
  createCustomer: unused,
  issueAccount: unused,
  createCharge: unused,
  createRecipient: unused,
  sendTransfer: unused,
  verifyTransfer: unused,
  verifyPayment: unused,
  listTransfers: unused,
  listPayments: unused,
  balance: unused,
  webhookIsGenuine: () => false,
  readWebhook: () => null,
}

export const noBills: BillsProvider = {
  name: 'vtpass',
  available: () => false,
  listBundles: unused,
  listBillers: unused,
  listTvPlans: unused,
  listExamPlans: unused,
  resolveCustomer: unused,
  newReference: () => '202601010000',
  referenceEndsAt: () => null,
  buy: unused,
  verifyPurchase: unused,
  balance: unused,
  isCallbackAddress: () => false,
  readCallback: () => null,
}

/** A password's hash with the lower cost that an earlier installation used: 8 MiB, one pass. */
export function cheapHash({ keys }: Pick<Deps, 'keys'>, password: string): string {
  const message = createHmac('sha256', keys.passwordPepper).update(password.normalize('NFC')).digest()
  const nonce = Buffer.alloc(16, 7)
  const hash = argon2Sync('argon2id', { message, nonce, parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 })
  const [salt, text] = [nonce, hash].map((each) => each.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${text}`
}
