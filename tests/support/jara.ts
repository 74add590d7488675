import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { emailsTo } from '#sandbox/email/emails.ts'
import { createMailServer } from '#sandbox/email/mail-server.ts'
import type { SandboxEmail, SandboxSms } from '#sandbox/events.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { smsTo } from '#sandbox/termii/sms.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import { buildApp, type Jara } from '#server/app.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import type { PasswordCost } from '#server/platform/crypto/password-cost.ts'
import type { Database } from '#server/platform/db/database.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { smtpMailer } from '#server/platform/email/smtp-mailer.ts'
import { createEvents } from '#server/platform/events.ts'
import type { RequestTimeouts } from '#server/platform/http/request-timeouts.ts'
import type { ReaderLimits } from '#server/platform/http/slow-readers.ts'
import { idSource } from '#server/platform/ids.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { startTracing } from '#server/platform/tracing/start-tracing.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import type { MakeExchange } from '#server/providers/provider-http.ts'
import { configureProviders } from '#server/providers/registry.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { termiiSms } from '#server/providers/sms/termii/adapter.ts'
import { expectBooksToBalance } from './books.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { type TestClock, testClock } from './clock.ts'
import type { DatabaseKind } from './databases.ts'
import { passInSteps, withoutRecurring } from './due-work.ts'
import { freePort } from './free-port.ts'
import { IS_NIGHTLY } from './nightly.ts'
import { NOBODY_LISTENS } from './nobody-listens.ts'
import { joinAs, type Person } from './person.ts'
import { reusedDatabase } from './reused-databases.ts'
import { openSandboxControl, type SandboxControl } from './sandbox-control.ts'
import { withoutSilences } from './silences.ts'

export type TestJara = Jara & {
  readonly url: string
  readonly clock: TestClock
  readonly database: Database
  readonly world: World
  readonly sandbox: SandboxControl
  /** Its providers: those of the sandbox world. */
  readonly payments: PaymentProvider
  readonly bills: BillsProvider
  readonly sms: SmsProvider
  /** For further adapters of the same providers: a silent provider times out at once. */
  readonly makeExchange: MakeExchange
  /** The emails that arrived for an address, newest first. */
  emails(to: string): SandboxEmail[]
  /** The SMS that Termii accepted for a number, newest first. */
  smsTo(phone: string): SandboxSms[]
  /** A registered user with a PIN and an account number. Does not run recurring jobs that are due. */
  person(name?: string, options?: Parameters<typeof joinAs>[2]): Promise<Person>
  /** Delivers every webhook and does all due work, until nothing is left. */
  settle(): Promise<void>
  /**
   * Moves the clock in small steps, then larger ones (by default half a minute, later a tenth of the time passed), and
   * does what falls due on the way. Recurring jobs run at the end; in the nightly run, and on request, at each step.
   */
  pass(ms: number, largeStepMs?: number, options?: { readonly withRecurring: boolean }): Promise<void>
  /** Checks the books and ends everything. */
  close(): Promise<void>
}

/** Timeout for a slow provider: enough for a busy machine. A silent provider times out at once. */
const PROVIDER_TIMEOUT_MS = 10_000
/** For tests in which a reply comes too late: other replies take less than a fifth of it. */
export const SILENCE_TIMEOUT_MS = 500
/** For tests in which a lot happens at once and no provider is silent: a full machine causes no timeouts. */
export const PATIENT_TIMEOUT_MS = 60_000
/** A test's client and server share one thread, so a busy test delays its own requests. */
const PATIENT_ARRIVALS: RequestTimeouts = {
  handshakeMs: 120_000,
  headMs: 120_000,
  wholeMs: 120_000,
  lookEveryMs: 5_000,
}
export type StartOptions = {
  readonly providerTimeoutMs?: number
  /** The installation's settings, which override the test's defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** For tests that read the log; by default nothing is logged. */
  readonly log?: FastifyBaseLogger
  /** The installation's secret; random by default. */
  readonly secret?: Uint8Array
  /** The outside world's clock, for tests in which clocks disagree; by default the same as the product's. */
  readonly outside?: (now: Date) => Date
  /** For tests of slow requests; patient by default. */
  readonly arrivalLimits?: RequestTimeouts
  /** For tests with deliberately slow readers. */
  readonly readerLimits?: ReaderLimits
  /** For tests of password costs; next to nothing by default. */
  readonly passwordCost?: PasswordCost
  /** For tests of metrics; by default nothing is counted. */
  readonly metrics?: Metrics
}

const STEP_MS = 1_000
const SMALL_STEPS = 10
const LARGE_STEP_MS = 30_000
/** A later step is this fraction of the time passed. */
const STEP_SHARE = 10

/**
 * The whole product on a fresh database, with the sandbox world beside it, over real HTTP and one settable clock.
 * Nothing runs on its own: a test says when webhooks are delivered and jobs run.
 */
