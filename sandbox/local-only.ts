import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Keeps the page and `/control` to this machine's own browser: a host name pointed at 127.0.0.1 is refused (DNS
 * rebinding), another site's form or script is refused by its Origin, and a body must be JSON.
 */
export function localOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request.headers.host)) return await refuse(reply, 403, 'Only localhost is answered here.')
    const { origin } = request.headers
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      return await refuse(reply, 403, 'Other sites may not do this.')
    }
    if (request.method === 'POST' && !bodyIsJson(request)) {
      return await refuse(reply, 415, 'Send JSON, with content-type application/json.')
    }
  })
}

function isLocal(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOSTS.has(host.replace(/:\d+$/, ''))
}

/** A POST without a body needs no type: from another site, browsers always send an Origin with it. */
function bodyIsJson(request: FastifyRequest): boolean {
  const type = request.headers['content-type']
  if (type !== undefined) return /^application\/json\b/i.test(type)
  return request.headers['content-length'] === undefined || request.headers['content-length'] === '0'
}

function refuse(reply: FastifyReply, http: number, error: string) {
  return reply.code(http).send({ error })
}
