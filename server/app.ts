import fastifyCookie from '@fastify/cookie'
import fastifySwagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, LogController, type onRequestHookHandler } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { BODY_MAX_BYTES } from '#contract/constants.ts'
import { historyRoutes } from '#server/activity/history/routes.ts'
import { receiptRoutes } from '#server/activity/receipts/routes.ts'
import { statementRoutes } from '#server/activity/statements/routes.ts'
import { pushRoutes } from '#server/alerts/push/routes.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import { smsRoutes } from '#server/alerts/sms/routes.ts'
import { consoleRoutes } from '#server/console/routes.ts'
import { depositRoutes } from '#server/deposits/routes.ts'
import { webhookRoutes } from '#server/deposits/webhooks/routes.ts'
import { accountRoutes } from '#server/identity/accounts/routes.ts'
import { deviceRoutes } from '#server/identity/devices/routes.ts'
import { mfaRoutes } from '#server/identity/mfa/routes.ts'
import { passkeyRoutes } from '#server/identity/passkeys/routes.ts'
import { profileRoutes } from '#server/identity/profile/routes.ts'
import { recoveryRoutes } from '#server/identity/recovery/routes.ts'
import { accountEventRoutes } from '#server/identity/security-events/routes.ts'
import { homeOf } from '#server/identity/sessions/home-of.ts'
import { describeInstallation } from '#server/installation/describe-installation.ts'
import { eventStreamRoutes } from '#server/installation/event-stream.ts'
import { healthRoutes } from '#server/installation/health-routes.ts'
import { installationRoutes } from '#server/installation/routes.ts'
import { settingsInForce } from '#server/installation/settings/settings-in-force.ts'
import { createWorker, type Worker } from '#server/outbox/jobs/worker.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { bankRoutes } from '#server/payments/banks/routes.ts'
import { beneficiaryRoutes } from '#server/payments/beneficiaries/routes.ts'
import { createBillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { billRoutes } from '#server/payments/bills/routes.ts'
import { issueStarterBpc } from '#server/payments/bpc/issue-code.ts'
import { bpcRoutes } from '#server/payments/bpc/routes.ts'
import { educationRoutes } from '#server/payments/kinds/education/routes.ts'
import { orderRoutes } from '#server/payments/orders/routes.ts'
import { ADDRESS_MAX_LENGTH, plainAddress } from '#server/platform/http/addresses.ts'
import { addAdmission } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { handleClientError } from '#server/platform/http/client-errors.ts'
import { countRequests } from '#server/platform/http/count-requests.ts'
import { drainOnClose } from '#server/platform/http/drain.ts'
import { handleError } from '#server/platform/http/errors.ts'
import { endFailedHandshakes } from '#server/platform/http/handshakes.ts'
import { refuseOtherNames } from '#server/platform/http/own-names.ts'
import { policyReportRoutes } from '#server/platform/http/policy-reports.ts'
import { requestIds } from '#server/platform/http/request-ids.ts'
import { REQUEST_TIMEOUTS, timeoutSettings } from '#server/platform/http/request-timeouts.ts'
import { addSecurity, constantHeaders } from '#server/platform/http/security.ts'
import { dropSlowReaders, READER_LIMITS } from '#server/platform/http/slow-readers.ts'
import { addWebFiles } from '#server/platform/http/web-files.ts'
import { runWithCaller, runWithoutCaller } from '#server/platform/log.ts'
import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { version } from '#server/platform/version.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { createPlanLists } from '#server/providers/bills/plan-lists.ts'
import { sellingRoutes } from '#server/selling/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { visitorRoutes } from '#server/support/visitor-routes.ts'
import { openWallet } from '#server/wallet/open-wallet.ts'
import { walletRoutes } from '#server/wallet/routes.ts'
import type { Deps } from './deps.ts'
import { jobHandlers } from './job-handlers.ts'

export type Jara = { readonly app: App; readonly worker: Worker; readonly deps: Deps }

/**
 * Builds the product from its parts: the HTTP application and the worker, with the same dependencies. Nothing listens
 * and nothing runs until the caller starts it.
 */
export async function buildApp(
  parts: Omit<Deps, 'plans' | 'wakeWorker' | 'metrics' | 'tracing' | 'sms'> &
    Partial<Pick<Deps, 'metrics' | 'tracing' | 'sms'>>,
  logger?: FastifyBaseLogger,
  arrivalLimits = REQUEST_TIMEOUTS,
  readerLimits = READER_LIMITS,
): Promise<Jara> {
  let worker: Worker | undefined
  const plans = createPlanLists(parts)
  const metrics = parts.metrics ?? NO_METRICS
  const tracing = parts.tracing ?? NO_TRACING
  const wakeWorker = () => runWithoutCaller(() => tracing.outside(() => worker?.wake()))
  const deps: Deps = { ...parts, sms: parts.sms ?? null, metrics, tracing, plans, wakeWorker }
  worker = createWorker(deps, jobHandlers(deps))

  const newRequestId = requestIds(deps)
  const headers = await constantHeaders(deps.config)
  const fastify = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: deps.config.trustedProxies.length === 0 ? false : [...deps.config.trustedProxies],
    ...timeoutSettings(arrivalLimits, deps.config.tls),
    connectionTimeout: readerLimits.stalledMs,
    genReqId: newRequestId,
    // Every log line carries the request's id and address automatically: server/platform/log.ts.
    childLoggerFactory: (parent) => parent,
    clientErrorHandler: handleClientError(newRequestId, deps.log, headers),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    routerOptions: { maxParamLength: ADDRESS_MAX_LENGTH },
  })
  const app: App = fastify.withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.removeContentTypeParser('text/plain')

  countRequests(app, deps.metrics)
  dropSlowReaders(app, deps.log, readerLimits)
  // First, so that a refusal costs little.
  refuseOtherNames(app, deps, headers)
  addAdmission(app, deps, headers)
  await app.register(fastifyCookie)
  // Reading a body loses the async context set at the start of the request, so it is set again afterwards.
  const setLogContext: onRequestHookHandler = ({ id, ip }, _reply, next) =>
    runWithCaller({ requestId: id, address: ip }, next)
  app.addHook('onRequest', setLogContext)
  app.addHook('preValidation', setLogContext)
  deps.tracing.watchRequests(app)
  endFailedHandshakes(app.server, deps.log)
  drainOnClose(app)
  await addSecurity(app, deps.config, headers)
  await app.register(fastifySwagger, {
    openapi: { info: { title: 'Jara', version } },
    transform: jsonSchemaTransform,
  })
  app.after(() => {
    healthRoutes(app, deps)
    policyReportRoutes(app, deps)
    if (deps.config.servesCustomers) customerRoutes(app, deps, worker)
    if (deps.config.servesConsole) consoleRoutes(app, deps)
  })
  const settings = {
    clock: deps.clock,
    log: deps.log,
    first: describeInstallation(deps.config),
    read: async () => describeInstallation(deps.config, await settingsInForce(deps)),
  }
  await addWebFiles(app, settings, {
    homeOf: (request) => homeOf(deps, request),
    servesCustomers: deps.config.servesCustomers,
  })
  await app.ready()
  return { app, worker, deps }
}

