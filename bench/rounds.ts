import type { Product } from './app.ts'
import type { Client, LoadStep, Measured } from './load.ts'
import { median, type OrderFigures } from './report.ts'

export type Size = { readonly rounds: number; readonly seconds: number; readonly connections: readonly number[] }

/** In the longest run nobody exceeds a busy reseller's daily orders; fewer than the keys the app keeps imported. */
export const PEOPLE = 4_500
const WARM_UP_SECONDS = 1
const WARM_UP_CONNECTIONS = 8

/** How many orders to prepare, so that a step ends by time and does not run out of orders. */
export function ordersNeeded(size: Size, perSecondAtMost: number): number {
  const seconds = WARM_UP_SECONDS + size.rounds * size.connections.length * size.seconds
  return Math.ceil(seconds * perSecondAtMost)
}

/** The first second goes to the compiler and to cold caches. */
export async function warmUp(client: Client, app: Product): Promise<void> {
  await client.measure(app, { connections: WARM_UP_CONNECTIONS, seconds: WARM_UP_SECONDS })
}

/** Runs every step once: each number of connections in turn. */
export async function measureRound(
  client: Client,
  app: Product,
  size: Size,
  what: LoadStep['what'] = 'orders',
): Promise<Measured[]> {
  const round: Measured[] = []
  for (const connections of size.connections) {
    const measured = await client.measure(app, { connections, seconds: size.seconds, what })
    if (Object.keys(measured.refused).length > 0) {
      throw new Error(`${what} were refused, by status: ${JSON.stringify(measured.refused)}`)
    }
    round.push(measured)
  }
  return round
}

/** The median of each figure over the rounds, by number of connections. */
export function mediansOf(rounds: readonly Measured[][], size: Size): OrderFigures[] {
  return size.connections.map((connections, step) => {
    const of = (figure: (measured: Measured) => number) =>
      median(rounds.flatMap((round) => round.slice(step, step + 1)).map(figure))
    return {
      connections,
      perSecond: of((each) => each.perSecond),
      p50Ms: of((each) => each.p50Ms),
      p99Ms: of((each) => each.p99Ms),
      appCpu: of((each) => each.appCpu),
      clientCpu: of((each) => each.clientCpu),
      machineCpu: of((each) => each.machineCpu),
    }
  })
}
