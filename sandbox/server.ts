import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { controlRoutes } from '#sandbox/control/routes.ts'
import { pageRoutes } from '#sandbox/page/routes.ts'
import { unreadable } from '#sandbox/paystack/answers.ts'
import { paystackRoutes } from '#sandbox/paystack/routes.ts'
import { pushBrowserRoutes, pushServiceRoutes } from '#sandbox/push/routes.ts'
import { termiiRoutes } from '#sandbox/termii/routes.ts'
import { refusal } from '#sandbox/termii/send.ts'
import { codeAnswer } from '#sandbox/vtpass/codes.ts'
import { vtpassRoutes } from '#sandbox/vtpass/routes.ts'
import { localOnly } from './local-only.ts'
import type { World } from './world.ts'

const BODY_MAX_BYTES = 64 * 1024
const JSON_DEPTH_MAX = 20
/** A connection without traffic for this long is closed, ms. Longer than any fault holds one. */
const SILENT_MS = 120_000

/** The simulated outside world as an HTTP server, not yet listening. Closing it leaves the world open. */
export function buildSandbox(world: World): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: true,
    connectionTimeout: SILENT_MS,
  })
  // Without a listener the error would end the process: a reader may leave at any time.
  app.addHook('onRequest', async (_request, { raw }) => void raw.on('error', () => undefined))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text === '' ? {} : parseJson(text),
  )
  app.setErrorHandler(answerError)
  // Every reply carries this world's clock, whatever the machine's shows.
  app.addHook('onSend', async (_request, reply) => void reply.header('date', world.now().toUTCString()))
  app.register(paystackRoutes(world), { prefix: '/paystack' })
  app.register(vtpassRoutes(world), { prefix: '/vtpass/api' })
  app.register(pushServiceRoutes(world))
  app.register(termiiRoutes(world), { prefix: '/termii/api' })
  app.register((scope, _options, done) => {
    localOnly(scope)
    scope.register(controlRoutes(world), { prefix: '/control' })
    scope.register(pushBrowserRoutes(world))
    scope.register(pageRoutes(world))
    done()
  })
  return app
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (depthOf(value) <= JSON_DEPTH_MAX) return value
  } catch {
    // Refused below, like a body that is nested too deeply.
  }
  throw Object.assign(new Error('The body is not JSON that can be read'), { statusCode: 400 })
}

/** How deeply a value is nested; stops counting just above JSON_DEPTH_MAX. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > JSON_DEPTH_MAX) return depth
  return Object.values(value).reduce((deepest: number, each) => Math.max(deepest, depthOf(each, depth + 1)), depth)
}

function answerError(error: FastifyError | z.ZodError, request: FastifyRequest, reply: FastifyReply) {
  const http = error instanceof z.ZodError ? 400 : (error.statusCode ?? 500)
  const message = error instanceof z.ZodError ? sentenceOf(error) : error.message
  return reply.code(http).send(inTheWordsOf(request.url, message))
}

function inTheWordsOf(url: string, message: string): unknown {
  if (url.startsWith('/paystack')) return unreadable(message).body
  if (url.startsWith('/termii')) return refusal(400, message).body
  return url.startsWith('/vtpass') ? codeAnswer('011').body : { error: message }
}

function sentenceOf(error: z.ZodError): string {
  const issues = error.issues.map(({ path, message }) => `${path.length === 0 ? 'body' : path.join('.')}: ${message}`)
  return `Nothing was done. ${issues.join('; ')}`
}
