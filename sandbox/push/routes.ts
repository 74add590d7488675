import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { advance } from '#sandbox/advance.ts'
import type { Fault } from '#sandbox/faults.ts'
import { takeFault } from '#sandbox/take-fault.ts'
import { hangUp, hold } from '#sandbox/transport.ts'
import { texts } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { decryptMessage, newBrowserKeys } from './browser.ts'
import { whyNotSigned } from './vapid.ts'

/** RFC 8291, section 4: the size that every push service accepts. */
const MESSAGE_MAX_BYTES = 4_096
const SLOW_MS = 2_000
/** The Retry-After of a service that is called too often, unless the fault sets another. */
const RETRY_AFTER_MS = 60_000

const subscribeBody = z.strictObject({
  /** The public key of the allowed sender, as a page gives it to its browser. */
  applicationServerKey: z.string().regex(/^[\w-]{87}$/, 'a P-256 point in base64url'),
})
const headers = z.object({
  ttl: z.coerce.number().int().min(0),
  'content-encoding': z.literal('aes128gcm'),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
})

/** `POST /push/subscriptions`: plays a browser that subscribes. Only from this machine. */
export function pushBrowserRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post('/push/subscriptions', async (request, reply) => {
      advance(world)
      const { applicationServerKey } = subscribeBody.parse(request.body)
      const keys = newBrowserKeys()
      const id = `sub_${world.nextId()}`
      const at = world.now().toISOString()
      world.record([{ type: 'push.subscribed', subscription: { id, ...keys, applicationServerKey, at } }])
      return reply.code(201).send({
        id,
        endpoint: `${originOf(request)}/push/s/${id}`,
        keys: { p256dh: keys.publicKey, auth: keys.auth },
      })
    })
  }
}

/** `POST /push/s/:id`: accepts a message for one browser (RFC 8030), and decrypts it as it would (RFC 8291). */
export function pushServiceRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: MESSAGE_MAX_BYTES },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.post('/push/s/:id', async (request, reply) => {
      advance(world)
      const fault = takeFault(world, 'push', 'send')
      const { id = '' } = texts(request.params)
      if (fault !== null && (await answerFault(world, fault, { id, reply }))) return reply
      const status = takeMessage(world, id, request)
      if (fault?.fault === 'accept-then-drop') return hangUp(reply)
      if (fault?.fault === 'slow') await sleep(fault.delayMs ?? SLOW_MS)
      return await reply.code(status).send()
    })
  }
}

/** Acts out the faults under which no message is accepted. Returns false for all others. */
async function answerFault(
  world: World,
  fault: Fault,
  { id, reply }: { id: string; reply: FastifyReply },
): Promise<boolean> {
  switch (fault.fault) {
    case 'timeout':
      hold(reply)
      return true
    case 'gone':
      world.record([{ type: 'push.ended', id }])
      await reply.code(410).send()
      return true
    case 'down':
      await reply.code(503).send()
      return true
    case 'rate-limited':
      await reply
        .code(429)
        .header('retry-after', Math.ceil((fault.delayMs ?? RETRY_AFTER_MS) / 1_000))
        .send()
      return true
    case 'refuse':
      await reply.code(400).send()
      return true
    default:
      return false
  }
}

/** Returns the status: 201 once accepted. */
function takeMessage(world: World, id: string, request: FastifyRequest): number {
  const subscription = world.state.pushSubscriptions.get(id)
  if (subscription === undefined) return 404
  if (subscription.endedAt !== null) return 410
  const signer = { origin: originOf(request), key: subscription.applicationServerKey, now: world.now() }
  const why = whyNotSigned(request.headers.authorization, signer)
  if (why !== null) return why === 'unsigned' ? 401 : 403
  const read = headers.safeParse(request.headers)
  if (!read.success || !Buffer.isBuffer(request.body)) return 400
  const { ttl, topic = null, urgency } = read.data
  const text = decryptMessage(subscription, request.body)
  const at = world.now().toISOString()
  const message = { id: `psm_${world.nextId()}`, subscription: id, topic, ttlS: ttl, urgency, text, at }
  world.record([{ type: 'push.received', message }])
  return 201
}

function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host}`
}
