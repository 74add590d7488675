import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { type StartOptions, startJara, type TestJara } from '#tests/support/jara.ts'

/** One way into the product, as its router knows it: `GET /api/orders/:id`. */
export type Route = {
  readonly name: string
  readonly method: string
  readonly url: string
  /** Whether the route has a schema of its own for what is sent to it. */
  readonly schema: RouteOptions['schema']
}

/** Fastify says on this channel that an application begins, before anybody can add a route to it. */
const BEGINNING = 'fastify.initialization'

/** A provider that a busy machine keeps waiting is no part of any attack. */
const PROVIDER_TIMEOUT_MS = 30_000

/**
 * The product with every route of it, those that plugins add included: HEAD, files, what is hidden from the description.
 * `reached` tells the route of each request since, null where there was none.
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