/** Routes for customers, and for providers' calls. */
function customerRoutes(app: App, deps: Deps, worker: Worker): void {
  const banks = createBankCatalogue(deps)
  const bills = createBillsCatalogue(deps)
  installationRoutes(app, deps, banks)
  accountRoutes(app, deps, { openWallet })
  accountEventRoutes(app, deps)
  mfaRoutes(app, deps)
  smsRoutes(app, deps)
  recoveryRoutes(app, deps)
  profileRoutes(app, deps)
  privacyRoutes(app, deps)
  deviceRoutes(app, deps, issueStarterBpc)
  passkeyRoutes(app, deps)
  pushRoutes(app, deps)
  bpcRoutes(app, deps)
  walletRoutes(app, deps)
  alertRoutes(app, deps)
  historyRoutes(app, deps)
  statementRoutes(app, deps)
  receiptRoutes(app, deps)
  depositRoutes(app, deps)
  bankRoutes(app, deps, banks)
  billRoutes(app, deps, bills)
  educationRoutes(app, deps, bills)
  orderRoutes(app, deps, { banks, bills }, worker)
  sellingRoutes(app, deps, bills)
  beneficiaryRoutes(app, deps)
  supportRoutes(app, deps)
  visitorRoutes(app, deps)
  eventStreamRoutes(app, deps)
  webhookRoutes(app, deps)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
