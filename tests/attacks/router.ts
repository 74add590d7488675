import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { type StartOptions, startJara, type TestJara } from '#tests/support/jara.ts'

/** One route of the product, in its router's form: `GET /api/orders/:id`. */
export type Route = {
  readonly name: string
  readonly method: string
  readonly url: string
  /** Whether the route validates its input with its own schema. */
  readonly schema: RouteOptions['schema']
}

/** Fastify announces a new application on this channel, before anyone can add a route. */
const BEGINNING = 'fastify.initialization'

/** Long, because timeouts on a busy machine are no part of an attack. */
const PROVIDER_TIMEOUT_MS = 30_000

/**
 * The product with all of its routes, including those from plugins: HEAD, files, and routes hidden from the API's
 * description. `reached` returns the route of each request since, null if none matched.
 */
export async function startWithRoutes(
  kind: DatabaseKind,
  options?: StartOptions,
): Promise<{ jara: TestJara; routes: readonly Route[]; reached: () => readonly (string | null)[] }> {
  const routesOf = new Map<unknown, Route[]>()
  const reached: (string | null)[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: Route[] = []
    routesOf.set(fastify, routes)
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const each of [method].flat()) routes.push({ name: `${each} ${url}`, method: each, url, schema })
    })
    fastify.addHook('onRequest', ({ routeOptions }, _reply, next) => {
      reached.push(routeOptions.url ?? null)
      next()
    })
  }
  subscribe(BEGINNING, listen)
  const jara = await startJara(kind, { providerTimeoutMs: PROVIDER_TIMEOUT_MS, ...options }).finally(() =>
    unsubscribe(BEGINNING, listen),
  )
  const routes = routesOf.get(jara.app)
  if (routes === undefined) throw new Error('the application did not announce itself')
  return { jara, routes, reached: () => reached }
}
