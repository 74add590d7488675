import type { IncomingMessage, ServerResponse } from 'node:http'
import fastifyCookie from '@fastify/cookie'
import fastifySwagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
  type RawServerDefault,
} from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { BODY_MAX_BYTES } from '#contract/constants.ts'
import type { Deps } from './deps.ts'
import { accountEventRoutes } from './features/account-events/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { createBankCatalogue } from './features/banks/catalogue.ts'
import { bankRoutes } from './features/banks/routes.ts'
import { beneficiaryRoutes } from './features/beneficiaries/routes.ts'
import { bpcRoutes } from './features/bpc/routes.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { factorRoutes } from './features/factors/routes.ts'
import { fundingRoutes } from './features/funding/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { describeInstallation } from './features/installation/describe-installation.ts'
import { eventStreamRoutes } from './features/installation/event-stream.ts'
import { installationRoutes } from './features/installation/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { createBillsCatalogue } from './features/purchases/catalogue.ts'
import { purchaseRoutes } from './features/purchases/routes.ts'
import { receiptRoutes } from './features/receipts/routes.ts'
import { sellingRoutes } from './features/selling/routes.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { supportRoutes } from './features/support/routes.ts'
import { walletRoutes } from './features/wallet/routes.ts'
import { waysBackRoutes } from './features/ways-back/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { addAdmission } from './http/admission.ts'
import { ARRIVAL_LIMITS, arrivalSettings } from './http/arrival.ts'
import { drainOnClose } from './http/drain.ts'
import { answerError } from './http/errors.ts'
import { endFailedHandshakes } from './http/handshakes.ts'
import { originForm, refuseOtherNames } from './http/own-names.ts'
import { policyReportRoutes } from './http/policy-reports.ts'
import { addSecurity, constantHeaders } from './http/security.ts'
import { answerUnparsed } from './http/unparsed.ts'
import { addWebFiles } from './http/web-files.ts'
import { createWorker, type Worker } from './jobs/worker.ts'
import { servedFor, servedForNobody } from './log.ts'
import { createPlanLists } from './providers/plan-lists.ts'
import { version } from './version.ts'
import { workHandlers } from './work-handlers.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

export type Jara = { readonly app: App; readonly worker: Worker; readonly deps: Deps }

/** Longer than any address the product has. */
const ADDRESS_MAX_LENGTH = 4_096
const UNREADABLE_ADDRESS = '/api/unreadable'

/**
 * Puts the product together from its parts: the HTTP application and the worker over the same dependencies. Nothing
 * listens and nothing runs until the caller says so.
 */
export async function buildApp(
  parts: Omit<Deps, 'plans' | 'wakeWorker'>,
  logger?: FastifyBaseLogger,
  arrivalLimits = ARRIVAL_LIMITS,
): Promise<Jara> {
  let worker: Worker | undefined
  const plans = createPlanLists(parts)
  const deps: Deps = { ...parts, plans, wakeWorker: () => servedForNobody(() => worker?.wake()) }
  worker = createWorker(deps, workHandlers(deps))

  const newRequestId = () => Buffer.from(deps.randomBytes(9)).toString('base64url')
  const headers = await constantHeaders(deps.config)
  const fastify = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: deps.config.trustedProxies.length === 0 ? false : [...deps.config.trustedProxies],
    ...arrivalSettings(arrivalLimits, deps.config.tls),
    genReqId: newRequestId,
    // Lines carry the request's id and address by themselves, wherever they are written: server/log.ts.
    childLoggerFactory: (parent) => parent,
    clientErrorHandler: answerUnparsed(newRequestId, deps.log, headers),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => addressOf(url),
    routerOptions: { maxParamLength: ADDRESS_MAX_LENGTH },
  })
  const app: App = fastify.withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')

  // Before anything else, so that a refusal costs little.
  refuseOtherNames(app, deps, headers)
  addAdmission(app, deps, headers)
  await app.register(fastifyCookie)
  // Reading a body loses what the request began with, so it is said again after that.
  const sayWhoAsks: onRequestHookHandler = ({ id, ip }, _reply, next) => servedFor({ requestId: id, address: ip }, next)
  app.addHook('onRequest', sayWhoAsks)
  app.addHook('preValidation', sayWhoAsks)
  endFailedHandshakes(app.server, deps.log)
  drainOnClose(app)
  await addSecurity(app, deps.config, headers)
  await app.register(fastifySwagger, {
    openapi: { info: { title: 'Jara', version } },
    transform: jsonSchemaTransform,
  })
  addRoutes(app, deps, worker)
  await addWebFiles(app, describeInstallation(deps.config))
  await app.ready()
  return { app, worker, deps }
}

/**
 * What a request asks for, as all hooks and routes see it. What cannot be decoded, or is far too long, names nothing: it is
 * not found like any other, through the same hooks and with the same headers.
 */
function addressOf(target: string): string {
  if (target.length > ADDRESS_MAX_LENGTH) return UNREADABLE_ADDRESS
  try {
    decodeURI(target)
    return originForm(target)
  } catch {
    return UNREADABLE_ADDRESS
  }
}

function addRoutes(app: App, deps: Deps, worker: Worker): void {
  const banks = createBankCatalogue(deps)
  const bills = createBillsCatalogue(deps)
  app.after(() => {
    installationRoutes(app, deps, banks)
    accountRoutes(app, deps)
    accountEventRoutes(app, deps)
    factorRoutes(app, deps)
    waysBackRoutes(app, deps)
    profileRoutes(app, deps)
    privacyRoutes(app, deps)
    deviceRoutes(app, deps)
    passkeyRoutes(app, deps)
    bpcRoutes(app, deps)
    walletRoutes(app, deps)
    historyRoutes(app, deps)
    statementRoutes(app, deps)
    receiptRoutes(app, deps)
    fundingRoutes(app, deps)
    bankRoutes(app, deps, banks)
    purchaseRoutes(app, deps, bills)
    orderRoutes(app, deps, { banks, bills }, worker)
    sellingRoutes(app, deps, bills)
    beneficiaryRoutes(app, deps)
    supportRoutes(app, deps)
    eventStreamRoutes(app, deps)
    webhookRoutes(app, deps)
    policyReportRoutes(app, deps)
    app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  })
}