export async function startJara(
  kind: DatabaseKind,
  {
    providerTimeoutMs: ms = PROVIDER_TIMEOUT_MS,
    settings = {},
    log: logger,
    arrivalLimits = PATIENT_ARRIVALS,
    readerLimits,
    outside,
    secret = randomBytes(32),
    passwordCost = CHEAP_PASSWORDS,
    metrics = NO_METRICS,
  }: StartOptions = {},
): Promise<TestJara> {
  const clock = testClock()
  const { database, openAsApp, drop } = await reusedDatabase(kind)
  const working = await openAsApp()
  const port = await freePort()
  const world = createWorld({
    clock: { now: () => (outside ?? ((now) => now))(clock.now()) },
    randomBytes,
    stateFile: null,
    webhookUrl: `http://localhost:${port}/webhooks/paystack`,
    vtpassCallbackUrl: `http://localhost:${port}/webhooks/vtpass/jara-sandbox-callback`,
    appUrl: `http://localhost:${port}`,
  })
  // The product keeps connections open for its next email.
  const mailServer = createMailServer(world, { closeMs: 1 })
  const sandboxApp = buildSandbox(world)
  const makeExchange = withoutSilences(sandboxApp)
  const sandboxUrl = await sandboxApp.listen({ port: Number(settings.SANDBOX_PORT ?? 0), host: 'localhost' })
  let happenings = 0
  const postman = createWebhookSender({
    ...world,
    record(facts) {
      happenings++
      world.record(facts)
    },
  })
  const config = readConfig({
    PORT: String(port),
    SANDBOX_PORT: NOBODY_LISTENS.port,
    PAYSTACK_BASE_URL: `${sandboxUrl}/paystack`,
    VTPASS_BASE_URL: `${sandboxUrl}/vtpass/api`,
    TERMII_URL: `${sandboxUrl}/termii`,
    SANDBOX_SMTP_PORT: String(await mailServer.listen(0)),
    REQUESTS_PER_MINUTE: '1000000',
    REQUESTS_AT_ONCE: '1000000',
    ...settings,
  })
  const log = logger ?? silentLog
  const events = await createEvents(working, 'test', log)
  const tracing =
    config.traces === null
      ? NO_TRACING
      : startTracing({ config, clock, randomBytes, metrics, log }, config.traces, { collectMs: 10 })
  const payments = paystackPayments({
    ...config.paystack,
    mode: config.mode,
    clock,
    log,
    tracing,
    timeouts: { readMs: ms, listMs: ms, writeMs: ms, sendMs: ms },
    makeExchange,
  })
  const timeouts = { readMs: ms, listMs: ms, sendMs: ms }
  const bills = vtpassBills({
    ...config.vtpass,
    clock,
    log,
    tracing,
    timeouts,
    makeExchange,
  })
  if (config.sms === null) throw new Error('a sandbox sends SMS')
  const sms = termiiSms({
    ...config.sms,
    clock,
    log,
    tracing,
    timeouts: { sendMs: ms, listMs: ms },
    makeExchange,
  })
  const jara = await buildApp(
    {
      config,
      database: working,
      clock,
      newId: idSource(clock.now, randomBytes),
      randomBytes,
      keys: keysFrom(secret),
      passwordCost,
      log,
      events,
      providers: configureProviders({ payments: [payments], bills: [bills] }),
      mailer: smtpMailer(config.mail),
      sms,
      metrics,
      tracing,
    },
    logger,
    arrivalLimits,
    readerLimits,
  )
  await fixMode(database, config.mode, clock.now())
  await jara.app.listen({ port, host: 'localhost' })
  await scheduleRecurringJobs(database, clock.now())

  const url = `${config.tls === null ? 'http' : 'https'}://localhost:${port}`
  const settle = async () => {
    for (let isFirst = true, before = happenings; ; isFirst = false, before = happenings) {
      await postman.deliverDue()
      // All due work is already done: only new messages from the outside world can bring more.
      if (!isFirst && happenings === before) return
      await jara.worker.runDue()
    }
  }
  return {
    ...jara,
    url,
    clock,
    database,
    payments,
    bills,
    sms,
    makeExchange,
    world,
    sandbox: openSandboxControl(sandboxUrl),
    emails: (to) => emailsTo(world, to),
    smsTo: (phone) => smsTo(world, phone),
    settle,
    async person(name = 'Ṣadé Okonkwo', options) {
      const person = await joinAs(url, name, options)
      await withoutRecurring(database, clock.now(), settle)
      return person
    },
    async pass(ms, largeStepMs, { withRecurring } = { withRecurring: IS_NIGHTLY }) {
      await passInSteps({ database, clock }, ms, {
        stepOf: (passedMs, steps) =>
          steps < SMALL_STEPS ? STEP_MS : (largeStepMs ?? Math.max(LARGE_STEP_MS, Math.round(passedMs / STEP_SHARE))),
        async deliver() {
          const before = happenings
          await postman.deliverDue()
          return happenings > before
        },
        withRecurring,
        settle,
      })
    },
    async close() {
      await expectBooksToBalance(database)
      await jara.app.close()
      await tracing.close()
      await events.close()
      await sandboxApp.close()
      await mailServer.close()
      world.close()
      await working.close()
      await drop()
    },
  }
}

const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
