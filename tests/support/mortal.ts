import type { Deps } from '#server/deps.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createWorker, type Worker } from '#server/outbox/jobs/worker.ts'
import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import { createPlanLists } from '#server/providers/bills/plan-lists.ts'
import { configureProviders, everyProvider } from '#server/providers/registry.ts'

/** The process is dead. Nothing it does afterwards has any effect. */
export class Died extends Error {
  override readonly name = 'Died'
}

/** What a process was about to do. A `statement` has no lasting effect alone: it reads, or is part of a transaction. */
export type Point = { readonly kind: 'statement' | 'write' | 'commit' | 'exchange'; readonly what: string }

/** How long a process lives, and what it did. */
export type Life = {
  /** Everything it was about to do, in order. If it is dead, the last one was not done. */
  readonly points: readonly Point[]
  isDead(): boolean
  /** @throws Died at the point where the process dies, and at every later one */
  before(point: Point): void
}

/** A life that ends before its n-th counted point (1 is the first). Infinity: it never ends. */
export function lifeUntil(diesAt: number, counts: (points: readonly Point[]) => boolean = () => true): Life {
  const points: Point[] = []
  let [dead, counted] = [false, 0]
  return {
    points,
    isDead: () => dead,
    before(point) {
      if (!dead) {
        points.push(point)
        if (counts(points)) counted++
        dead = counted >= diesAt
      }
      if (dead) {
        throw new Died(`before ${point.kind} ${point.what}`)
      }
    },
  }
}

/** Whether the last point is just before or just after something that lasts or leaves the process. */
export function isBoundary(points: readonly Point[]): boolean {
  return points.slice(-2).some(({ kind }) => kind !== 'statement')
}

/**
 * The same database, used by a process that may die before each statement and each commit: its open transaction is
 * rolled back, and nothing gets through any more. Dying after one point means dying before the next.
 */
export function mortalDatabase(database: Database, life: Life): Database {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const query: Transaction['query'] = async (text, params) => {
        life.before({ kind: 'statement', what: brief(text) })
        return await tx.query(text, params)
      }
      const result = await work(Object.assign(Object.create(tx), { query }) as Transaction)
      life.before({ kind: 'commit', what: '' })
      return result
    })
  const alone = (sql: Sql): Sql['query'] => {
    return async (text, params) => {
      life.before({ kind: /^\s*select\b/i.test(text) ? 'statement' : 'write', what: brief(text) })
      return await sql.query(text, params)
    }
  }
  const connection: Database['connection'] = (work) => database.connection((sql) => work({ query: alone(sql) }))
  return Object.assign(Object.create(database), { transaction, connection, query: alone(database) }) as Database
}

const brief = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)

/** Methods of a provider that return at once, without calling it. */
const NO_EXCHANGE = [
  'available',
  'newReference',
  'referenceEndsAt',
  'webhookIsGenuine',
  'readWebhook',
  'readCallback',
  'isCallbackAddress',
]

/** The same provider, called by a process that may die before each call, or after it with the reply lost. */
function mortalProvider<Provider extends object>(provider: Provider, life: Life): Provider {
  const asked = Object.entries(provider).map(([name, value]) => {
    if (typeof value !== 'function' || NO_EXCHANGE.includes(name)) return [name, value]
    const ask = async (...args: unknown[]) => {
      life.before({ kind: 'exchange', what: name })
      return await value(...args)
    }
    return [name, ask]
  })
  return Object.fromEntries(asked) as Provider
}

/** One process of the product over shared dependencies: when its life ends, everything in it dies. */
export function mortalProcess(deps: Deps, life: Life): { deps: Deps; worker: Worker } {
  const providers = configureProviders({
    payments: everyProvider(deps, 'payments').map((each) => mortalProvider(each, life)),
    bills: everyProvider(deps, 'bills').map((each) => mortalProvider(each, life)),
  })
  // Events only reach open pages, which read everything again.
  const events: Deps['events'] = { publish: () => undefined, subscribe: () => () => undefined }
  const mortal: Deps = {
    ...deps,
    database: mortalDatabase(deps.database, life),
    providers,
    plans: createPlanLists({ providers, clock: deps.clock, events }),
    events,
    wakeWorker: () => undefined,
  }
  return { deps: mortal, worker: createWorker(mortal, jobHandlers(mortal)) }
}
